import Testing

@testable import Linux

@Suite struct MachineTests {
  @Test func memoryIsReadInBytes() throws {
    let text = "MemTotal:       2000 kB\nMemFree:  10 kB\nMemAvailable:    1000 kB\n"
    let memory = try #require(SystemMemory(meminfo: text))
    #expect(memory.total == 2_048_000)
    #expect(memory.available == 1_024_000)
    #expect(SystemMemory(meminfo: "MemTotal: 1 kB") == nil)
    #expect(SystemMemory(meminfo: "MemTotal:\nMemAvailable: x kB") == nil)
    let present = try Machine.memory()
    #expect(present.available > 0 && present.available <= present.total)
  }

  @Test func thereIsAProcessor() {
    #expect((1...4096).contains(Machine.processorCount()))
  }

  @Test(
    arguments: [
      ("fsp", "fps"), ("revers", "reverse"), ("Budgte", "budget"), ("duratoin", "duration"),
      ("xyzzy", nil), ("", nil), ("f", nil), ("qiut", "quit"),
    ] as [(String, String?)])
  func suggestsTheNearestWord(typed: String, meant: String?) {
    let words = ["fps", "reverse", "autoreverse", "budget", "duration", "quit", "fit"]
    #expect(closest(to: typed, in: words) == meant)
    #expect(didYouMean(typed, in: words).contains(meant ?? "Did") == (meant != nil))
  }
}
