import FlipbookTesting
import KMS
import Linux

extension DeviceConformance {
  static func addRemovals(_ list: inout ConformanceList) {
    list.fact("The screen loses a picture that is removed; some drivers then turn it off.")
    list.row(
      "RMFB of the front", vblank: "0, - mode", noVblank: "0, - -", hostCopy: "0, - mode"
    ) { bench in
      let pictures = try bench.lit()
      let answer = try bench.ask {
        try bench.device.removeFramebuffer(pictures.0.framebuffer)
      }
      return "\(answer), \(try bench.state())"
    }
    list.call("SETCRTC after it", "0") { bench in
      let pictures = try bench.lit()
      try bench.device.removeFramebuffer(pictures.0.framebuffer)
      try bench.light(pictures.1)
    }
    list.row(
      "RMFB of what a pending flip brings", vblank: "0, event 8, - mode",
      noVblank: "0, event 8, - -", hostCopy: "0, event 8, - mode"
    ) { bench in
      let pictures = try bench.lit()
      try bench.flip(to: pictures.1, userData: 8)
      let answer = try bench.ask {
        try bench.device.removeFramebuffer(pictures.1.framebuffer)
      }
      return "\(answer), \(try bench.eventWords()), \(try bench.state())"
    }
    list.row("RMFB of the old front while a flip is pending", "0, event 8, fb mode") { bench in
      let pictures = try bench.lit()
      try bench.flip(to: pictures.1, userData: 8)
      let answer = try bench.ask {
        try bench.device.removeFramebuffer(pictures.0.framebuffer)
      }
      return "\(answer), \(try bench.eventWords()), \(try bench.state())"
    }
    list.row("RMFB of a framebuffer that is not shown: the screen", "fb mode") { bench in
      let pictures = try bench.lit()
      try bench.device.removeFramebuffer(pictures.1.framebuffer)
      return try bench.state()
    }

    list.fact("What a file showed goes with it, and with it the flip that is pending.")
    list.row(
      "close while another file is open: the screen", vblank: "- mode", noVblank: "- -",
      hostCopy: "- mode"
    ) { bench in
      _ = try bench.lit()
      let other = try bench.another()
      bench.device.close()
      bench.card.wait(100_000_000)
      let state = try other.crtc(bench.crtc)
      return "\(state.framebuffer == 0 ? "-" : "fb") \(state.mode == nil ? "-" : "mode")"
    }
    list.row(
      "close with a flip pending: the screen", vblank: "- mode", noVblank: "- -",
      hostCopy: "- mode"
    ) { bench in
      let pictures = try bench.lit()
      let other = try bench.another()
      try bench.flip(to: pictures.1)
      bench.device.close()
      bench.card.wait(100_000_000)
      let state = try other.crtc(bench.crtc)
      return "\(state.framebuffer == 0 ? "-" : "fb") \(state.mode == nil ? "-" : "mode")"
    }
    list.row("close of the last file: the console's picture", "fb mode") { bench in
      _ = try bench.lit()
      bench.device.close()
      bench.card.wait(100_000_000)
      let other = try bench.another()
      let state = try other.crtc(bench.crtc)
      return "\(state.framebuffer == 0 ? "-" : "fb") \(state.mode == nil ? "-" : "mode")"
    }
    list.row("close: the framebuffer's number", "ENOENT") { bench in
      let pictures = try bench.lit()
      let other = try bench.another()
      bench.device.close()
      bench.card.wait(100_000_000)
      try other.setMaster()
      return try bench.ask {
        try other.setCRTC(
          bench.crtc, framebuffer: pictures.1.framebuffer, x: 0, y: 0,
          connectors: [bench.connector], mode: bench.mode)
      }
    }
    list.call("a call on a closed file", "EBADF") { bench in
      bench.device.close()
      _ = try bench.device.resources()
    }

    list.fact("Another master may change everything; a flip then finds no picture.")
    list.call("PAGE_FLIP after another master's picture came and went", "EBUSY") { bench in
      let pictures = try bench.lit()
      let other = try bench.another()
      try bench.device.dropMaster()
      try other.setMaster()
      try bench.light(bench.picture(on: other), on: other)
      other.close()
      bench.card.wait(100_000_000)
      try bench.device.setMaster()
      try bench.flip(to: pictures.1)
    }
    list.call("SETCRTC after it", "0") { bench in
      let pictures = try bench.lit()
      let other = try bench.another()
      try bench.device.dropMaster()
      try other.setMaster()
      try bench.light(bench.picture(on: other), on: other)
      other.close()
      bench.card.wait(100_000_000)
      try bench.device.setMaster()
      try bench.light(pictures.0)
    }
    list.call("PAGE_FLIP over another master's picture", "0") { bench in
      let pictures = try bench.lit()
      let other = try bench.another()
      try bench.device.dropMaster()
      try other.setMaster()
      try bench.light(bench.picture(on: other), on: other)
      try other.dropMaster()
      try bench.device.setMaster()
      try bench.flip(to: pictures.1)
      try bench.finish()
    }

    list.fact("Text on the terminal in front gives the console the screen, whoever is master.")
    list.row("the picture after KD_TEXT", "true, another picture") { bench in
      let pictures = try bench.lit()
      try bench.card.showConsole()
      let state = try bench.device.crtc(bench.crtc)
      let words = state.framebuffer == pictures.0.framebuffer ? "ours" : "another picture"
      return "\(bench.device.isMaster), \(words)"
    }
    list.call("PAGE_FLIP after KD_TEXT", "0") { bench in
      let pictures = try bench.lit()
      try bench.card.showConsole()
      try bench.flip(to: pictures.1)
      try bench.finish()
    }
  }
}
