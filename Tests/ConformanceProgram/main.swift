import FlipbookConformance
import FlipbookTesting
import Glibc
import KMS
import Linux

// The conformance checks, one line each: number, title, answer and expected answer, with tabs
// between.
//
//   ConformanceProgram card PROFILE PATH [NUMBER]       a real card
//   ConformanceProgram fake PROFILE KERNEL [NUMBER]     a simulated one, of that kernel
//   ConformanceProgram facts                     number and fact
//
// PROFILE is vblank, noVblank or hostCopy, and NUMBER a row to be run by itself.
let words = Array(CommandLine.arguments.dropFirst())

/// The kernel's version, as `uname` has it.
func runningKernel() -> KernelVersion? {
  var names = utsname()
  uname(&names)
  return withUnsafeBytes(of: names.release) { bytes in
    KernelVersion(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
  }
}

func say(_ text: String, to descriptor: CInt = STDOUT_FILENO) {
  let bytes = Array((text + "\n").utf8)
  var done = 0
  while done < bytes.count {
    let count = bytes[done...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else { exit(1) }
    done += count
  }
}

func run(_ card: any ConformanceCard) {
  let only = words.count > 3 ? Int(words[3]) : nil
  for row in DeviceConformance.rows where only == nil || row.number == only {
    let answer = row.answer(of: card)
    say("\(row.number)\t\(row.title)\t\(answer)\t\(row.expectation(of: card))")
  }
}

let profile = words.count > 1 ? FakeProfile(rawValue: words[1]) : nil
switch (words.first, profile) {
case ("set-master", _):
  exit(OtherProcess.childMain(asRoot: words.last == "root"))
case ("facts", _):
  for row in DeviceConformance.rows { say("\(row.number)\t\(row.fact)") }
case ("card", let profile?) where words.count > 2:
  guard let kernel = runningKernel() else {
    say("ConformanceProgram: the kernel does not tell its version as numbers", to: STDERR_FILENO)
    exit(1)
  }
  do {
    let processor = try OneProcessor()
    run(RealCard(path: words[2], profile: profile, kernel: kernel))
    try processor.end()
  } catch {
    say("ConformanceProgram: processors cannot be turned off and on: \(error)", to: STDERR_FILENO)
    exit(1)
  }
case ("fake", let profile?) where words.count > 2:
  guard let kernel = KernelVersion(words[2]) else {
    say("ConformanceProgram: \(words[2]) is no kernel version such as 6.12", to: STDERR_FILENO)
    exit(64)
  }
  run(FakeConformanceCard(profile, kernel: kernel))
default:
  say("usage: ConformanceProgram card|fake PROFILE PATH|KERNEL [NUMBER]", to: STDERR_FILENO)
  exit(64)
}
