import FlipbookTesting
import KMS
import Linux

extension DeviceConformance {
  static func addFramebuffers(_ list: inout ConformanceList) {
    list.fact("A framebuffer's arguments are checked by themselves first, then with its buffer.")
    list.call("ADDFB2 of the screen's size", "0") { _ = try $0.addFramebuffer { _ in } }
    list.row("ADDFB2 of no handle", vblank: "ENOENT", noVblank: "ENOENT", hostCopy: "EINVAL") {
      bench in try bench.ask { _ = try bench.addFramebuffer { $0.handle = 9999 } }
    }
    list.call("ADDFB2 of handle 0", "EINVAL") { try $0.add { $0.handle = 0 } }
    list.call("ADDFB2 of width 0", "EINVAL") { try $0.add { $0.width = 0 } }
    list.call("ADDFB2 of height 0", "EINVAL") { try $0.add { $0.height = 0 } }
    list.call("ADDFB2 wider than the card can", "EINVAL") { try $0.add { $0.width = 65_536 } }
    list.call("ADDFB2 taller than the card can", "EINVAL") { try $0.add { $0.height = 65_536 } }
    list.call("ADDFB2 of pitch 0", "EINVAL") { try $0.add { $0.pitch = 0 } }
    list.call("ADDFB2 of a pitch below a row", "EINVAL") { try $0.add { $0.pitch -= 4 } }
    list.call("ADDFB2 of an unknown format", "EINVAL") { try $0.add { $0.fourCC = 0x2020_2020 } }
    list.call("ADDFB2 of format 0", "EINVAL") { try $0.add { $0.fourCC = 0 } }
    list.call("ADDFB2 with an unknown flag", "EINVAL") { try $0.add { $0.flags = 1 << 7 } }
    list.call("ADDFB2 with a modifier and no flag for it", "EINVAL") { bench in
      try bench.add { $0.modifier = 1 }
    }
    list.row(
      "ADDFB2 of half a buffer's rows too many", vblank: "EINVAL", noVblank: "EINVAL",
      hostCopy: "0"
    ) { bench in try bench.ask { try bench.add { $0.height += $0.height / 2 } } }
    list.row(
      "ADDFB2 of a format that no plane takes",
      when: { card in
        switch card.profile {
        // vkms looked at formats when they were to be shown, until 6.3.
        case .vblank: card.kernel >= KernelVersion(6, 3) ? "EINVAL" : "0"
        case .noVblank: "EINVAL"
        case .hostCopy: "ENOENT"
        }
      }
      // YUYV, two bytes a pixel
    ) { bench in try bench.ask { try bench.add { $0.fourCC = 0x5659_5559 } } }
    list.row(
      "SETCRTC of such a framebuffer",
      when: { card in
        card.profile == .hostCopy ? "ENOENT" : "EINVAL"
      }
    ) { bench in
      try bench.ask {
        let framebuffer = try bench.addFramebuffer { $0.fourCC = 0x5659_5559 }
        try bench.set { $0.framebuffer = framebuffer }
      }
    }
    list.call("ADDFB2 beyond 32 bits", "ERANGE") { bench in
      try bench.add {
        $0.pitch = .max & ~3
        $0.offset = 8192
      }
    }
    list.call("ADDFB of depth 24 in 32 bits", "0") { try $0.addByDepth(24, 32) }
    list.row(
      "ADDFB of depth 23 in 32 bits", vblank: "EINVAL", noVblank: "EINVAL", hostCopy: "EINVAL"
    ) { bench in try bench.ask { try bench.addByDepth(23, 32) } }

    list.row(
      "ADDFB of depth 30 in 32 bits",
      when: { card in
        switch card.profile {
        case .vblank: card.kernel >= KernelVersion(6, 3) ? "EINVAL" : "0"
        case .noVblank: "EINVAL"
        case .hostCopy: "ENOENT"
        }
      }
    ) { bench in try bench.ask { try bench.addByDepth(30, 32) } }

    list.fact("A framebuffer is its file's, and each is given up once.")
    list.call("RMFB of an idle one", "0") { bench in
      try bench.device.removeFramebuffer(bench.picture().framebuffer)
    }
    list.call("RMFB twice", "ENOENT") { bench in
      let picture = try bench.picture()
      try bench.device.removeFramebuffer(picture.framebuffer)
      try bench.device.removeFramebuffer(picture.framebuffer)
    }
    list.call("RMFB of another file's", "ENOENT") { bench in
      try bench.another().removeFramebuffer(bench.picture().framebuffer)
    }
    list.call("RMFB of what is none", "ENOENT") { try $0.device.removeFramebuffer(9999) }
    list.call("PAGE_FLIP to another file's framebuffer", "0") { bench in
      _ = try bench.lit()
      try bench.flip(to: bench.picture(on: bench.another()))
      try bench.finish()
    }
    list.row("CLOSEFB of an idle one", when: { $0.closing("0") }) { bench in
      try bench.ask { try bench.device.closeFramebuffer(bench.picture().framebuffer) }
    }
    list.row("CLOSEFB twice", when: { $0.closing("ENOENT") }) { bench in
      let picture = try bench.picture()
      return try bench.ask {
        try bench.device.closeFramebuffer(picture.framebuffer)
        try bench.device.closeFramebuffer(picture.framebuffer)
      }
    }
    list.row("CLOSEFB with something in its padding", when: { $0.closing("EINVAL") }) { bench in
      try bench.ask {
        try bench.device.closeFramebuffer(bench.picture().framebuffer, padding: 1)
      }
    }
    list.row("CLOSEFB of the picture on screen: it stays", when: { $0.closing("0, fb mode") }) {
      bench in
      let pictures = try bench.lit()
      let answer = try bench.ask {
        try bench.device.closeFramebuffer(pictures.0.framebuffer)
      }
      return answer == "0" ? "0, \(try bench.state())" : answer
    }
    list.row("RMFB after CLOSEFB", when: { $0.closing("ENOENT") }) { bench in
      let pictures = try bench.lit()
      let answer = try bench.ask {
        try bench.device.closeFramebuffer(pictures.0.framebuffer)
      }
      guard answer == "0" else { return answer }
      return try bench.ask { try bench.device.removeFramebuffer(pictures.0.framebuffer) }
    }

    list.fact("Drivers that see writes by themselves know no DIRTYFB; the others copy.")
    list.row(
      "DIRTYFB of the picture on screen", vblank: "ENOSYS", noVblank: "ENOSYS", hostCopy: "0"
    ) { bench in
      let pictures = try bench.lit()
      return try bench.ask {
        try bench.device.markDirty(pictures.0.framebuffer, rectangles: [])
      }
    }
    list.call("DIRTYFB of what is none", "ENOENT") { bench in
      try bench.device.markDirty(9999, rectangles: [])
    }
    list.row(
      "DIRTYFB of 257 rectangles", vblank: "EINVAL", noVblank: "EINVAL", hostCopy: "EINVAL"
    ) { bench in
      let picture = try bench.lit().0
      let one = DamageRectangle(x1: 0, y1: 0, x2: 1, y2: 1)
      return try bench.ask {
        try bench.device.markDirty(
          picture.framebuffer, rectangles: Array(repeating: one, count: 257))
      }
    }
  }
}

extension ConformanceBench {
  func add(_ change: (inout FramebufferRequest) -> Void) throws {
    _ = try addFramebuffer(change)
  }

  func addByDepth(_ depth: UInt32, _ bits: UInt32) throws {
    let buffer = try device.createDumbBuffer(
      width: width, height: height, bitsPerPixel: 32, flags: 0)
    _ = try device.addFramebuffer(
      width: width, height: height, buffer: buffer, depth: depth, bitsPerPixel: bits)
  }
}

extension ConformanceCard {
  /// What CLOSEFB answers: kernels before 6.8 do not know it.
  func closing(_ answer: String) -> String {
    kernel >= KernelVersion(6, 8) ? answer : "EINVAL"
  }
}
