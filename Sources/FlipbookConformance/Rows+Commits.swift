import FlipbookTesting
import KMS
import Linux

extension DeviceConformance {
  static func addCommits(_ list: inout ConformanceList) {
    list.fact("A commit names objects and properties that there are, and values that they take.")
    list.call("ATOMIC flip", "0") { bench in
      _ = try bench.atomic()
      try bench.commitFlip(to: bench.lit().1)
    }
    list.call("ATOMIC of no object", "ENOENT") { bench in
      try bench.commit { $0.append(PropertyChange(object: 9999, property: 1, value: 0)) }
    }
    list.call("ATOMIC of no property", "ENOENT") { bench in
      try bench.commit { $0.append(PropertyChange(object: bench.crtc, property: 9999, value: 0)) }
    }
    list.call("ATOMIC of a property that the object has not", "ENOENT") { bench in
      try bench.commit { changes in
        let mode = try bench.property("MODE_ID", of: bench.crtc, .crtc).id
        changes.append(PropertyChange(object: bench.connector, property: mode, value: 0))
      }
    }
    list.call("ATOMIC of a framebuffer that there is not", "EINVAL") { bench in
      try bench.commit { $0.append(try bench.set("FB_ID", 9999)) }
    }
    list.call("ATOMIC of a CRTC that there is not", "EINVAL") { bench in
      try bench.commit { $0.append(try bench.set("CRTC_ID", 9999)) }
    }
    list.call("ATOMIC of a mode blob that there is not", "EINVAL") { bench in
      try bench.commit(.allowModeSet) { $0.append(try bench.set("MODE_ID", 9999)) }
    }
    list.call("ATOMIC of a mode blob of 8 bytes", "EINVAL") { bench in
      let blob = try bench.device.createBlob([UInt8](repeating: 0, count: 8))
      try bench.commit(.allowModeSet) { $0.append(try bench.set("MODE_ID", UInt64(blob))) }
    }
    list.call("ATOMIC of a property that only the kernel changes", "EINVAL") { bench in
      try bench.commit { $0.append(try bench.set("type", 1)) }
    }
    list.call("ATOMIC of DPMS", "EINVAL") { bench in
      try bench.commit { changes in
        changes.append(try bench.change("DPMS", of: bench.connector, .connector, to: 3))
      }
    }
    list.call("ATOMIC of ACTIVE 2", "EINVAL") { bench in
      try bench.commit(.allowModeSet) { $0.append(try bench.set("ACTIVE", 2)) }
    }

    list.fact("What a commit leaves must make sense as a whole.")
    list.call("ATOMIC of a framebuffer without a CRTC", "EINVAL") { bench in
      try bench.commit { $0.append(try bench.set("CRTC_ID", 0)) }
    }
    list.call("ATOMIC of a CRTC without a framebuffer", "EINVAL") { bench in
      try bench.commit { $0.append(try bench.set("FB_ID", 0)) }
    }
    list.call("ATOMIC of ACTIVE without a mode", "EINVAL") { bench in
      try bench.commit(.allowModeSet) { $0.append(try bench.set("MODE_ID", 0)) }
    }
    list.call("ATOMIC of a connector off while its CRTC is on", "EINVAL") { bench in
      try bench.commit(.allowModeSet) { $0.append(try bench.set("CONNECTOR", 0)) }
    }
    list.call("ATOMIC of a source beyond the framebuffer", "ENOSPC") { bench in
      try bench.commit { $0.append(try bench.set("SRC_X", 1 << 16)) }
    }
    list.call("ATOMIC of scaling", "ERANGE") { bench in
      try bench.commit { $0.append(try bench.set("SRC_W", UInt64(bench.width / 2) << 16)) }
    }
    list.row(
      "ATOMIC of a picture smaller than the screen",
      when: { card in
        // vkms asked for a whole screen until 6.2.
        card.profile == .vblank && card.kernel >= KernelVersion(6, 2) ? "0" : "EINVAL"
      }
    ) { bench in
      try bench.ask {
        try bench.commit { changes in
          for name in ["SRC_W", "CRTC_W"] {
            let width = UInt64(bench.width - 8) << (name == "SRC_W" ? 16 : 0)
            changes.append(try bench.set(name, width))
          }
        }
      }
    }
    list.row(
      "ATOMIC of the primary plane off, its CRTC on", vblank: "0", noVblank: "EINVAL",
      hostCopy: "0"
    ) { bench in
      try bench.ask {
        try bench.commit {
          $0.append(try bench.set("FB_ID", 0))
          $0.append(try bench.set("CRTC_ID", 0))
        }
      }
    }
    list.fact("Of drivers that copy to a host, newer ones are told what differs in a picture.")
    list.row("damage upside down", when: { $0.damaging("EINVAL") }) {
      try $0.damage([0, 10, 10, 5])
    }
    list.row("damage beyond the framebuffer", when: { $0.damaging("EINVAL") }) {
      try $0.damage([0, 0, 100_000, 5])
    }
    list.row("damage of 12 bytes", when: { $0.damaging("EINVAL") }) { try $0.damage([0, 0, 10]) }
    list.row("damage of a part of the framebuffer", when: { $0.damaging("0") }) {
      try $0.damage([0, 0, 10, 5])
    }
  }
}

extension ConformanceBench {
  /// A commit that shows another picture, with something more.
  func commit(
    _ flags: AtomicFlags = [], userData: UInt64 = 0, _ more: (inout [PropertyChange]) throws -> Void
  ) throws {
    _ = try atomic()
    let pictures = try lit()
    var changes = [try set("FB_ID", UInt64(pictures.1.framebuffer))]
    try more(&changes)
    try device.commit(changes, flags: flags, userData: userData)
  }

  /// A commit that shows a picture, with an event and without waiting unless told otherwise.
  func commitFlip(to picture: Picture, flags: AtomicFlags = [.event, .nonblocking]) throws {
    let framebuffer = try set("FB_ID", UInt64(picture.framebuffer))
    try device.commit([framebuffer], flags: flags, userData: 0)
  }

  /// What a commit answers that says where its picture differs; in words where there is no way to.
  func damage(_ numbers: [Int32]) throws -> String {
    _ = try atomic()
    let pictures = try lit()
    let plane = try device.primaryPlane(crtc: crtc)?.id ?? 0
    guard let property = try device.properties(of: plane, kind: .plane)["FB_DAMAGE_CLIPS"] else {
      return "no such property"
    }
    let blob = try device.createBlob(
      numbers.flatMap { number in
        (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
      })
    return try ask {
      try device.commit(
        [
          set("FB_ID", UInt64(pictures.1.framebuffer)),
          PropertyChange(object: plane, property: property.id, value: UInt64(blob)),
        ], flags: [], userData: 0)
    }
  }
}

extension ConformanceCard {
  /// What is answered to who says where pictures differ: virtio-gpu is told since 6.4.
  func damaging(_ answer: String) -> String {
    profile == .hostCopy && kernel >= KernelVersion(6, 4) ? answer : "no such property"
  }
}
