import FlipbookTesting
import Frames
import KMS
import Linux
import Timing

/// Who watches a performance: the event log, captures, the contact sheet and the timing plot.
final class Observers {
  private var events: EventLog?
  private let capture: PictureCapture?
  private let sheet: ContactSheet?
  private let sheetPath: String?
  private var plot: TimingPlot?
  private let plotPath: String?
  private weak var fake: FakeKMSDevice?
  /// Who watched the simulated display before; goes on watching.
  private var earlier: ((ScannedPicture) -> Void)?
  private var isWatching = false
  private var crtc: UInt32
  private var captureError: PictureFileError?
  private var firstVblank: UInt64?

  /// Opens what a configuration asks for.
  init(
    _ configuration: PlayerConfiguration, title: String, detail: String,
    display: ChosenDisplay, period: Double
  ) throws(PlayerError) {
    if let path = configuration.events { events = try EventLog(path: path) }
    do {
      if let directory = configuration.capture {
        capture = try PictureCapture(directory: directory)
      } else {
        capture = nil
      }
    } catch {
      throw PlayerError(.failed, "\(error)")
    }
    let detail =
      "\(display.choice.connector.name) on \(display.device.path), \(display.choice.size), "
      + detail
    sheetPath = configuration.contactSheet
    sheet = sheetPath.map { _ in ContactSheet(title: title, detail: detail) }
    plotPath = configuration.timingPlot
    plot = plotPath.map { _ in
      TimingPlot(title: title, subtitle: detail, refresh: 1e9 / period)
    }
    fake = display.fake
    crtc = display.choice.crtc
    guard capture != nil || sheet != nil else { return }
    earlier = fake?.onScanOut
    watch()
  }

  /// Goes on with another display; a simulated one is watched.
  func follow(_ display: ChosenDisplay) {
    crtc = display.choice.crtc
    guard isWatching, display.fake !== fake else { return }
    stopWatching()
    fake = display.fake
    earlier = fake?.onScanOut
    watch()
  }

  private func watch() {
    isWatching = true
    // Others may watch too, and go before this one.
    fake?.onScanOut = { [weak self, earlier] picture in
      self?.noteScanOut(picture)
      earlier?(picture)
    }
  }

  /// An event happened.
  ///
  /// - Parameter output: the output that it is of, where there are several.
  func note(_ event: PlayerEvent, output: String? = nil) { events?.write(event, output: output) }

  /// A frame reached the screen, so many vblanks late, after leaving others out.
  func note(index: Int, _ presentation: Presentation, overdue: Int, dropped: Int) {
    plot?.show(
      frame: index, vblank: UInt64(max(0, presentation.vblank)), overdue: overdue,
      dropped: dropped)
  }

  /// The last picture is gone from a vblank on; whatever the display shows later is not ours.
  func end(vblank: Int64) {
    plot?.end(vblank: UInt64(max(0, vblank)))
    stopWatching()
  }

  /// Writes what was gathered.
  func finish() throws(PlayerError) {
    stopWatching()
    try finishPictures()
    try writePlot()
    try events?.finish()
  }

  private func finishPictures() throws(PlayerError) {
    do {
      if let captureError { throw captureError }
      if let sheet, let sheetPath { try sheet.write(to: sheetPath) }
    } catch {
      throw PlayerError(.failed, "\(error)")
    }
  }

  private func stopWatching() {
    guard isWatching else { return }
    isWatching = false
    fake?.onScanOut = earlier
  }

  private func writePlot() throws(PlayerError) {
    guard let plot, let plotPath else { return }
    do throws(Errno) {
      try File.write(Array(plot.svg().utf8), to: plotPath)
    } catch {
      throw PlayerError(
        .failed, "The timing plot cannot be written to \(plotPath): \(error). Choose another place."
      )
    }
  }

  private func noteScanOut(_ picture: ScannedPicture) {
    guard isWatching, picture.crtc == crtc, !picture.isConsole else { return }
    // Counted as in events and plots: from the vblank of the first picture.
    let origin = firstVblank ?? picture.vblank
    firstVblank = origin
    let picture = picture.counted(from: origin)
    sheet?.add(picture)
    guard captureError == nil else { return }
    do {
      try capture?.save(picture)
    } catch {
      captureError = error
    }
  }
}
