import Linux
import Testing

@testable import Flipbook

@Suite("A scene file as a whole") struct SceneFileTests {
  @Test("says first what it is")
  func first() {
    let list: [(String, String)] = [
      ("", "s.scene: expected “scene 1” as the first line of a scene file; the file says nothing."),
      (
        "# nothing\n\n",
        "s.scene: expected “scene 1” as the first line of a scene file; the file says nothing."
      ),
      (
        "\nlayer a\nlayer b c d",
        "s.scene:2: expected “scene 1” as the first line of a scene file; found “layer”."
      ),
      (
        "scene 2\nthings of tomorrow",
        "s.scene:1: expected “scene 1”, the only kind of scene there is; found “2”."
      ),
      ("scene", "s.scene:1: expected “scene 1”, the only kind of scene there is; found nothing."),
      ("\u{0}\u{1}\u{2}", "s.scene:1: expected text; there is a NUL byte in this line."),
      (
        "  scene 1",
        "s.scene:1: expected a statement at the margin; an indented line carries on the one above "
          + "it."
      ),
    ]
    for (text, sentence) in list { #expect(complaints(text) == [sentence], "\(text)") }
    #expect(complaints("scene 1") == [])
  }

  @Test("is read on where something is wrong, and at most 20 errors are told")
  func many() {
    #expect(
      complaints(
        "scene 1\nlyer a\n  which goes on\nlayer b alpha 2\n  z one\n  hidden\nwhen b stops"
      )
      .map { String($0.prefix(26)) } == [
        "s.scene:2: unknown word “l", "s.scene:4: expected a numb", "s.scene:5: expected a numb",
        "s.scene:7: expected someth", "s.scene:7: expected the na",
      ])
    let told = complaints("scene 1\n" + String(repeating: "nothing\n", count: 21))
    #expect(told.count == 21)
    #expect(told.last == "s.scene: there are more errors than these first 20.")
    #expect(complaints("scene 1\n" + String(repeating: "nothing\n", count: 20)).count == 20)
  }

  @Test("holds no more than can be shown")
  func limits() {
    let statements = (1..<1000).map { "layer a\($0)" }.joined(separator: "\n")
    #expect(complaints("scene 1\n\(statements)") == [])
    #expect(
      complaints("scene 1\n\(statements)\nlayer b\nlayer c") == [
        "s.scene:1001: expected no more than 1000 statements in a file."
      ])
    let deep = (1...18).map { "layer a\($0) in a\($0 + 1)" }.joined(separator: "\n")
    #expect(
      complaints("scene 1\n\(deep)\nlayer a19") == [
        "s.scene:2: expected layers to lie at most 16 deep in one another.",
        "s.scene:3: expected layers to lie at most 16 deep in one another.",
      ])
    let long = String(repeating: "x", count: 1 << 20)
    #expect(
      complaints("scene 1\n\(long)") == [
        "s.scene: expected at most 1048576 bytes of text; the file is longer."
      ])
    let shorter = String(repeating: "x", count: 200_000)
    #expect(complaints("scene 1\n\(shorter)").count == 1)
    #expect(complaints("scene 1\n\(shorter)").first?.count ?? 0 < 300)
  }

  @Test("is told from pictures and others by what is in it")
  func kinds() throws {
    let folder = try Fixture()
    let png: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    let list: [(String, [UInt8], Bool)] = [
      ("a.scene", Array("scene 1\n".utf8), true), ("a.txt", Array("scene 1\n".utf8), true),
      ("b.png", Array("# mine\n\n\u{FEFF}".utf8) + Array("scene 2".utf8), false),
      ("c.png", Array("\u{FEFF}# mine\r\n\r\nscene 2".utf8), true),
      ("d.scene", png + Array("\nscene 1\n".utf8), false), ("e", png, false),
      ("f.scene", [], true), ("g", [], false), ("h.scene", Array("layer a".utf8), true),
      ("i", Array("\u{0}\nscene 1".utf8), false),
      ("j", [0x23, 0xE4, 0x0A] + Array("scene 1".utf8), true),
      ("k", Array((String(repeating: "# licence\n", count: 6000) + "scene 1").utf8), true),
    ]
    for (name, bytes, isScene) in list {
      let path = "\(folder.path)/\(name)"
      try File.write(bytes, to: path)
      #expect(SceneFile.isScene(path) == isScene, "\(name)")
    }
    #expect(!SceneFile.isScene(folder.path))
    #expect(!SceneFile.isScene("\(folder.path)/missing.scene"))
    #expect(!SceneFile.isScene("/dev/zero"))
  }

  @Test("is loaded, and names files from its own folder")
  func load() throws {
    let folder = try Fixture()
    let path = "\(folder.path)/a.scene"
    try File.write(Array("scene 1\npicture a \"b/c.png\"\npicture d \"/e.png\"".utf8), to: path)
    let description = try SceneFile.load(path: path)
    #expect(description.name == path)
    #expect(description.pictures.first?.file.path == "\(folder.path)/b/c.png")
    #expect(description.pictures.last?.file.path == "/e.png")
    #expect(loading(folder.path) == "\(folder.path): expected a scene file; this is a folder.")
    #expect(
      loading("/dev/zero") == "/dev/zero: expected a scene file; this is neither file nor folder.")
    #expect(loading("\(path)x") == "\(path)x: there is no such file; check the spelling with `ls`.")
    try File.write([UInt8](repeating: 0x20, count: (1 << 20) + 1), to: path)
    #expect(
      loading(path) == "\(path): expected at most 1048576 bytes of text; the file is longer.")
    try File.write(Array("scene 1\nlayer a # ".utf8) + [0xE4], to: path)
    #expect(
      loading(path) == "\(path):2: expected text in UTF-8; save the file in that encoding.")
  }

  private func loading(_ path: String) -> String? {
    do {
      _ = try SceneFile.load(path: path)
      return nil
    } catch {
      return error.description
    }
  }
}
