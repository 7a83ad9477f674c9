import FlipbookTesting
import KMS
import Linux

extension DeviceConformance {
  static func addFlips(_ list: inout ConformanceList) {
    list.fact("One flip is in flight for each CRTC.")
    list.row("PAGE_FLIP and its event", "0, event 9") { bench in
      let pictures = try bench.lit()
      let answer = try bench.ask { try bench.flip(to: pictures.1, userData: 9) }
      return "\(answer), \(try bench.eventWords())"
    }
    list.row("PAGE_FLIP while one is pending", "EBUSY") { bench in
      try bench.whilePending({ try bench.flip(to: $0) }) { try bench.flip(to: $0) }
    }
    list.row("PAGE_FLIP without an event while one is pending", "EBUSY") { bench in
      try bench.whilePending({ try bench.flip(to: $0) }) { picture in
        try bench.flip(to: picture) { $0.flags = 0 }
      }
    }
    list.row("PAGE_FLIP while one without an event is pending", "EBUSY") { bench in
      try bench.whilePending({ picture in try bench.flip(to: picture) { $0.flags = 0 } }) {
        try bench.flip(to: $0)
      }
    }
    list.row("PAGE_FLIP without an event: what comes", "0 events") { bench in
      let pictures = try bench.lit()
      try bench.flip(to: pictures.1) { $0.flags = 0 }
      bench.card.wait(100_000_000)
      return "\(try bench.device.readEvents().count) events"
    }
    list.call("PAGE_FLIP after the event", "0") { bench in
      let pictures = try bench.lit()
      try bench.flip(to: pictures.1)
      try bench.finish()
      try bench.flip(to: pictures.0)
      try bench.finish()
    }

    list.fact("Where the primary plane has no picture a flip is busy, pending or not.")
    list.call("PAGE_FLIP after SETCRTC to nothing", "EBUSY") { bench in
      let pictures = try bench.lit()
      try bench.turnOff()
      try bench.flip(to: pictures.1)
    }
    list.call("PAGE_FLIP after RMFB of the front", "EBUSY") { bench in
      let pictures = try bench.lit()
      try bench.device.removeFramebuffer(pictures.0.framebuffer)
      try bench.flip(to: pictures.1)
    }
    list.call("PAGE_FLIP to nothing where there is no picture", "EBUSY") { bench in
      _ = try bench.lit()
      try bench.turnOff()
      try bench.device.pageFlip(crtc: bench.crtc, framebuffer: 9999, userData: 0)
    }
    list.call("PAGE_FLIP after SETCRTC again", "0") { bench in
      let pictures = try bench.lit()
      try bench.turnOff()
      try bench.light(pictures.0)
      try bench.flip(to: pictures.1)
      try bench.finish()
    }

    list.fact("Flags are checked first, then objects, then the size, then the format.")
    list.call("PAGE_FLIP of no CRTC", "ENOENT") { bench in
      let pictures = try bench.lit()
      try bench.flip(to: pictures.1) { $0.crtc = 9999 }
    }
    list.call("PAGE_FLIP to no framebuffer", "ENOENT") { bench in
      _ = try bench.lit()
      try bench.device.pageFlip(crtc: bench.crtc, framebuffer: 9999, userData: 0)
    }
    list.call("PAGE_FLIP with an unknown flag, of no CRTC", "EINVAL") { bench in
      let pictures = try bench.lit()
      try bench.flip(to: pictures.1) {
        $0.flags = 0x81
        $0.crtc = 9999
      }
    }
    list.call("PAGE_FLIP with something in its reserved number", "EINVAL") { bench in
      let pictures = try bench.lit()
      try bench.flip(to: pictures.1) { $0.reserved = 1 }
    }
    list.call("PAGE_FLIP that shall not wait", "EINVAL") { bench in
      let pictures = try bench.lit()
      try bench.flip(to: pictures.1) { $0.flags = 0x3 }
    }
    list.call("PAGE_FLIP at a vblank of a number", "EINVAL") { bench in
      let pictures = try bench.lit()
      try bench.flip(to: pictures.1) { $0.flags = 0x5 }
    }
    list.call("PAGE_FLIP at a vblank both ways", "EINVAL") { bench in
      let pictures = try bench.lit()
      try bench.flip(to: pictures.1) { $0.flags = 0xd }
    }
    list.call("PAGE_FLIP to a framebuffer that is smaller", "ENOSPC") { bench in
      _ = try bench.lit()
      try bench.flip(to: bench.picture(width: bench.width - 8))
    }
    list.call("PAGE_FLIP to a framebuffer that is larger", "0") { bench in
      _ = try bench.lit()
      try bench.flip(to: bench.picture(width: bench.width + 64, height: bench.height + 8))
      try bench.finish()
    }
    list.row("PAGE_FLIP to the same framebuffer again", "0, event 2") { bench in
      let pictures = try bench.lit()
      let answer = try bench.ask { try bench.flip(to: pictures.0, userData: 2) }
      return "\(answer), \(try bench.eventWords())"
    }
    list.row("PAGE_FLIP straight from the console's picture", "0, event 3") { bench in
      let present = try bench.device.crtc(bench.crtc)
      guard present.framebuffer != 0, present.mode == bench.mode else { return "no console" }
      let answer = try bench.ask { try bench.flip(to: bench.picture(), userData: 3) }
      return "\(answer), \(try bench.eventWords())"
    }
    list.row("GETCRTC tells the picture that is pending", "true") { bench in
      let pictures = try bench.lit()
      try bench.flip(to: pictures.1)
      return "\(try bench.device.crtc(bench.crtc).framebuffer == pictures.1.framebuffer)"
    }
    list.call("PAGE_FLIP to a framebuffer whose buffer was given up", "0") { bench in
      let pictures = try bench.lit()
      try bench.device.destroyDumbBuffer(handle: pictures.1.buffer.handle)
      try bench.flip(to: pictures.1)
      try bench.finish()
    }
    list.row("DESTROY_DUMB of the front's buffer: the picture", "fb mode") { bench in
      let pictures = try bench.lit()
      try bench.device.destroyDumbBuffer(handle: pictures.0.buffer.handle)
      return try bench.state()
    }
  }
}
