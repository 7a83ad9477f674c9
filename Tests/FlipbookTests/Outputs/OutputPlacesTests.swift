import Frames
import Pixels
import Testing

@testable import Flipbook

@Suite("Places of outputs") struct OutputPlacesTests {
  private func place(_ name: String, _ width: Int = 100, _ height: Int = 50) -> OutputPlaces.Place {
    OutputPlaces.Place(name: name, size: PixelSize(width: width, height: height))
  }

  private func lefts(_ places: OutputPlaces, _ names: String...) -> [Int?] {
    names.map { places.span(of: $0)?.origin.x }
  }

  @Test("stay while an output is dark") func dark() {
    var places = OutputPlaces(names: nil)
    places.update([place("HDMI-A-1"), place("DP-1", 80)])
    #expect(lefts(places, "hdmi-a-1", "DP-1") == [0, 100])
    places.update([place("DP-1", 80)])
    #expect(lefts(places, "HDMI-A-1", "DP-1") == [0, 100])
    places.update([])
    #expect(places.span(of: "DP-1")?.whole == PixelSize(width: 180, height: 50))
    places.update([place("HDMI-A-1"), place("DP-1", 80)])
    #expect(lefts(places, "HDMI-A-1", "DP-1") == [0, 100])
  }

  @Test("of all are made anew where one comes that has none") func newcomer() {
    var places = OutputPlaces(names: nil)
    places.update([place("HDMI-A-1"), place("DP-1", 80)])
    places.update([place("DP-1", 80), place("DP-2", 60)])
    #expect(lefts(places, "HDMI-A-1", "DP-1", "DP-2") == [nil, 0, 80])
  }

  @Test("of named ones are kept for ever, in the order named") func named() {
    var places = OutputPlaces(names: ["DP-2", "HDMI-A-1", "DP-1"])
    places.update([place("DP-1", 80), place("HDMI-A-1")])
    #expect(lefts(places, "DP-2", "HDMI-A-1", "DP-1") == [nil, 0, 100])
    places.update([place("dp-2", 60)])
    #expect(lefts(places, "DP-2", "HDMI-A-1", "DP-1") == [0, 60, 160])
  }

  @Test("follow another monitor's size") func size() {
    var places = OutputPlaces(names: nil)
    places.update([place("HDMI-A-1"), place("DP-1", 80)])
    places.update([place("HDMI-A-1", 300, 200)])
    #expect(lefts(places, "HDMI-A-1", "DP-1") == [0, 300])
    #expect(places.span(of: "DP-1")?.origin.y == 75)
  }
}
