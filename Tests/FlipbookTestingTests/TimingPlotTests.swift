import FlipbookTesting
import Testing

/// The picture of flip timing.
@Suite struct TimingPlotTests {
  /// A run of frames of two vblanks each, some late or dropped.
  private func plot(
    frames: Int, start: UInt64 = 1000, late: [Int: Int] = [:], dropped: [Int: Int] = [:]
  ) -> TimingPlot {
    var plot = TimingPlot(title: "a <run> & more", subtitle: "60 Hz", refresh: 60)
    var vblank = start
    for frame in 0..<frames {
      vblank += UInt64(late[frame] ?? 0)
      plot.show(
        frame: frame, vblank: vblank, overdue: late[frame] ?? 0, dropped: dropped[frame] ?? 0)
      vblank += 2
    }
    plot.end(vblank: vblank)
    return plot
  }

  private func count(_ needle: String, in text: String) -> Int {
    var rest = text[...]
    var count = 0
    while let index = rest.firstRange(of: needle) {
      count += 1
      rest = rest[index.upperBound...]
    }
    return count
  }

  @Test func anEvenRunHasABarForEveryVblank() {
    let plot = plot(frames: 60)
    let svg = plot.svg()
    #expect(count("<path class=\"even\"", in: svg) == 30)
    #expect(count("<path class=\"odd\"", in: svg) == 30)
    #expect(count("v-30h7v30z", in: svg) == 60, "a tall bar for the first vblank of each frame")
    #expect(count("v-20h7v20z", in: svg) == 60)
    #expect(count("<path class=\"late\"", in: svg) == 0)
    #expect(svg.contains("60 frames shown") && svg.contains("0 late"))
    #expect(svg.contains("120 vblanks in 2.00 s at 60 Hz"))
    #expect(svg.contains("Time on screen: 2 vblanks: 60×"))
    #expect(svg.contains("Frame 3: 2 vblanks from 1006, at 0.100 s"))
    #expect(!svg.contains("left out"))
  }

  @Test func lateAndDroppedFramesAreMarkedAndCounted() {
    let plot = plot(frames: 50, late: [10: 1, 20: 3], dropped: [20: 2])
    #expect(plot.framesShown == 50 && plot.framesLate == 2 && plot.framesDropped == 2)
    let svg = plot.svg()
    #expect(svg.contains("Frame 10 was due at vblank 1020 and came 1 vblank late"))
    #expect(svg.contains("Frame 20 was due at vblank 1041 and came 3 vblanks late"))
    #expect(svg.contains("2 frames dropped before frame 20"))
    #expect(svg.contains("2 late") && svg.contains("2 dropped"))
    #expect(svg.contains("2 vblanks: 48×"))
  }

  @Test func aFrameThatRunsOverTheEndOfARowIsInBoth() {
    var plot = TimingPlot(title: "hold", refresh: 60)
    plot.show(frame: 0, vblank: 5)
    plot.show(frame: 1, vblank: 365)
    plot.end(vblank: 366)
    let svg = plot.svg()
    #expect(count("<path class=\"even\"", in: svg) == 3)
    #expect(count("<path class=\"odd\"", in: svg) == 1)
    #expect(svg.contains("0.00 s") && svg.contains("2.00 s") && svg.contains("6.00 s"))
  }

  @Test func aLongRunIsBoundedAndSaysWhatItLeavesOut() {
    let late = 25_000
    let plot = plot(frames: 30_000, late: [late: 2])
    let svg = plot.svg()
    #expect(svg.utf8.count < 1_000_000)
    #expect(svg.contains("30000 frames shown") && svg.contains("1 late"))
    #expect(svg.contains("Frame \(late) was due"))
    // 60,002 vblanks are 501 rows: the first 20, and the one in which the late frame is.
    #expect(svg.contains("… 396 rows (792.0 s) left out …"))
    #expect(svg.contains("… 84 rows (168.0 s) left out …"))
    #expect(svg.contains("Drawn are the first 20 rows"))
  }

  @Test func whatTitlesSayIsEscaped() {
    let svg = plot(frames: 1).svg()
    #expect(svg.contains("a &lt;run&gt; &amp; more"))
    #expect(!svg.contains("<run>"))
    var control = TimingPlot(title: "bell\u{7}", refresh: 60)
    control.end(vblank: 0)
    #expect(control.svg().contains("bell\u{fffd}"))
  }

  @Test func anEmptyRunSaysSo() {
    #expect(TimingPlot(title: "nothing", refresh: 50).svg().contains("Nothing was shown."))
  }

  @Test func theSameRunGivesTheSamePicture() {
    #expect(plot(frames: 99, late: [7: 2]).svg() == plot(frames: 99, late: [7: 2]).svg())
  }

  @Test func aNumberThatGoesBackIsDrawnWhereTheLastFrameWas() {
    var plot = TimingPlot(title: "wrapped", refresh: 60)
    plot.show(frame: 0, vblank: 100)
    plot.show(frame: 1, vblank: 3, overdue: 500)
    plot.end(vblank: 2)
    #expect(plot.svg().contains("2 frames shown"))
  }
}
