import Linux
import Pixels
import Testing

@testable import Controls

@Suite struct InputDevicesTests {
  let screen = PixelSize(width: 800, height: 480)

  @Test func openingAllDevicesNeverFails() throws {
    let input = try InputDevices(source: .automatic, mapping: TouchMapping(panel: screen))
    #expect(input.descriptor >= 0)
    let hasDaemon = File.kind(of: "/run/udev/control") != nil
    #expect(input.notes.isEmpty == hasDaemon)
    let added = input.dispatch().filter { if case .deviceAdded = $0 { true } else { false } }
    #expect(added.count >= input.devices.count)
    input.close()
    #expect(input.descriptor == -1)
    #expect(input.dispatch() == [])
    #expect(input.devices == [])
  }

  @Test(arguments: [
    ("/nonexistent/event0", "The input device /nonexistent/event0 cannot be used: No such file"),
    ("/", "/ is no input device"),
    (
      "/dev/null",
      File.kind(of: "/run/udev/control") == nil
        ? "/dev/null is no input device" : "udev does not know the input device /dev/null"
    ),
  ])
  func aPathThatIsNoDeviceIsNamed(path: String, sentence: String) {
    let error = #expect(throws: InputError.self) {
      _ = try InputDevices(source: .path(path), mapping: TouchMapping(panel: screen))
    }
    #expect(error?.description.contains(sentence) == true, "\(error?.description ?? "")")
  }

  @Test func whatMayNotBeOpenedIsToldOnceAndWithAdvice() {
    let access = DeviceAccess()
    #expect(access.open("/nonexistent", flags: 0) == -Errno.notFound.rawValue)
    #expect(access.lastError == .notFound)
    #expect(access.permissionProblems == [])
    access.refuse("/dev/input/event3", .accessDenied)
    access.refuse("/dev/input/event3", .accessDenied)
    #expect(access.permissionProblems.count == 1)
    #expect(access.permissionProblems.first?.contains("group “input”") == true)
  }

  @Test func theLogKeepsItsLastLines() {
    let access = DeviceAccess()
    for number in 0..<250 { access.note("line \(number)\n") }
    #expect(access.log.count == 100)
    #expect(access.log.first == "line 150")
    #expect(access.log.last == "line 249")
  }
}
