import Flipbook
import Frames
import Pixels

/// What a source holds, for programs.
enum InspectJSON {
  static func object(_ report: SequenceReport) -> JSONObject {
    var object = JSONObject()
    object.add("source", report.name)
    object.add("frames", report.frames)
    object.add("files", report.files)
    object.add(
      "kinds",
      report.kinds.map { kind in
        var entry = JSONObject()
        entry.add("kind", kind.kind.rawValue)
        entry.add("files", kind.files)
        return entry
      })
    object.add(
      "sizes",
      report.sizes.map { size in
        var entry = JSONObject()
        entry.add("width", size.size.width)
        entry.add("height", size.size.height)
        entry.add("files", size.files)
        return entry
      })
    object.add(
      "holes",
      report.holes.map { range in
        var entry = JSONObject()
        entry.add("first", range.lowerBound)
        entry.add("last", range.upperBound)
        return entry
      })
    object.add("passed_over", report.passedOver)
    object.add(
      "bad",
      report.badFrames.map { bad in
        var entry = JSONObject()
        entry.add("index", bad.index)
        entry.add("name", bad.name)
        entry.add("reason", bad.reason)
        return entry
      })
    object.add("file_bytes", report.fileBytes)
    object.add("decoded_bytes", report.decodedBytes)
    object.add("peak_bytes", report.peakBytes)
    object.add("budget", report.budget)
    object.add("held_files", report.heldFiles)
    object.add("fits_budget", report.fitsBudget)
    return object
  }
}
