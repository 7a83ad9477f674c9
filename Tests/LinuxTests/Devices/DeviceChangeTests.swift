import Linux
import TestSupport
import Testing

@Suite("What became of a card")
struct DeviceChangeTests {
  @Test(
    "The kernel's messages",
    arguments: [
      (
        "add@/devices/pci0000:00/0000:00:02.0/drm/card1", ["DEVNAME=dri/card1"],
        DeviceChange.added(node: "/dev/dri/card1")
      ),
      (
        "remove@/devices/platform/simple-framebuffer.0/drm/card0", ["DEVNAME=dri/card0"],
        .removed(node: "/dev/dri/card0")
      ),
      (
        "change@/devices/pci0000:00/0000:00:02.0/drm/card0",
        ["HOTPLUG=1", "CONNECTOR=74", "PROPERTY=12", "DEVNAME=dri/card0"],
        .changed(node: "/dev/dri/card0", connector: 74, property: 12)
      ),
      (
        "change@/devices/pci0000:00/0000:00:02.0/drm/card0", ["HOTPLUG=1"],
        .changed(node: "/dev/dri/card0", connector: nil, property: nil)
      ),
      (
        "change@/devices/pci0000:00/0000:00:02.0/drm/card0", ["CONNECTOR=-1", "PROPERTY=x"],
        .changed(node: "/dev/dri/card0", connector: nil, property: nil)
      ),
      (
        "add@/devices/pci0000:00/0000:00:02.0/drm/card0/card0-DP-3", ["DEVTYPE=drm_connector"],
        .changed(node: "/dev/dri/card0", connector: nil, property: nil)
      ),
    ])
  func kernel(heading: String, lines: [String], expected: DeviceChange) {
    #expect(DeviceChange(kernelMessage: message(heading, lines)) == expected)
  }

  @Test(
    "What is about no card is nothing",
    arguments: [
      "add@/devices/pci0000:00/0000:00:02.0/drm/renderD128",
      "add@/devices/pci0000:00/0000:00:02.0/drm/card",
      "add@/devices/pci0000:00/0000:00:02.0/drm/cardboard",
      "offline@/devices/pci0000:00/0000:00:02.0/drm/card0",
      "add@", "add@/", "change@/devices/x/drm/card0/card0-DP-1/i2c-4",
    ])
  func others(heading: String) {
    #expect(DeviceChange(kernelMessage: message(heading, [])) == nil)
  }

  @Test("Other subsystems, udev's own messages and no message at all are nothing")
  func strangers() {
    var bytes = Array("add@/devices/x/drm/card0\0ACTION=add\0DEVPATH=/devices/x/drm/card0\0".utf8)
    #expect(DeviceChange(kernelMessage: bytes + Array("SUBSYSTEM=input\0".utf8)) == nil)
    #expect(DeviceChange(kernelMessage: bytes) == nil)
    bytes += Array("SUBSYSTEM=drm\0".utf8)
    #expect(DeviceChange(kernelMessage: bytes) == .added(node: "/dev/dri/card0"))
    #expect(DeviceChange(kernelMessage: Array("libudev\0\u{1}".utf8) + bytes.dropFirst(4)) == nil)
    #expect(DeviceChange(kernelMessage: []) == nil)
  }

  @Test("The properties that udev gives, with the node's whole path")
  func udev() {
    let properties = [
      "ACTION": "change", "SUBSYSTEM": "drm", "DEVPATH": "/devices/x/drm/card2",
      "DEVNAME": "/dev/dri/card2", "CONNECTOR": "4294967295",
    ]
    #expect(
      DeviceChange(properties: properties)
        == .changed(node: "/dev/dri/card2", connector: .max, property: nil))
  }

  @Test("Whatever bytes come, a card is named or nothing is")
  func anyBytes() {
    var random = RandomSource(seed: 12)
    let good = message(
      "change@/devices/pci0000:00/0000:00:02.0/drm/card0",
      ["HOTPLUG=1", "CONNECTOR=74", "PROPERTY=12", "DEVNAME=dri/card0"])
    var understood = 0
    for _ in 0..<20_000 {
      var bytes = good
      for _ in 0..<Int.random(in: 0..<6, using: &random) where !bytes.isEmpty {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.remove(at: place)
        case 2: bytes.insert(random.pick(0, 61, 64, 47, 255), at: place)
        default: bytes.removeLast(bytes.count - place)
        }
      }
      guard let change = DeviceChange(kernelMessage: bytes) else { continue }
      understood += 1
      switch change {
      case .added(let node), .removed(let node), .changed(let node, _, _):
        #expect(node.hasPrefix("/"))
      case .missed: Issue.record("a message said that others were missed")
      }
    }
    #expect(understood > 5_000 && understood < 20_000)
  }

  @Test("The kernel's socket can be listened to, and has nothing to say at first")
  func socket() throws {
    let monitor = try DeviceMonitor(.kernel)
    #expect(monitor.descriptor >= 0)
    #expect(monitor.source == .kernel)
  }

  private func message(_ heading: String, _ lines: [String]) -> [UInt8] {
    let parts = heading.split(separator: "@", omittingEmptySubsequences: false)
    let own = ["ACTION=\(parts[0])", "DEVPATH=\(parts[1])", "SUBSYSTEM=drm"]
    return ([heading] + own + lines).flatMap { Array($0.utf8) + [0] }
  }
}
