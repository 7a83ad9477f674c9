import FlipbookTesting
import KMS
import Linux
import Pixels

/// What a row works with: a card that was just opened, and the calls that rows make again and again.
final class ConformanceBench {
  let card: any ConformanceCard
  let device: any ConformanceDevice
  let crtc: UInt32
  let connector: UInt32
  let mode: DisplayMode
  private var knownPlane: UInt32?
  private var numbers: [Named: UInt32] = [:]
  private var others: [any ConformanceDevice] = []

  init(_ card: any ConformanceCard) throws {
    self.card = card
    let device = try card.open()
    let objects = try device.resources()
    guard let connector = objects.connectors.first, let crtc = objects.crtcs.first,
      let mode = try device.connector(connector, probing: true).modes.first
    else {
      device.close()
      throw ConformanceTrouble(description: "no display is plugged in")
    }
    (self.device, self.crtc, self.connector, self.mode) = (device, crtc, connector, mode)
  }

  func close() {
    for other in others { other.close() }
    device.close()
  }

  /// Another file of the card, as of another program.
  func another() throws -> any ConformanceDevice {
    let file = try card.open()
    others.append(file)
    return file
  }

  var width: UInt32 { UInt32(mode.hdisplay) }
  var height: UInt32 { UInt32(mode.vdisplay) }

  // MARK: - Answers

  /// "0" for what is granted, else the error's name.
  func ask(_ body: () throws -> Void) throws -> String {
    do {
      try body()
      return "0"
    } catch let error as Errno {
      return error.symbol
    }
  }

  // MARK: - Pictures

  struct Picture {
    var buffer: DumbBufferInfo
    var framebuffer: UInt32
  }

  /// A picture of the screen's size unless told otherwise.
  func picture(
    width: UInt32? = nil, height: UInt32? = nil, format: PixelFormat = .xrgb8888,
    on file: (any ConformanceDevice)? = nil
  ) throws -> Picture {
    let file = file ?? device
    let (width, height) = (width ?? self.width, height ?? self.height)
    let buffer = try file.createDumbBuffer(
      width: width, height: height, bitsPerPixel: UInt32(format.bytesPerPixel * 8), flags: 0)
    let framebuffer = try file.addFramebuffer(
      FramebufferRequest(width: width, height: height, fourCC: format.fourCC, buffer: buffer))
    return Picture(buffer: buffer, framebuffer: framebuffer)
  }

  /// ADDFB2 of a buffer of the screen's size, with something changed.
  func addFramebuffer(_ change: (inout FramebufferRequest) -> Void) throws -> UInt32 {
    let buffer = try device.createDumbBuffer(
      width: width, height: height, bitsPerPixel: 32, flags: 0)
    var request = FramebufferRequest(
      width: width, height: height, fourCC: PixelFormat.xrgb8888.fourCC, buffer: buffer)
    change(&request)
    return try device.addFramebuffer(request)
  }

  func light(
    _ picture: Picture, on file: (any ConformanceDevice)? = nil, mode: DisplayMode? = nil
  ) throws {
    try (file ?? device).setCRTC(
      crtc, framebuffer: picture.framebuffer, x: 0, y: 0, connectors: [connector],
      mode: mode ?? self.mode)
  }

  func turnOff() throws {
    try device.setCRTC(crtc, framebuffer: 0, x: 0, y: 0, connectors: [], mode: nil)
  }

  /// Two pictures, the first of which is lit.
  func lit() throws -> (Picture, Picture) {
    let pictures = try (picture(), picture())
    try light(pictures.0)
    return pictures
  }

  func flip(to picture: Picture, userData: UInt64 = 0) throws {
    try device.pageFlip(crtc: crtc, framebuffer: picture.framebuffer, userData: userData)
  }

  func flip(to picture: Picture, _ change: (inout FlipRequest) -> Void) throws {
    var request = FlipRequest(crtc: crtc, framebuffer: picture.framebuffer)
    change(&request)
    try device.pageFlip(request)
  }

  /// Waits for the events of what is pending; "0 events" where none comes.
  func events() throws -> [FlipEvent] { try card.nextEvents(of: device) }

  /// "event 7", "2 events".
  func eventWords() throws -> String {
    let events = try events()
    return events.count == 1 ? "event \(events[0].userData)" : "\(events.count) events"
  }

  /// Waits until the pending flip is done.
  func finish() throws {
    guard try !events().isEmpty else {
      throw ConformanceTrouble(description: "the flip's event did not come")
    }
  }

  /// What a flip is answered while another is pending.
  ///
  /// Drivers without vblank do the first as soon as a thread of the kernel's gets a processor: the
  /// second is asked for before that.
  func whilePending(
    _ first: (Picture) throws -> Void, _ second: (Picture) throws -> Void
  ) throws -> String {
    _ = try atomic()
    let pictures = try lit()
    // The properties' numbers are asked for before they are needed.
    _ = try set("FB_ID", 0)
    return try card.withoutPause {
      try first(pictures.1)
      return try ask { try second(pictures.0) }
    }
  }

  // MARK: - Properties

  func property(_ name: String, of object: UInt32, _ kind: KMSObjectKind) throws -> KMSProperty {
    guard let found = try device.properties(of: object, kind: kind)[name] else {
      throw ConformanceTrouble(description: "there is no property \(name)")
    }
    numbers[Named(object: object, name: name)] = found.id
    return found
  }

  private struct Named: Hashable {
    var object: UInt32
    var name: String
  }

  func change(
    _ name: String, of object: UInt32, _ kind: KMSObjectKind, to value: UInt64
  ) throws -> PropertyChange {
    // Asked for once: some rows must not lose time.
    let known = numbers[Named(object: object, name: name)]
    return PropertyChange(
      object: object, property: try known ?? property(name, of: object, kind).id, value: value)
  }

  /// Asks for atomic commits, and for the primary plane's number.
  func atomic() throws -> UInt32 {
    try device.setClientCapability(.atomic, to: true)
    return try plane()
  }

  func set(_ name: String, _ value: UInt64) throws -> PropertyChange {
    switch name {
    case "ACTIVE", "MODE_ID": try change(name, of: crtc, .crtc, to: value)
    case "CONNECTOR": try change("CRTC_ID", of: connector, .connector, to: value)
    default: try change(name, of: plane(), .plane, to: value)
    }
  }

  private func plane() throws -> UInt32 {
    if let knownPlane { return knownPlane }
    guard let plane = try device.primaryPlane(crtc: crtc) else {
      throw ConformanceTrouble(description: "there is no primary plane")
    }
    knownPlane = plane.id
    return plane.id
  }

  /// "fb mode", "fb -", "- mode" or "- -": what GETCRTC tells.
  func state() throws -> String {
    let state = try device.crtc(crtc)
    return "\(state.framebuffer == 0 ? "-" : "fb") \(state.mode == nil ? "-" : "mode")"
  }
}
