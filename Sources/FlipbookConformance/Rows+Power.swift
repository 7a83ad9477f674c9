import FlipbookTesting
import KMS
import Linux

extension DeviceConformance {
  static func addPower(_ list: inout ConformanceList) {
    list.fact("A CRTC that is made inactive keeps its mode and its picture, and takes no flip.")
    list.row("ATOMIC of ACTIVE 0: the state", "fb mode") { bench in
      try bench.deactivate()
      return try bench.state()
    }
    list.call("PAGE_FLIP while it is inactive", "EINVAL") { bench in
      try bench.deactivate()
      try bench.flip(to: bench.picture())
    }
    list.call("ATOMIC flip with an event while it is inactive", "EINVAL") { bench in
      try bench.deactivate()
      try bench.device.commit(
        [bench.set("FB_ID", UInt64(bench.picture().framebuffer))],
        flags: [.event, .nonblocking], userData: 0)
    }
    list.call("ATOMIC flip without an event while it is inactive", "0") { bench in
      try bench.deactivate()
      try bench.device.commit(
        [bench.set("FB_ID", UInt64(bench.picture().framebuffer))], flags: [], userData: 0)
    }
    list.row("ATOMIC of ACTIVE 1, with an event", "0, event 21") { bench in
      try bench.deactivate()
      let answer = try bench.ask {
        try bench.device.commit(
          [bench.set("ACTIVE", 1)], flags: [.event, .allowModeSet], userData: 21)
      }
      return "\(answer), \(try bench.eventWords())"
    }
    list.row("ATOMIC of ACTIVE 0 while a flip is pending, and its event", "0, event 22") { bench in
      _ = try bench.atomic()
      let pictures = try bench.lit()
      try bench.flip(to: pictures.1, userData: 22)
      let answer = try bench.ask {
        try bench.device.commit([bench.set("ACTIVE", 0)], flags: .allowModeSet, userData: 0)
      }
      return "\(answer), \(try bench.eventWords())"
    }

    list.fact("DPMS is the older way to the same.")
    list.row("DPMS off: the state", "fb mode") { bench in
      _ = try bench.lit()
      try bench.setPower(3)
      return try bench.state()
    }
    list.call("PAGE_FLIP while DPMS is off", "EINVAL") { bench in
      let pictures = try bench.lit()
      try bench.setPower(3)
      try bench.flip(to: pictures.1)
    }
    list.call("PAGE_FLIP after DPMS off and on", "0") { bench in
      let pictures = try bench.lit()
      try bench.setPower(3)
      try bench.setPower(0)
      try bench.flip(to: pictures.1)
      try bench.finish()
    }
    list.row("DPMS off while a flip is pending, and its event", "0, event 23") { bench in
      let pictures = try bench.lit()
      try bench.flip(to: pictures.1, userData: 23)
      let answer = try bench.ask { try bench.setPower(3) }
      return "\(answer), \(try bench.eventWords())"
    }
    list.row("DPMS of a value that is none, and PAGE_FLIP then", "0, EINVAL") { bench in
      let pictures = try bench.lit()
      let answer = try bench.ask { try bench.setPower(17) }
      return "\(answer), \(try bench.ask { try bench.flip(to: pictures.1) })"
    }
    list.call("SETCRTC while DPMS is off, then PAGE_FLIP", "0") { bench in
      let pictures = try bench.lit()
      try bench.setPower(3)
      try bench.light(pictures.0)
      try bench.flip(to: pictures.1)
      try bench.finish()
    }
  }
}

extension ConformanceBench {
  /// Lights the CRTC and makes it inactive.
  func deactivate() throws {
    _ = try atomic()
    _ = try lit()
    try device.commit([set("ACTIVE", 0)], flags: .allowModeSet, userData: 0)
  }

  func setPower(_ value: UInt64) throws {
    let power = try property("DPMS", of: connector, .connector)
    try device.setProperty(power.id, of: connector, kind: .connector, to: value)
  }
}
