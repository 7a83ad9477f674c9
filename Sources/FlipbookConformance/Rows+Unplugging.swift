import FlipbookTesting
import KMS
import Linux

extension DeviceConformance {
  static func addUnplugging(_ list: inout ConformanceList) {
    list.fact("Of a card that is gone the pending event still comes, and nothing else works.")
    list.row(
      "PAGE_FLIP, then the card is pulled out: the event", when: { $0.pulledOut("event 31") }
    ) {
      bench in
      try bench.afterPullingOut(flipping: true) { try bench.eventWords() }
    }
    list.row("GETRESOURCES then", when: { $0.pulledOut("ENODEV") }) { bench in
      try bench.afterPullingOut { try bench.ask { _ = try bench.device.resources() } }
    }
    list.row("PAGE_FLIP then", when: { $0.pulledOut("ENODEV") }) { bench in
      try bench.afterPullingOut {
        try bench.ask {
          try bench.device.pageFlip(crtc: bench.crtc, framebuffer: 1, userData: 0)
        }
      }
    }
    list.row("CREATE_DUMB then", when: { $0.pulledOut("ENODEV") }) { bench in
      try bench.afterPullingOut { try bench.ask { try bench.create(64, 64, 32) } }
    }
    list.row("SET_MASTER then", when: { $0.pulledOut("ENODEV") }) { bench in
      try bench.afterPullingOut { try bench.ask { try bench.device.setMaster() } }
    }
    list.row("who asks whether it is master, as libdrm does", when: { $0.pulledOut("true") }) {
      bench in try bench.afterPullingOut { "\(bench.device.isMaster)" }
    }
    list.row("poll: hung up", when: { $0.pulledOut("false") }) { bench in
      try bench.afterPullingOut { "\(bench.device.poll().contains(.hungUp))" }
    }
    list.row("read with nothing there", when: { $0.pulledOut("EAGAIN") }) { bench in
      try bench.afterPullingOut {
        try bench.ask { _ = try bench.device.read(byteCount: 4096) }
      }
    }
    list.row("a mapping from before", when: { $0.pulledOut("7") }) { bench in
      let buffer = try bench.device.createDumbBuffer(width: 64, height: 64, bitsPerPixel: 32)
      let mapping = try bench.device.mapDumbBuffer(buffer)
      defer { bench.device.unmapDumbBuffer(mapping) }
      mapping[0] = 1
      return try bench.afterPullingOut {
        mapping[0] = 7
        return "\(mapping[0])"
      }
    }
    list.row("mmap then", when: { $0.pulledOut("ENODEV") }) { bench in
      let offset = try bench.offset().offset
      return try bench.afterPullingOut {
        try bench.ask {
          try bench.device.tryMapping(offset: offset, byteCount: 4096, isPrivate: false)
        }
      }
    }
    list.row("opened anew once it is back, it is master", when: { $0.pulledOut("true") }) { bench in
      try bench.afterPullingOut { "\(try bench.another().isMaster)" }
    }
  }
}

extension ConformanceCard {
  func pulledOut(_ answer: String) -> String {
    canBePulledOut ? answer : "cannot be pulled out"
  }
}

extension ConformanceBench {
  /// What is answered after the card, lit, was pulled out.
  func afterPullingOut(
    flipping: Bool = false, _ question: () throws -> String
  ) throws -> String {
    guard card.canBePulledOut else { return "cannot be pulled out" }
    let pictures = try lit()
    if flipping { try flip(to: pictures.1, userData: 31) }
    try card.pullOut()
    return try question()
  }
}
