import FlipbookTesting
import Linux
import Testing

@Suite("A broker in the place of another") struct SeatRelayTests {
  private let card = "/dev/dri/card0"

  @Test("opens devices from then on; each is closed by who opened it") func owners() throws {
    let (first, second) = (FakeSeat(devices: [card]), FakeSeat(devices: [card]))
    let relay = SeatRelay(first)
    let before = try relay.open(card)
    relay.present = nil
    #expect(throws: Errno.brokenPipe) { try relay.open(card) }
    #expect(throws: Errno.brokenPipe) { try relay.takeEvents(waiting: 0) }
    #expect(throws: Errno.brokenPipe) { try relay.acknowledge() }
    relay.present = second
    relay.close(before)
    let after = try relay.open(card)
    #expect(first.openDevices.isEmpty && second.openDevices == [card])
    relay.close(after)
    relay.close(after)
    #expect(second.requests == [.open(card), .close(card)])
  }

  @Test("The one before lives as long as one of its devices") func lifetime() throws {
    var first: FakeSeat? = FakeSeat(devices: [card])
    weak let remembered = first
    let relay = try SeatRelay(#require(first))
    let device = try relay.open(card)
    first = nil
    relay.present = FakeSeat(devices: [])
    #expect(remembered != nil)
    relay.close(device)
    #expect(remembered == nil)
  }
}
