import FlipbookTesting
import KMS
import Linux

extension DeviceConformance {
  static func addRequests(_ list: inout ConformanceList) {
    list.fact("What the kernel does not know, it calls invalid.")
    list.call("an unknown call of DRM's", "EINVAL") { bench in
      try bench.device.unknownRequest(isOfDRM: true)
    }
    list.call("a call of another kind", "ENOTTY") { bench in
      try bench.device.unknownRequest(isOfDRM: false)
    }
    list.call("GET_CAP of an unknown number", "EINVAL") { bench in
      _ = try bench.device.rawCapability(0xff)
    }
    list.call("SET_CLIENT_CAP of an unknown number", "EINVAL") { bench in
      try bench.device.rawClientCapability(0xff, value: 1)
    }
    list.call("SET_CLIENT_CAP atomic to 3", "EINVAL") { bench in
      try bench.device.rawClientCapability(ClientCapability.atomic.rawValue, value: 3)
    }
    list.call("SET_CLIENT_CAP universal planes to 2", "EINVAL") { bench in
      try bench.device.rawClientCapability(ClientCapability.universalPlanes.rawValue, value: 2)
    }
    list.call("SET_CLIENT_CAP atomic", "0") { bench in
      try bench.device.setClientCapability(.atomic, to: true)
    }
    list.row("GET_CAP dumb buffers", "1") { "\(try $0.device.capability(.dumbBuffer))" }
    list.row("GET_CAP monotonic times", "1") { bench in
      "\(try bench.device.capability(.monotonicTimestamps))"
    }
    list.row("GET_CAP asynchronous flips", "0") { bench in
      "\(try bench.device.capability(.asyncPageFlip))"
    }
    list.row(
      "GET_CAP asynchronous flips of commits",
      // Before that the kernel did not know the question.
      when: { $0.kernel >= KernelVersion(6, 8) ? "0" : "EINVAL" }
    ) { bench in
      var value: UInt64 = 0
      let answer = try bench.ask { value = try bench.device.capability(.atomicAsyncPageFlip) }
      return answer == "0" ? "\(value)" : answer
    }
  }

  static func addBuffers(_ list: inout ConformanceList) {
    list.fact("A buffer has a size of at least a pixel, that fits 32 bits.")
    list.call("CREATE_DUMB of width 0", "EINVAL") { try $0.create(0, 64, 32) }
    list.call("CREATE_DUMB of height 0", "EINVAL") { try $0.create(64, 0, 32) }
    list.call("CREATE_DUMB of 0 bits a pixel", "EINVAL") { try $0.create(64, 64, 0) }
    list.call("CREATE_DUMB of rows beyond 32 bits", "EINVAL") { try $0.create(.max, 1, 32) }
    list.call("CREATE_DUMB beyond 32 bits", "EINVAL") { try $0.create(65_536, 65_536, 32) }
    list.row("CREATE_DUMB of 4.1 GB", vblank: "0", noVblank: "0", hostCopy: "ENOMEM") { bench in
      try bench.ask { try bench.create(32_000, 32_000, 32) }
    }
    list.call("CREATE_DUMB with flags, which it passes over", "0") { bench in
      _ = try bench.device.createDumbBuffer(width: 64, height: 64, bitsPerPixel: 32, flags: 7)
    }
    list.row(
      "CREATE_DUMB of 16 bits a pixel", vblank: "0", noVblank: "0", hostCopy: "EINVAL"
    ) { bench in try bench.ask { try bench.create(64, 64, 16) } }
    list.row("the pitch of 1366 pixels is at least 5464 bytes", "true") { bench in
      let buffer = try bench.device.createDumbBuffer(width: 1366, height: 4, bitsPerPixel: 32)
      return "\(buffer.pitch >= 5464)"
    }
    list.row("the size of 800x7 is that of whole pages", "true") { bench in
      let buffer = try bench.device.createDumbBuffer(width: 800, height: 7, bitsPerPixel: 32)
      return "\(buffer.size >= UInt64(buffer.pitch) * 7 && buffer.size % 4096 == 0)"
    }
    list.row("a new buffer is black", "true") { bench in
      let buffer = try bench.device.createDumbBuffer(width: 64, height: 64, bitsPerPixel: 32)
      let mapping = try bench.device.mapDumbBuffer(buffer)
      defer { bench.device.unmapDumbBuffer(mapping) }
      return "\(mapping.allSatisfy { $0 == 0 })"
    }

    list.fact("A handle is known in its file until it is given up.")
    list.call("MAP_DUMB of no handle", "ENOENT") { _ = try $0.device.mapOffset(of: 9999) }
    list.call("MAP_DUMB of another file's handle", "ENOENT") { bench in
      let buffer = try bench.device.createDumbBuffer(width: 64, height: 64, bitsPerPixel: 32)
      _ = try bench.another().mapOffset(of: buffer.handle)
    }
    list.call("DESTROY_DUMB of no handle", "EINVAL") { bench in
      try bench.device.destroyDumbBuffer(handle: 9999)
    }
    list.call("DESTROY_DUMB twice", "EINVAL") { bench in
      let buffer = try bench.device.createDumbBuffer(width: 64, height: 64, bitsPerPixel: 32)
      try bench.device.destroyDumbBuffer(handle: buffer.handle)
      try bench.device.destroyDumbBuffer(handle: buffer.handle)
    }
    list.row("a mapping outlives its handle", "7") { bench in
      let buffer = try bench.device.createDumbBuffer(width: 64, height: 64, bitsPerPixel: 32)
      let mapping = try bench.device.mapDumbBuffer(buffer)
      defer { bench.device.unmapDumbBuffer(mapping) }
      try bench.device.destroyDumbBuffer(handle: buffer.handle)
      mapping[0] = 7
      return "\(mapping[0])"
    }
    list.row("two mappings of a buffer are one memory", "9") { bench in
      let buffer = try bench.device.createDumbBuffer(width: 64, height: 64, bitsPerPixel: 32)
      let mappings = try (
        bench.device.mapDumbBuffer(buffer), bench.device.mapDumbBuffer(buffer)
      )
      defer {
        bench.device.unmapDumbBuffer(mappings.0)
        bench.device.unmapDumbBuffer(mappings.1)
      }
      mappings.0[5] = 9
      return "\(mappings.1[5])"
    }

    list.fact("A buffer is mapped shared, from its own offset on, by its own file.")
    list.row("the offset is of more than 32 bits", "true") { bench in
      "\(try bench.offset().offset > UInt64(UInt32.max))"
    }
    list.call("mmap as it should be", "0") { bench in
      let (buffer, offset) = try bench.offset()
      try bench.device.tryMapping(
        offset: offset, byteCount: Int(buffer.size), isPrivate: false)
    }
    list.call("mmap of a part", "0") { bench in
      try bench.device.tryMapping(
        offset: bench.offset().offset, byteCount: 4096, isPrivate: false)
    }
    list.call("mmap of more than there is", "EINVAL") { bench in
      let (buffer, offset) = try bench.offset()
      try bench.device.tryMapping(
        offset: offset, byteCount: Int(buffer.size) + 4096, isPrivate: false)
    }
    list.call("mmap at no buffer's offset", "EINVAL") { bench in
      try bench.device.tryMapping(offset: 0x7000_0000_0000, byteCount: 4096, isPrivate: false)
    }
    list.call("mmap with MAP_PRIVATE", "EINVAL") { bench in
      try bench.device.tryMapping(
        offset: bench.offset().offset, byteCount: 4096, isPrivate: true)
    }
    list.call("mmap by another file", "EACCES") { bench in
      let offset = try bench.offset().offset
      try bench.another().tryMapping(offset: offset, byteCount: 4096, isPrivate: false)
    }
  }
}

extension ConformanceBench {
  func create(_ width: UInt32, _ height: UInt32, _ bits: UInt32) throws {
    _ = try device.createDumbBuffer(
      width: width, height: height, bitsPerPixel: bits, flags: 0)
  }

  /// A small buffer and the offset that it is mapped at.
  func offset() throws -> (buffer: DumbBufferInfo, offset: UInt64) {
    let buffer = try device.createDumbBuffer(width: 64, height: 64, bitsPerPixel: 32, flags: 0)
    return (buffer, try device.mapOffset(of: buffer.handle))
  }
}
