import FlipbookTesting
import KMS
import Linux

extension DeviceConformance {
  static func addCommitFlags(_ list: inout ConformanceList) {
    list.fact("Flags are checked before what is asked for.")
    list.call("ATOMIC without the capability", "EINVAL") { bench in
      try bench.device.commit([], flags: [], userData: 0)
    }
    list.call("ATOMIC of nothing", "0") { bench in
      _ = try bench.atomic()
      try bench.device.commit([], flags: [], userData: 0)
    }
    list.call("ATOMIC with an unknown flag", "EINVAL") { bench in
      try bench.commit(AtomicFlags(rawValue: 1 << 20)) { _ in }
    }
    list.call("ATOMIC that is a test and wants an event", "EINVAL") { bench in
      try bench.commit([.testOnly, .event]) { _ in }
    }
    list.call("ATOMIC that shall not wait for a vblank", "EINVAL") { bench in
      try bench.commit(.async) { _ in }
    }
    list.call("ATOMIC of nothing that wants an event", "EINVAL") { bench in
      _ = try bench.atomic()
      try bench.device.commit([], flags: .event, userData: 0)
    }
    list.row("ATOMIC with an event", "0, event 11") { bench in
      let answer = try bench.ask {
        try bench.commit([.event, .nonblocking], userData: 11) { _ in }
      }
      return "\(answer), \(try bench.eventWords())"
    }
    list.row("ATOMIC that waits, with an event", "0, event 12") { bench in
      let answer = try bench.ask { try bench.commit(.event, userData: 12) { _ in } }
      return "\(answer), \(try bench.eventWords())"
    }
    list.row("ATOMIC that shall not block while a flip is pending", "EBUSY") { bench in
      try bench.whilePending({ try bench.commitFlip(to: $0) }) { try bench.commitFlip(to: $0) }
    }
    list.row("ATOMIC that waits while a flip is pending, and both events", "0, 2 events") { bench in
      _ = try bench.atomic()
      let pictures = try bench.lit()
      try bench.commitFlip(to: pictures.1)
      let answer = try bench.ask { try bench.commitFlip(to: pictures.0, flags: .event) }
      bench.card.wait(50_000_000)
      return "\(answer), \(try bench.eventWords())"
    }
    list.call("ATOMIC that is a test while a flip is pending", "0") { bench in
      _ = try bench.atomic()
      let pictures = try bench.lit()
      try bench.commitFlip(to: pictures.1)
      try bench.commitFlip(to: pictures.0, flags: .testOnly)
    }
    list.row("PAGE_FLIP while an ATOMIC flip is pending", "EBUSY") { bench in
      try bench.whilePending({ try bench.commitFlip(to: $0) }) { try bench.flip(to: $0) }
    }
    list.row("ATOMIC flip while a PAGE_FLIP is pending", "EBUSY") { bench in
      try bench.whilePending({ try bench.flip(to: $0) }) { try bench.commitFlip(to: $0) }
    }
    list.row("ATOMIC that is a test: the picture", "true") { bench in
      _ = try bench.atomic()
      let pictures = try bench.lit()
      try bench.device.commit(
        [bench.set("FB_ID", UInt64(pictures.1.framebuffer))], flags: .testOnly, userData: 0)
      return "\(try bench.device.crtc(bench.crtc).framebuffer == pictures.0.framebuffer)"
    }
    list.call("ATOMIC test of what is wrong", "ENOSPC") { bench in
      try bench.commit(.testOnly) { $0.append(try bench.set("SRC_X", 1 << 16)) }
    }

    list.fact("What makes the display go dark for a moment must be allowed to.")
    list.call("ATOMIC of ACTIVE 0, not allowed to set modes", "EINVAL") { bench in
      try bench.commit { $0.append(try bench.set("ACTIVE", 0)) }
    }
    list.call("ATOMIC of another mode, not allowed to set modes", "EINVAL") { bench in
      var other = bench.mode
      other.vtotal += 7
      let blob = try bench.device.createBlob(other.kernelBytes)
      try bench.commit { $0.append(try bench.set("MODE_ID", UInt64(blob))) }
    }
    list.call("ATOMIC of an equal mode, not allowed to set modes", "0") { bench in
      let blob = try bench.device.createBlob(bench.mode.kernelBytes)
      try bench.commit { $0.append(try bench.set("MODE_ID", UInt64(blob))) }
    }
    list.call("ATOMIC of another mode, allowed", "0") { bench in
      var other = bench.mode
      other.vtotal += 7
      let blob = try bench.device.createBlob(other.kernelBytes)
      try bench.commit(.allowModeSet) { $0.append(try bench.set("MODE_ID", UInt64(blob))) }
    }
  }
}
