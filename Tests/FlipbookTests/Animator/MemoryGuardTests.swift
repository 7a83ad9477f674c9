import Linux
import Testing

@testable import Flipbook

@Suite("When memory is short", .timeLimit(.minutes(1))) struct MemoryGuardTests {
  @Test("a control group's events have spare memory given back, then half of the budget")
  func halves() throws {
    let fixture = try Fixture()
    try fixture.write(Array("high 0\n".utf8), name: "memory.events")
    let loop = try EventLoop(clock: SystemClock())
    let shortage = MemoryGuard(loop: loop)
    var isSpare = true
    var told: [Int] = []
    shortage.giveBackSpare = {
      defer {
        isSpare = false
        loop.stop()
      }
      return isSpare
    }
    shortage.onChange = { told.append(shortage.budget(of: 1000)) }
    shortage.listen(places: MemoryPlaces(stalls: [], events: fixture.file("memory.events")))
    try fixture.write(Array("high 1\n".utf8), name: "memory.events")
    loop.run()
    #expect(!isSpare && told == [])
    shortage.relieve()
    #expect(told == [500])
    shortage.relieve()
    #expect(told == [500, 250])
  }

  @Test("on a virtual clock it does not listen: runs are the same everywhere") func virtualClock()
    throws
  {
    let host = try TestHost()
    let shortage = MemoryGuard(loop: host.loop)
    var isAsked = false
    func places() -> MemoryPlaces {
      isAsked = true
      return MemoryPlaces(stalls: [], events: nil)
    }
    shortage.listen(places: places())
    #expect(!isAsked)
    shortage.relieve()
    #expect(shortage.budget(of: 1000) == 500)
    host.run(until: MemoryRelief.quietTime)
    #expect(shortage.budget(of: 1000) == 1000)
  }
}
