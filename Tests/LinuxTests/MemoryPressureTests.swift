import Glibc
import Testing

@testable import Linux

@Suite("Memory pressure", .timeLimit(.minutes(1))) struct MemoryPressureTests {
  private let folder: String
  private let loop: EventLoop

  init() throws {
    var template = Array("/tmp/flipbook-pressure-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { throw Errno.current }
    folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    loop = try EventLoop(clock: TestClock())
  }

  private func path(_ name: String) -> String { "\(folder)/\(name)" }

  private func cleanUp() {
    for name in (try? Directory.list(folder)) ?? [] { unlink(path(name)) }
    rmdir(folder)
  }

  private func write(_ text: String, _ name: String) throws {
    try File.write(Array(text.utf8), to: path(name))
  }

  private func run(until time: Int64) {
    loop.schedule(at: time) { [loop] in loop.stop() }
    loop.run()
  }

  @Test("writes the trigger to the first place that allows it") func writesTrigger() throws {
    defer { cleanUp() }
    #expect(mkfifo(path("memory.pressure"), 0o600) == 0)
    let reader = try FileDescriptor.open(path("memory.pressure"), flags: O_RDWR | O_NONBLOCK)
    let places = MemoryPlaces(
      stalls: [path("absent"), folder, path("memory.pressure")], events: path("memory.events"))
    let pressure = MemoryPressure(loop: loop, places: places) {}
    #expect(pressure.source == .stalls(path("memory.pressure")))
    var bytes = [UInt8](repeating: 1, count: 100)
    let count = try bytes.withUnsafeMutableBytes { try reader.read(into: $0) }
    // Microseconds; everyone may ask for windows of two seconds.
    #expect(Array(bytes[..<count]) == Array("some 150000 2000000".utf8) + [0])
  }

  @Test("where nothing is to be had it tells nothing") func nothing() throws {
    defer { cleanUp() }
    for events in [nil, path("absent")] {
      let pressure = MemoryPressure(
        loop: loop, places: MemoryPlaces(stalls: [path("absent")], events: events)
      ) { Issue.record("there is no pressure") }
      #expect(pressure.source == nil)
      run(until: loop.now + 10)
    }
  }

  @Test("counts how often limits were met, and is quiet for two seconds after telling")
  func events() throws {
    defer { cleanUp() }
    try write("low 0\nhigh 3\nmax 0\noom 0\n", "memory.events")
    var told: [Int64] = []
    let pressure = MemoryPressure(
      loop: loop, places: MemoryPlaces(stalls: [], events: path("memory.events"))
    ) { [loop] in told.append(loop.now) }
    #expect(pressure.source == .events(path("memory.events")))
    run(until: 100)
    #expect(told == [])
    // What is no limit tells nothing.
    try write("low 9\nhigh 3\nmax 0\noom 0\n", "memory.events")
    run(until: 200)
    #expect(told == [])
    try write("low 9\nhigh 4\nmax 0\noom 0\n", "memory.events")
    run(until: 300)
    #expect(told == [200])
    try write("low 9\nhigh 5\nmax 0\noom 0\n", "memory.events")
    try write("low 9\nhigh 5\nmax 1\noom 0\n", "memory.events")
    run(until: MemoryPressure.pause)
    #expect(told == [200])
    run(until: 2 * MemoryPressure.pause)
    #expect(told == [200, MemoryPressure.pause + 200])
  }

  @Test("let go of, it listens no more") func letGo() throws {
    defer { cleanUp() }
    try write("high 0\n", "memory.events")
    var count = 0
    var pressure: MemoryPressure? = MemoryPressure(
      loop: loop, places: MemoryPlaces(stalls: [], events: path("memory.events"))
    ) { count += 1 }
    #expect(pressure?.source != nil)
    pressure = nil
    try write("high 1\n", "memory.events")
    run(until: 100)
    #expect(count == 0)
  }

  @Test(
    "finds the control group of version 2",
    arguments: [
      ("0::/system.slice/player.service\n", "/sys/fs/cgroup/system.slice/player.service"),
      ("0::/\n", "/sys/fs/cgroup"),
      ("4:memory:/other\n0::/player\n", "/sys/fs/cgroup/unified/player"),
      ("4:memory:/other\n", nil), ("", nil),
    ] as [(String, String?)])
  func group(text: String, folder: String?) {
    #expect(MemoryPlaces.folder(cgroups: text) == folder)
    cleanUp()
  }

  @Test("this machine's own places are listened to, or are not, without an error") func system() {
    defer { cleanUp() }
    let pressure = MemoryPressure(loop: loop) {}
    if let source = pressure.source {
      #expect(MemoryPlaces.system.stalls.contains { source == .stalls($0) } || source.isEvents)
    }
  }
}

extension MemoryPressure.Source {
  var isEvents: Bool { if case .events = self { true } else { false } }
}

@Suite("Urgent descriptors", .timeLimit(.minutes(1))) struct UrgentWatchTests {
  @Test("are told of what is out of band, not of what can be read") func outOfBand() throws {
    let loop = try EventLoop(clock: TestClock())
    let (near, far) = try connection()
    var count = 0
    try loop.watch(near.rawValue, for: .urgent) { [number = near.rawValue] in
      count += 1
      var byte: UInt8 = 0
      #expect(recv(number, &byte, 1, CInt(MSG_OOB)) == 1)
    }
    try far.writeAll([1])
    loop.schedule(at: 10) { loop.stop() }
    loop.run()
    #expect(count == 0)
    var byte: UInt8 = 2
    #expect(send(far.rawValue, &byte, 1, CInt(MSG_OOB)) == 1)
    loop.schedule(at: 20) { loop.stop() }
    loop.run()
    #expect(count == 1)
    loop.unwatch(near.rawValue)
  }

  /// Two ends of a connection within this machine.
  private func connection() throws -> (SharedDescriptor, SharedDescriptor) {
    func check(_ value: CInt) throws -> CInt {
      guard value >= 0 else { throw Errno.current }
      return value
    }
    let kind = CInt(SOCK_STREAM.rawValue)
    let listener = FileDescriptor(adopting: try check(socket(AF_INET, kind, 0)))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let far = SharedDescriptor(try check(socket(AF_INET, kind, 0)))
    _ = try withUnsafeMutablePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        _ = try check(bind(listener.rawValue, pointer, length))
        _ = try check(listen(listener.rawValue, 1))
        _ = try check(getsockname(listener.rawValue, pointer, &length))
        return try check(connect(far.rawValue, pointer, length))
      }
    }
    return (SharedDescriptor(try check(accept(listener.rawValue, nil, nil))), far)
  }
}

/// A descriptor that closures can share.
final class SharedDescriptor {
  private let descriptor: FileDescriptor

  init(_ number: CInt) { descriptor = FileDescriptor(adopting: number) }

  var rawValue: CInt { descriptor.rawValue }
  func writeAll(_ bytes: [UInt8]) throws(Errno) { try descriptor.writeAll(bytes) }
}
