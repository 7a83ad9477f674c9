// swift-tools-version: 6.2
import PackageDescription

/// Settings of every Swift target: what a warning says is mended, never shipped.
let settings: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .treatAllWarnings(as: .error),
]

/// One room of the house: a Swift target and the rooms below that it may import.
func room(_ name: String, imports: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: imports, swiftSettings: settings)
}

/// The tests of one room.
func tests(_ name: String, imports: [Target.Dependency]) -> Target {
  .testTarget(name: name, dependencies: imports, swiftSettings: settings)
}

let package = Package(
  name: "flipbook",
  products: [
    .executable(name: "flipbook", targets: ["FlipbookCommand"]),
    // With the rooms whose types its public face speaks of.
    .library(
      name: "Flipbook",
      targets: ["Flipbook", "Frames", "KMS", "Layers", "Linux", "Pixels", "Timing"]),
    .library(name: "FlipbookTesting", targets: ["FlipbookTesting", "FlipbookConformance"]),
  ],
  targets: [
    // C: headers of Debian's libraries and the few lines that Swift cannot say.
    .systemLibrary(name: "CDRM", pkgConfig: "libdrm", providers: [.apt(["libdrm-dev"])]),
    .systemLibrary(
      name: "CInput", pkgConfig: "libinput", providers: [.apt(["libinput-dev", "libudev-dev"])]),
    .systemLibrary(name: "CUdev", pkgConfig: "libudev", providers: [.apt(["libudev-dev"])]),
    .systemLibrary(
      name: "CPixman", pkgConfig: "pixman-1", providers: [.apt(["libpixman-1-dev"])]),
    .systemLibrary(
      name: "CJPEG", pkgConfig: "libturbojpeg", providers: [.apt(["libturbojpeg0-dev"])]),
    .target(name: "CPNG", linkerSettings: [.linkedLibrary("png16")]),
    .target(name: "CLinux"),
    // Its header alone is needed here: the library is loaded where there is a seat to be had.
    .target(name: "CSeat", linkerSettings: [.linkedLibrary("dl")]),

    // The rooms, from the cellar up: imports only point down.
    room("Timing"),
    room("Pixels", imports: ["CPixman", "CPNG"]),
    room("Linux", imports: ["CLinux", "CUdev", "CSeat"]),
    room("Frames", imports: ["Timing", "Pixels", "Linux", "CLinux", "CPNG", "CJPEG"]),
    room("KMS", imports: ["Timing", "Pixels", "Linux", "CDRM"]),
    room("Controls", imports: ["Timing", "Pixels", "Linux", "CInput"]),
    room("Layers", imports: ["Timing", "Pixels"]),
    room("FlipbookTesting", imports: ["KMS", "Pixels", "Timing", "Linux"]),
    // Apart from the simulated card, which is in the program: the list is not.
    room("FlipbookConformance", imports: ["FlipbookTesting", "KMS", "Pixels", "Linux"]),
    room(
      "Flipbook",
      imports: [
        "Timing", "Pixels", "Linux", "CLinux", "Frames", "KMS", "Controls", "Layers",
        "FlipbookTesting",
      ]),
    .executableTarget(
      name: "FlipbookCommand",
      dependencies: [
        "Timing", "Pixels", "Linux", "Frames", "KMS", "Controls", "Layers", "FlipbookTesting",
        "Flipbook",
      ],
      swiftSettings: settings),

    // What tests of several rooms need.
    .target(
      name: "TestSupport", dependencies: ["CJPEG"], path: "Tests/TestSupport",
      swiftSettings: settings),
    // What plays thousands of seeded runs on simulated machines where everything goes wrong.
    .target(
      name: "Campaign",
      dependencies: [
        "Flipbook", "FlipbookTesting", "KMS", "Linux", "Pixels", "Timing", "TestSupport",
      ],
      path: "Tests/Campaign", swiftSettings: settings),
    .executableTarget(
      name: "CampaignProgram", dependencies: ["Campaign", "Linux"], path: "Tests/CampaignProgram",
      swiftSettings: settings),
    // The README's program, compiled and run as it stands there.
    .executableTarget(
      name: "ReadmeProgram", dependencies: ["Flipbook", "Layers", "Pixels", "Timing"],
      path: "Tests/ReadmeProgram", swiftSettings: settings),
    // What scripts/vm runs on real kernels' displays, and on simulated ones beside them.
    .executableTarget(
      name: "ConformanceProgram",
      dependencies: ["FlipbookConformance", "FlipbookTesting", "KMS", "Linux", "CDRM"],
      path: "Tests/ConformanceProgram", swiftSettings: settings),
    tests("TimingTests", imports: ["Timing", "TestSupport"]),
    tests("PixelsTests", imports: ["Pixels", "TestSupport"]),
    tests("LinuxTests", imports: ["Linux", "FlipbookTesting", "TestSupport"]),
    tests("FramesTests", imports: ["Frames", "Pixels", "Timing", "Linux", "CJPEG", "TestSupport"]),
    tests(
      "KMSTests", imports: ["KMS", "FlipbookTesting", "Pixels", "Timing", "Linux", "TestSupport"]),
    tests(
      "LayersTests", imports: ["Layers", "Timing", "Pixels", "FlipbookTesting", "TestSupport"]),
    tests("ControlsTests", imports: ["Controls", "Timing", "Pixels", "Linux", "TestSupport"]),
    tests(
      "FlipbookTestingTests",
      imports: ["FlipbookConformance", "FlipbookTesting", "KMS", "Pixels", "Timing", "Linux"]),
    tests(
      "FlipbookTests",
      imports: [
        "Flipbook", "FlipbookTesting", "Frames", "KMS", "Controls", "Layers", "Pixels", "Timing",
        "Linux", "CJPEG", "TestSupport", "Campaign",
      ]),
    tests(
      "CommandTests",
      imports: ["FlipbookCommand", "Flipbook", "Frames", "KMS", "Linux", "Pixels", "Timing"]),
  ],
  swiftLanguageModes: [.v6]
)
