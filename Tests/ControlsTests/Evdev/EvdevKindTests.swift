import Testing

@testable import Controls

@Suite("What a device is")
struct EvdevKindTests {
  @Test(arguments: Devices.known)
  func known(
    name: String, facts: EvdevFacts, capabilities: Set<InputDevice.Capability>, slots: Int?
  ) {
    let kind = EvdevKind(facts)
    #expect(kind.capabilities == capabilities)
    #expect(kind.slots == slots)
  }

  @Test(
    "A screen that cannot tell its places is none, its keys count all the same",
    arguments: [
      EvdevRange(minimum: 0, maximum: 0), EvdevRange(minimum: 10, maximum: 9),
      EvdevRange(minimum: .max, maximum: .min),
    ])
  func absurdRange(range: EvdevRange) {
    for axes in [Devices.places, Devices.slots] {
      let kind = EvdevKind(Devices.facts(keys: [158, EvdevCode.touch], axes: axes, range: range))
      #expect(kind.capabilities == [.keyboard])
    }
  }

  @Test(
    "As many slots as the kernel grants at most",
    arguments: [
      (Int32.min, 1), (-1, 1), (0, 1), (99, 100), (100, 100), (.max, 100),
    ])
  func slotCount(last: Int32, count: Int) {
    let facts = Devices.facts(keys: [EvdevCode.touch], axes: Devices.slots, lastSlot: last)
    #expect(EvdevKind(facts).slots == count)
  }

  @Test("Places are reckoned as libinput does, to the ends of numbers")
  func places() {
    let range = EvdevRange(minimum: -100, maximum: 99)
    #expect(range.place(of: -100, across: 800) == 0)
    #expect(range.place(of: 99, across: 800) == 796)
    #expect(range.place(of: 0, across: 800) == 400)
    let widest = EvdevRange(minimum: .min, maximum: .max)
    #expect(widest.place(of: .min, across: 100) == 0)
    #expect(abs(widest.place(of: .max, across: 100) - 100) < 0.001)
  }

  @Test("Bits are counted from 0, and what there is no room for is not there")
  func bits() {
    var bits = EvdevBits([0, 63, 64, 0x2ff])
    #expect(bits.members == [0, 63, 64, 0x2ff])
    bits[64] = false
    bits[0x300] = true
    #expect(bits.members == [0, 63, 0x2ff])
    #expect(!bits[.max])
  }
}
