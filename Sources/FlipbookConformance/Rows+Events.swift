import FlipbookTesting
import KMS
import Linux

extension DeviceConformance {
  static func addEvents(_ list: inout ConformanceList) {
    list.fact("Events wait to be read; a read gives whole ones, as many as fit.")
    list.call("read with nothing there", "EAGAIN") { _ = try $0.device.read(byteCount: 4096) }
    list.row("an event has 32 bytes", "32") { bench in
      try bench.flipUnread()
      return "\(try bench.device.read(byteCount: 4096))"
    }
    list.row("read of less than an event", "0") { bench in
      try bench.flipUnread()
      return "\(try bench.device.read(byteCount: 16))"
    }
    list.row("and again of enough", "32") { bench in
      try bench.flipUnread()
      _ = try bench.device.read(byteCount: 16)
      return "\(try bench.device.read(byteCount: 4096))"
    }
    list.row("read of two", "64") { bench in
      try bench.flipUnread(count: 2)
      return "\(try bench.device.read(byteCount: 4096))"
    }
    list.row("read of two into room for one and a half", "32") { bench in
      try bench.flipUnread(count: 2)
      return "\(try bench.device.read(byteCount: 48))"
    }
    list.row("poll with nothing there", "false") { bench in
      "\(bench.device.poll().contains(.readable))"
    }
    list.row("poll with an event there", "true") { bench in
      try bench.flipUnread()
      return "\(bench.device.poll().contains(.readable))"
    }
    list.row("the 129th unread event", "128, ENOMEM") { bench in
      try bench.flipUnread(count: 128)
      let pictures = try (bench.picture(), bench.picture())
      let answer = try bench.ask { try bench.flip(to: pictures.0) }
      let count = try bench.device.readEvents().count
      return "\(count), \(answer)"
    }
    list.call("a flip once they are read", "0") { bench in
      try bench.flipUnread(count: 128)
      _ = try bench.device.readEvents()
      try bench.flip(to: bench.picture())
      try bench.finish()
    }
    list.row("events come to the file that asked", "0 events") { bench in
      let pictures = try bench.lit()
      let other = try bench.another()
      try bench.flip(to: pictures.1)
      bench.card.wait(100_000_000)
      return "\(try other.readEvents().count) events"
    }

    list.fact("An event tells its CRTC, its time, and with vblanks their number.")
    list.row("the CRTC", "true") { bench in
      let pictures = try bench.lit()
      try bench.flip(to: pictures.1)
      return "\(try bench.events().first?.crtc == bench.crtc)"
    }
    list.row("all 64 bits that were given", "true") { bench in
      let pictures = try bench.lit()
      try bench.flip(to: pictures.1, userData: 0xfedc_ba98_7654_3210)
      return "\(try bench.events().first?.userData == 0xfedc_ba98_7654_3210)"
    }
    list.row("the number is 0", vblank: "false", noVblank: "true", hostCopy: "true") { bench in
      try bench.flipUnread(count: 2)
      return "\(try bench.device.readEvents().last?.sequence == 0)"
    }
    list.row(
      "the number goes up by 1 at least", vblank: "true", noVblank: "false", hostCopy: "false"
    ) { bench in
      try bench.flipUnread(count: 3)
      let events = try bench.device.readEvents()
      return "\(events[2].sequence > events[1].sequence)"
    }
    list.row(
      "the number goes on while nothing is asked", vblank: "true", noVblank: "false",
      hostCopy: "false"
    ) { bench in
      try bench.flipUnread(count: 2)
      let before = try bench.device.readEvents()[1].sequence
      bench.card.wait(200_000_000)
      try bench.flip(to: bench.picture())
      return "\(try bench.events()[0].sequence >= before + 3)"
    }
    list.row("times never go back", "true") { bench in
      try bench.flipUnread(count: 4)
      let times = try bench.device.readEvents().map(\.timestamp)
      return "\(zip(times.dropFirst(1), times.dropFirst(2)).allSatisfy { $0 <= $1 })"
    }
    list.row("times are the monotonic clock's, of the last second", "true") { bench in
      try bench.flipUnread(count: 2)
      let time = try bench.device.readEvents()[1].timestamp
      return "\(abs(bench.card.now - time) < 1_000_000_000)"
    }

    list.fact("A device without vblank says so to whoever asks for one.")
    list.row("CRTC_GET_SEQUENCE", vblank: "0", noVblank: "EOPNOTSUPP", hostCopy: "EOPNOTSUPP") {
      bench in
      _ = try bench.lit()
      return try bench.ask { _ = try bench.device.vblank(crtc: bench.crtc) }
    }
    list.row(
      "CRTC_GET_SEQUENCE of no CRTC", vblank: "ENOENT", noVblank: "EOPNOTSUPP",
      hostCopy: "EOPNOTSUPP"
    ) { bench in try bench.ask { _ = try bench.device.vblank(crtc: 9999) } }
    list.row(
      "CRTC_GET_SEQUENCE while it is off", vblank: "EINVAL", noVblank: "EOPNOTSUPP",
      hostCopy: "EOPNOTSUPP"
    ) { bench in
      _ = try bench.lit()
      try bench.turnOff()
      return try bench.ask { _ = try bench.device.vblank(crtc: bench.crtc) }
    }
    list.row("WAIT_VBLANK for none", vblank: "0", noVblank: "EOPNOTSUPP", hostCopy: "EOPNOTSUPP") {
      bench in
      _ = try bench.lit()
      return try bench.ask { try bench.device.waitForNoVblank() }
    }
    list.row(
      "WAIT_VBLANK while it is off", vblank: "EINVAL", noVblank: "EOPNOTSUPP",
      hostCopy: "EOPNOTSUPP"
    ) { bench in
      _ = try bench.lit()
      try bench.turnOff()
      return try bench.ask { try bench.device.waitForNoVblank() }
    }
  }
}

extension ConformanceBench {
  /// Flips so often, waiting for each without reading its event.
  func flipUnread(count: Int = 1) throws {
    let pictures = try lit()
    for turn in 1...count {
      var tries = 0
      while true {
        let answer = try ask {
          try flip(to: turn % 2 == 0 ? pictures.0 : pictures.1, userData: UInt64(turn))
        }
        if answer == "0" { break }
        tries += 1
        guard answer == "EBUSY", tries < 2000 else {
          throw ConformanceTrouble(description: "flip \(turn) of \(count): \(answer)")
        }
        card.wait(1_000_000)
      }
    }
    // The last is done once the next call that waits for it has returned.
    try light(pictures.0)
    card.wait(20_000_000)
  }
}
