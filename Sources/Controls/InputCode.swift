/// The names of evdev's key codes: those of the kernel's `KEY_` macros in small letters.
package enum InputCode {
  /// `BTN_LEFT`.
  static let leftButton: UInt32 = 0x110

  /// Names in the order of their codes, from a first code on; `-` is a code that has none.
  private static let runs: [(first: UInt32, names: String)] = [
    (
      1,
      """
      esc 1 2 3 4 5 6 7 8 9 0 minus equal backspace tab q w e r t y u i o p leftbrace rightbrace
      enter leftctrl a s d f g h j k l semicolon apostrophe grave leftshift backslash z x c v b n m
      comma dot slash rightshift kpasterisk leftalt space capslock f1 f2 f3 f4 f5 f6 f7 f8 f9 f10
      numlock scrolllock kp7 kp8 kp9 kpminus kp4 kp5 kp6 kpplus kp1 kp2 kp3 kp0 kpdot -
      zenkakuhankaku 102nd f11 f12 ro katakana hiragana henkan katakanahiragana muhenkan kpjpcomma
      kpenter rightctrl kpslash sysrq rightalt linefeed home up pageup left right end down pagedown
      insert delete macro mute volumedown volumeup power kpequal kpplusminus pause scale kpcomma
      hangeul hanja yen leftmeta rightmeta compose stop again props undo front copy open paste find
      cut help menu calc setup sleep wakeup file sendfile deletefile xfer prog1 prog2 www msdos
      coffee rotate_display cyclewindows mail bookmarks computer back forward closecd ejectcd
      ejectclosecd nextsong playpause previoussong stopcd record rewind phone iso config homepage
      refresh exit move edit scrollup scrolldown kpleftparen kprightparen new redo f13 f14 f15 f16
      f17 f18 f19 f20 f21 f22 f23 f24 - - - - - playcd pausecd prog3 prog4 - suspend close play
      fastforward bassboost print hp camera sound question email chat search connect finance sport
      shop alterase cancel brightnessdown brightnessup media switchvideomode kbdillumtoggle
      kbdillumdown kbdillumup send reply forwardmail save documents battery bluetooth wlan uwb
      unknown video_next video_prev brightness_cycle brightness_auto display_off wwan rfkill micmute
      """
    ),
    (
      0x160,
      """
      ok select goto clear power2 option info time vendor archive program channel favorites epg pvr
      mhp language title subtitle angle - mode keyboard - pc tv tv2 vcr vcr2 sat sat2 cd tape radio
      tuner player text dvd aux mp3 audio video directory list memo calendar red green yellow blue
      channelup channeldown first last ab next restart slow shuffle break previous digits teen twen
      """
    ),
    (
      0x200,
      """
      numeric_0 numeric_1 numeric_2 numeric_3 numeric_4 numeric_5 numeric_6 numeric_7 numeric_8
      numeric_9 numeric_star numeric_pound
      """
    ),
  ]

  /// What people also write.
  private static let aliases = ["escape": "esc", "return": "enter"]

  private static let codes: [String: UInt32] = {
    var codes: [String: UInt32] = [:]
    for run in runs {
      let names = run.names.split { $0 == " " || $0 == "\n" }
      for (offset, name) in names.enumerated() where name != "-" {
        codes[String(name)] = run.first + UInt32(offset)
      }
    }
    return codes
  }()

  private static let namesByCode = Dictionary(
    codes.map { ($0.value, $0.key) }, uniquingKeysWith: min)

  /// All names, other spellings too, in alphabetical order.
  package static let names: [String] = (Array(codes.keys) + Array(aliases.keys)).sorted()

  /// The code of a key; nil if no key is called so.
  package static func code(of name: String) -> UInt32? { codes[aliases[name] ?? name] }

  /// The name of a key, `key 700` if it has none.
  static func name(of code: UInt32) -> String { namesByCode[code] ?? "key \(code)" }
}
