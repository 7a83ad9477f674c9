import FlipbookTesting
import KMS
import Linux

extension DeviceConformance {
  static func addModeSets(_ list: inout ConformanceList) {
    list.fact("A mode set names objects that there are, and names them all.")
    list.call("SETCRTC as it should be", "0") { _ = try $0.lit() }
    list.call("SETCRTC of no CRTC", "ENOENT") { bench in
      try bench.set { $0.crtc = 9999 }
    }
    list.call("SETCRTC with no framebuffer that there is", "ENOENT") { bench in
      try bench.set { $0.framebuffer = 9999 }
    }
    list.call("SETCRTC with no connector that there is", "ENOENT") { bench in
      try bench.set { $0.connectors = [9999] }
    }
    list.call("SETCRTC of a mode without connectors", "EINVAL") { bench in
      try bench.set { $0.connectors = [] }
    }
    list.call("SETCRTC of connectors without a mode", "EINVAL") { bench in
      try bench.set { $0.mode = nil }
    }
    list.call("SETCRTC of more connectors than there are", "EINVAL") { bench in
      // Some are not listed for everybody: those that write back.
      let count = try bench.device.resources().connectors.count + 8
      try bench.set { $0.connectors = Array(repeating: bench.connector, count: count) }
    }
    list.call("SETCRTC that keeps the framebuffer where there is one", "0") { bench in
      _ = try bench.lit()
      try bench.set { $0.framebuffer = .max }
    }
    list.call("SETCRTC that keeps the framebuffer where there is none", "EINVAL") { bench in
      _ = try bench.lit()
      try bench.turnOff()
      try bench.set { $0.framebuffer = .max }
    }
    list.call("SETCRTC from column 65536 on", "ERANGE") { bench in
      try bench.set { $0.x = 65_536 }
    }
    list.call("SETCRTC from row 65536 on, of no CRTC", "ERANGE") { bench in
      try bench.set {
        $0.y = 65_536
        $0.crtc = 9999
      }
    }

    list.fact("A mode is taken if its numbers make sense, listed or not.")
    list.call("SETCRTC of a mode with width 0", "EINVAL") { bench in
      try bench.set { $0.mode?.hdisplay = 0 }
    }
    list.call("SETCRTC of a mode without a clock", "EINVAL") { bench in
      try bench.set { $0.mode?.clock = 0 }
    }
    list.call("SETCRTC of a mode whose sync ends before it starts", "EINVAL") { bench in
      try bench.set { $0.mode?.hsyncEnd = 1 }
    }
    list.call("SETCRTC of a sane mode that is not listed", "0") { bench in
      try bench.set { $0.mode?.vtotal += 7 }
    }
    list.call("SETCRTC of the same mode again", "0") { bench in
      let pictures = try bench.lit()
      try bench.light(pictures.1)
    }

    list.fact("The framebuffer holds the mode, from the corner on.")
    list.call("SETCRTC with a framebuffer narrower than the mode", "ENOSPC") { bench in
      let picture = try bench.picture(width: bench.width - 8)
      try bench.set { $0.framebuffer = picture.framebuffer }
    }
    list.call("SETCRTC with a corner too far right", "ENOSPC") { try $0.set { $0.x = 1 } }
    list.call("SETCRTC with a framebuffer larger than the mode", "0") { bench in
      let picture = try bench.picture(width: bench.width + 64, height: bench.height + 8)
      try bench.set { $0.framebuffer = picture.framebuffer }
    }
    list.row("GETCRTC after a corner was given", "64 8") { bench in
      let picture = try bench.picture(width: bench.width + 64, height: bench.height + 8)
      try bench.set {
        $0.framebuffer = picture.framebuffer
        $0.x = 64
        $0.y = 8
      }
      let state = try bench.device.crtc(bench.crtc)
      return "\(state.x) \(state.y)"
    }

    list.fact("A mode set waits for a flip that is pending.")
    list.row("SETCRTC while a flip is pending, and its event", "0, event 4") { bench in
      let pictures = try bench.lit()
      try bench.flip(to: pictures.1, userData: 4)
      let answer = try bench.ask { try bench.light(pictures.0) }
      return "\(answer), \(try bench.eventWords())"
    }
    list.row("the picture then", "true") { bench in
      let pictures = try bench.lit()
      try bench.flip(to: pictures.1)
      try bench.light(pictures.0)
      return "\(try bench.device.crtc(bench.crtc).framebuffer == pictures.0.framebuffer)"
    }
    list.row("SETCRTC to nothing", "0, - -") { bench in
      _ = try bench.lit()
      let answer = try bench.ask { try bench.turnOff() }
      return "\(answer), \(try bench.state())"
    }
    list.call("SETCRTC to nothing twice", "0") { bench in
      _ = try bench.lit()
      try bench.turnOff()
      try bench.turnOff()
    }
    list.row("SETCRTC to nothing while a flip is pending, and its event", "0, event 6") { bench in
      let pictures = try bench.lit()
      try bench.flip(to: pictures.1, userData: 6)
      let answer = try bench.ask { try bench.turnOff() }
      return "\(answer), \(try bench.eventWords())"
    }
  }
}

/// What SETCRTC is asked for.
struct ModeSetRequest {
  var crtc: UInt32
  var framebuffer: UInt32
  var x: UInt32 = 0
  var y: UInt32 = 0
  var connectors: [UInt32]
  var mode: DisplayMode?
}

extension ConformanceBench {
  /// SETCRTC of a picture of the screen's size, with something changed.
  func set(_ change: (inout ModeSetRequest) throws -> Void) throws {
    var request = ModeSetRequest(
      crtc: crtc, framebuffer: try picture().framebuffer, connectors: [connector], mode: mode)
    try change(&request)
    try device.setCRTC(
      request.crtc, framebuffer: request.framebuffer, x: request.x, y: request.y,
      connectors: request.connectors, mode: request.mode)
  }
}
