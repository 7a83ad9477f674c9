/// Mistakes that people make in scene files, and what they are told: see `WrongLines.table`.
enum SceneMistakes {
  private static let layerWords =
    "in, picture, animator, color, frame, at, center, size, width, height, fit, alpha, hidden, z, "
    + "rotation, scale"
  private static let statementWords =
    "background, picture, animator, layer, spinner, button, animate, when, after"

  static let layers = #"""
    layer a colour red
    => 2: unknown word “colour”; expected one of \#(layerWords). Did you mean “color”?
    lyer a
    => 2: unknown word “lyer”; expected one of \#(statementWords). Did you mean “layer”?
    layer
    => 2: expected a name for the layer after “layer”.
    layer "a"
    => 2: expected a name for the layer, found "a"; quotes are for files, names have none.
    layer a.b
    => 2: expected a name for the layer, of up to 64 letters, digits, - and _, found “a.b”.
    layer a color
    => 2: expected a colour such as #102030 or white after “color”.
    layer a color #12
    => 2: expected a colour such as #102030 or white, found “#12”.
    layer a color #12345g
    => 2: expected a colour such as #102030 or white, found “#12345g”.
    layer a color red to
    => 2: expected a colour such as #102030 or white after “to”.
    layer a alpha 1.5
    => 2: expected a number from 0 to 1, or percent, found “1.5”.
    layer a alpha -1
    => 2: expected a number from 0 to 1, or percent, found “-1”.
    layer a at 10
    => 2: expected pixels such as 20, or percent such as 50% or 100%-20 after “10”.
    layer a at 10 20px
    => 2: expected pixels such as 20, or percent such as 50% or 100%-20, found “20px”.
    layer a at 100%20 0
    => 2: expected pixels such as 20, or percent such as 50% or 100%-20, found “100%20”.
    layer a at 0 100001
    => 2: expected pixels such as 20, or percent such as 50% or 100%-20, found “100001”.
    layer a size -10 10
    => 2: expected a width such as 20, 50% or 100%-20, found “-10”.
    layer a at 0 0 center 0 0
    => 2: expected only one of “frame”, “at” and “center”.
    layer a size 1 1 width 2
    => 2: expected one width, found a second.
    layer a hidden hidden
    => 2: expected “hidden” once; line 2 gives it already.
    layer a
      z 1
      z 2
    => 4: expected “z” once; line 3 gives it already.
    layer a picture logo.png
    => 2: expected the name of a picture or a file in quotes such as "logo.png", of up to 64 letters, digits, - and _, found “logo.png”.
    layer a picture ""
    => 2: expected a file in quotes such as "logo.png", found "".
    layer a picture "a.png
    => 2: expected a quote " at the end of “a.png”.
    layer a picture "a\n.png"
    => 2: expected \" or \\ after a backslash in quotes; write \\ for a backslash.
    layer a picture "a.png" animator b
    animator b frames "c"
    => 2: expected “picture” or “animator”, not both.
    layer a fit contian
    => 2: unknown word “contian”; expected one of contain, cover, stretch, none, top, bottom, left, right, top-left, top-right, bottom-left, bottom-right. Did you mean “contain”?
    layer a scale 101
    => 2: expected a factor from -100 to 100, found “101”.
    layer a z 1e9
    => 2: expected a number from -1000000 to 1000000, found “1e9”.
    layer a duration 2
    => 2: unknown word “duration”; expected one of \#(layerWords). Did you mean “rotation”?
    layer a in b
    layer b in a
    => 2: expected a layer that does not lie in “a” itself.
    => 3: expected a layer that does not lie in “b” itself.
    layer a
    layer a
    => 3: expected a new name; “a” is a layer since line 2.
    spinner a
    => 2: expected something that turns, such as picture "a.png".
    spinner a picture "a.png" duration 0
    => 2: expected seconds from 0.001 to 86400, found “0”.
    spinner a picture "a.png" duration 99999999999999999999
    => 2: expected seconds from 0.001 to 86400, found “99999999999999999999”.
    button a picture "a.png" key spaec
    => 2: expected a key such as space, f5 or left, found “spaec”. Did you mean “space”?
    button a picture "a.png" key
    => 2: expected a key such as space, f5 or left after “key”.
    button a picture "a.png" toggles wheal
    spinner wheel picture "w.png"
    => 2: expected the name of an animator, spinner or animation; there is no “wheal”. Did you mean “wheel”?
    """#

  static let framesAndPictures = #"""
    background red
    background blue
    => 3: expected one background; line 2 gives it already.
    background red
      blue
    => 2: expected this statement on one line; line 3 carries it on.
    background red blue
    => 2: expected the end of the line, found “blue”.
    picture a
    => 2: expected a file in quotes such as "logo.png" after “a”.
    picture a "a.png" "b.png"
    => 2: expected the end of the line, found "b.png".
    animator a
    => 2: expected frames for “a”, such as frames "intro/frame_%04d.png".
    animator a frames
    => 2: expected a file in quotes such as "logo.png" after “frames”.
    animator a frames x
    => 2: expected a file in quotes such as "logo.png", found “x”.
    animator a frames "x" fps 25 duration 2
    => 2: expected “fps” or “duration”, not both.
    animator a frames "x" fps 0
    => 2: expected frames a second from 0.001 to 1000 such as 25 or 30000/1001, found “0”.
    animator a frames "x" repeat 0
    => 2: expected forever or a number above 0, up to 1000000, found “0”.
    animator a frames "x" repeat 1000001
    => 2: expected forever or a number above 0, up to 1000000, found “1000001”.
    animator a frames "x" start-at -1
    => 2: expected a frame from 0 to 1000000000, found “-1”.
    animator a frames "x" start-at 1.5
    => 2: expected a frame from 0 to 1000000000, found “1.5”.
    animator a frames "x" fill
    => 2: expected one of hold, clear after “fill”.
    animator a frames "x" fill hodl
    => 2: unknown word “hodl”; expected one of hold, clear. Did you mean “hold”?
    animator a frames "x" fill clear still "a.png"
    => 2: expected “fill” or “still”, not both.
    animator a frames "x" still b
    layer b
    => 2: expected the name of a picture; “b” is a layer, see line 3.
    animator a frames "x" main
    animator b frames "x" main
    => 3: expected one main animator; “a” is it since line 2.
    """#

  static let motion = #"""
    animate a fade to 1
    => 2: expected the name of a layer; there is no “a”.
    layer a
    animate a
    => 3: expected a change such as “move to 50% 50%” or “fade to 0”.
    layer a
    animate a fade 1
    => 3: expected “to”, found “1”.
    layer a
    animate a fade to 1 fade to 0
    => 3: expected “fade” once in an animation.
    layer a
    animate a move 1 1
    => 3: expected “to” or “by”, found “1”.
    layer a
    animate a fade to 1 at 50% fade to 0
    => 3: expected a moment such as “at 50%” before every change of this animation, or none.
    layer a
    animate a at 50% fade to 1 at 40% fade to 0
    => 3: expected a moment that is not before the one above it.
    layer a
    animate a at 50% fade to 1 fade to 0
    => 3: expected “fade” once at a moment.
    layer a
    animate a at 50 fade to 1
    => 3: expected percent from 0% to 100%, found “50”.
    layer a
    animate a picture "a.png"
    => 3: expected a moment before “picture”, such as “at 50% picture …”.
    layer a
    animate a discrete fade to 1
    => 3: expected moments such as “at 50%” for “discrete”.
    layer a
    animate a stopped fade to 1
    => 3: expected a name to start the animation by, such as “as arrival”; it is “stopped”.
    layer a
    animate a fade to 1 curve bouncy
    => 3: unknown word “bouncy”; expected one of linear, ease-in, ease-out, ease-in-out, bezier(…), spring(…).
    layer a
    animate a fade to 1 curve ease-ni
    => 3: unknown word “ease-ni”; expected one of linear, ease-in, ease-out, ease-in-out, bezier(…), spring(…). Did you mean “ease-in”?
    layer a
    animate a fade to 1 curve bezier(0.4, 0, 0.2)
    => 3: expected y2 from -10 to 10, found “)”.
    layer a
    animate a fade to 1 curve bezier(1.4, 0, 0.2, 1)
    => 3: expected x1 from 0 to 1, found “1.4”.
    layer a
    animate a fade to 1 curve spring(0)
    => 3: expected a damping from 0.01 to 100, found “0”.
    layer a
    animate a fade to 1 curve spring
    => 3: expected (damping) or (damping, velocity) after “spring”.
    layer a
    animate a fade to 1 curve spring(1
    => 3: expected a parenthesis ) or a velocity from -100 to 100 after “1”.
    after 1
    => 2: expected something to do: one of start, stop, toggle, reverse, show, hide, picture, quit.
    after soon quit
    => 2: expected seconds from 0 to 86400, found “soon”.
    after 1 stop a
    => 2: expected the name of an animator, spinner or animation; there is no “a”.
    after 1 start a stop a at once
    layer a
    => 2: expected “end”, found “once”.
    => 2: expected the name of an animator, spinner or animation; “a” is a layer, see line 3.
    when a stops quit
    layer a
    => 2: expected the name of an animator, spinner or animation; “a” is a layer, see line 3.
    when a quit
    => 2: unknown word “quit”; expected one of starts, stops, finishes, tapped.
    when a tapped quit
    animator a frames "x"
    => 2: expected the name of a button; “a” is an animator, see line 3.
    after 1 reverse a
    spinner a picture "a.png"
    => 2: expected the name of an animator; “a” is a spinner, see line 3.
    """#

  static let form = #"""
      layer a
    => 2: expected nothing to carry on “scene 1”.
    layer a # (
    ) b
    => 3: unknown word “)”; expected one of \#(statementWords).
    layer a #red
    => 2: unknown word “#red”; expected one of \#(layerWords).
    layer a\#u{0}
    => 2: expected text; there is a NUL byte in this line.
    layer a\#u{7}
    => 2: expected text; there is a control character (7) in this line.
    "layer" a
    => 2: unknown word "layer"; expected one of \#(statementWords).
    """#
}
