import Controls
import Pixels
import Testing

@Suite("Which output a touch screen is on") struct TouchBindingTests {
  private func device(_ output: String? = nil, id: Int = 1) -> InputDevice {
    InputDevice(
      id: id, name: "Goodix", systemName: "event\(id)", capabilities: [.touch], outputName: output)
  }

  private func output(
    _ device: InputDevice, _ outputs: [String], _ wishes: [TouchBinding.Wish] = []
  ) -> String? {
    TouchBinding(of: device, among: outputs, wishes: wishes).map { outputs[$0.output] }
  }

  @Test("is the one that udev says, else the one that is built in, else the first")
  func rank() {
    let outputs = ["HDMI-A-1", "DSI-1", "DP-1"]
    #expect(output(device("DP-1"), outputs) == "DP-1")
    #expect(output(device("hdmi-a-1"), outputs) == "HDMI-A-1")
    #expect(output(device(), outputs) == "DSI-1")
    for panel in ["eDP-1", "LVDS-1", "DPI-1", "DSI-2"] {
      #expect(output(device(), ["DP-1", panel]) == panel)
    }
    #expect(output(device(), ["DP-1", "HDMI-A-1"]) == "DP-1")
    #expect(output(device(), []) == nil)
  }

  @Test("is what the user says before all else, of a device by any of its names")
  func wishes() {
    let outputs = ["HDMI-A-1", "DSI-1"]
    for name in ["Goodix", "event1", "/dev/input/event1"] {
      let wish = TouchBinding.Wish(device: name, output: "hdmi-a-1")
      #expect(output(device("DSI-1"), outputs, [wish]) == "HDMI-A-1")
      #expect(output(device(id: 2), outputs, [wish]) == (name == "Goodix" ? "HDMI-A-1" : "DSI-1"))
    }
  }

  @Test("is never one that shows nothing, and the reason says so")
  func absent() throws {
    let outputs = ["HDMI-A-1", "HDMI-A-2"]
    let udev = try #require(TouchBinding(of: device("DP-1"), among: outputs))
    #expect(udev.output == 0)
    #expect(
      udev.reason
        == "Touch screen Goodix (event1) is on HDMI-A-1, not on DP-1, which shows no picture: "
        + "that is the first output.")
    let wish = TouchBinding.Wish(device: "event1", output: "VGA-1")
    let asked = try #require(
      TouchBinding(of: device("HDMI-A-2"), among: outputs, wishes: [wish]))
    #expect(asked.output == 1)
  }

  @Test("each device is mapped as its output is")
  func mappings() throws {
    let size = PixelSize(width: 100, height: 50)
    let whole = TouchMapping(panel: size)
    let part = TouchMapping(
      panel: PixelSize(width: 50, height: 100), orientation: .quarter,
      part: PixelRectangle(x: 100, y: 10, width: 100, height: 50))
    let mappings = TouchMappings(outputs: [
      TouchMappings.Output(name: "HDMI-A-1", mapping: whole),
      TouchMappings.Output(name: "HDMI-A-2", mapping: part),
    ])
    #expect(mappings.mapping(of: device()) == whole)
    #expect(mappings.mapping(of: device("HDMI-A-2")) == part)
    #expect(TouchMappings(outputs: []).mapping(of: device()) == nil)
    // The panel's top right corner is where the part's top left one is seen.
    #expect(part.place(of: Point(x: 49.5, y: 0.5)) == Point(x: 100.5, y: 10.5))
    #expect(part.place(of: Point(x: 0.5, y: 99.5)) == Point(x: 199.5, y: 59.5))
  }
}
