import Glibc
import Testing

@testable import Linux

@Suite("The kernel's blanking of its console") struct ConsoleBlankingTests {
  @Test(
    "is told where it is on",
    arguments: [("600\n", true), ("0\n", false), ("", false), ("never\n", false), ("-1\n", false)])
  func warning(text: String, isTold: Bool) throws {
    let scratch = try FileTests.Scratch()
    let folders = ["sys", "sys/module", "sys/module/kernel", "sys/module/kernel/parameters"]
    for folder in folders { try Directory.create("\(scratch.path)/\(folder)") }
    let path = "\(scratch.path)/sys/module/kernel/parameters/consoleblank"
    defer {
      remove(path)
      for folder in folders.reversed() { remove("\(scratch.path)/\(folder)") }
    }
    #expect(ConsoleBlanking.warning(under: scratch.path) == nil, "a kernel without a console")
    try File.write(Array(text.utf8), to: path, atomically: false)
    let warning = ConsoleBlanking.warning(under: scratch.path)
    #expect((warning != nil) == isTold)
    if isTold { #expect(warning?.hasPrefix("The kernel blanks its console 600 s") == true) }
  }
}
