import Glibc
import Testing

@testable import Linux

@Suite struct FileTests {
  /// A folder that goes with its owner.
  final class Scratch {
    let path: String

    init() throws {
      var template = Array("/tmp/flipbook-linux-XXXXXX".utf8CString)
      guard mkdtemp(&template) != nil else { throw Errno.current }
      path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
      for name in (try? Directory.list(path)) ?? [] { remove("\(path)/\(name)") }
      rmdir(path)
    }
  }

  @Test func whatIsWrittenIsRead() throws {
    let scratch = try Scratch()
    let path = scratch.path + "/a"
    let bytes = (0..<200_000).map { UInt8(truncatingIfNeeded: $0) }
    for atomically in [false, true] {
      try File.write(bytes.dropLast(atomically ? 1 : 0), to: path, atomically: atomically)
      #expect(try File.read(path).count == bytes.count - (atomically ? 1 : 0))
    }
    #expect(try File.read(path) == bytes.dropLast())
    #expect(try Directory.list(scratch.path) == ["a"])
    #expect(throws: Errno(rawValue: EFBIG)) { try File.read(path, limit: 199_998) }
    #expect(try File.read(path, limit: 199_999).count == 199_999)
  }

  @Test func aFailedAtomicWriteLeavesNothing() throws {
    let scratch = try Scratch()
    try Directory.create(scratch.path + "/folder")
    #expect(throws: Errno.isDirectory) {
      try File.write([1], to: scratch.path + "/folder", atomically: true)
    }
    #expect(try Directory.list(scratch.path) == ["folder"])
  }

  @Test func listsHiddenAndLongNames() throws {
    let scratch = try Scratch()
    let names = [".hidden", "b", String(repeating: "ä", count: 127)]
    for name in names { try File.write([], to: "\(scratch.path)/\(name)") }
    #expect(try Directory.list(scratch.path).sorted() == names.sorted())
    #expect(throws: Errno.notFound) { try Directory.list(scratch.path + "/none") }
    #expect(throws: Errno.notDirectory) { try Directory.list(scratch.path + "/b") }
  }

  @Test func makesFoldersOnTheWay() throws {
    let scratch = try Scratch()
    let inner = scratch.path + "/x/y"
    try Directory.create(inner)
    try Directory.create(inner)
    #expect(File.kind(of: inner) == .directory)
    rmdir(inner)
    try File.write([], to: inner)
    #expect(File.kind(of: inner) == .plain)
    #expect(throws: Errno(rawValue: EEXIST)) { try Directory.create(inner) }
    unlink(inner)
    #expect(File.kind(of: inner) == nil)
    #expect(File.kind(of: "/dev/null") == .special)
  }

  @Test func noNameIsNoFolder() {
    #expect(throws: Errno.notFound) { try Directory.create("") }
  }

  @Test func aPipeThatNobodyReadsIsNotWaitedFor() throws {
    let scratch = try Scratch()
    let path = scratch.path + "/pipe"
    #expect(mkfifo(path, 0o600) == 0)
    #expect(throws: Errno(rawValue: ENXIO)) { try File.write([1], to: path) }
    let reader = try FileDescriptor.open(path, flags: O_RDONLY | O_NONBLOCK)
    try File.write([7], to: path)
    #expect(takeByte(from: reader.rawValue) == 7)
  }

  @Test func aDescriptorIsClosedWithItsOwner() throws {
    var number: CInt = -1
    do {
      let descriptor = try FileDescriptor.open("/dev/null", flags: O_RDONLY)
      number = descriptor.rawValue
      #expect(fcntl(number, F_GETFD) == FD_CLOEXEC)
      try descriptor.close()
    }
    #expect(number >= 0)
    #expect(throws: Errno(rawValue: EBADF)) { try FileDescriptor(adopting: -1).close() }
  }

  @Test func aReaderThatWentAwayIsAnError() throws {
    let descriptor: CInt
    do {
      let pipe = try Pipe()
      descriptor = dup(pipe.writer.rawValue)
    }
    let writer = FileDescriptor(adopting: descriptor)
    #expect(throws: Errno(rawValue: EPIPE)) { try writeStandard("x", to: writer.rawValue) }
  }

  @Test func aFullPipeIsWaitedFor() throws {
    let pipe = try SharedPipe()
    let text = String(repeating: "0123456789", count: 50_000)
    let reader = pipe.reader
    let total = SharedCounter()
    _ = fcntl(reader, F_SETFL, 0)
    let thread = try BackgroundThread {
      while total.value < 500_000, takeByte(from: reader) >= 0 { total.increment() }
    }
    try writeStandard(text, to: pipe.writer)
    thread.join()
    #expect(total.value == 500_000)
  }
}
