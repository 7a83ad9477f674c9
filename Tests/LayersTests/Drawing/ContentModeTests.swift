import Layers
import Pixels
import Testing

@Suite("How pictures lie in their layers") struct ContentModeTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var mode: ContentMode
    var picture: String
    var width = 5.0
    var height = 4.0
    var expected: String
    var testDescription: String { "\(mode.rawValue) of \(picture.count) letters" }
  }

  static let small = "RG\nBW"
  static let large = """
    RGBWYCM
    GBWYCMR
    BWYCMRG
    WYCMRGB
    YCMRGBW
    CMRGBWY
    """

  static let examples = [
    // One pixel to spare across and two down: what is odd is left over on the right.
    Example(mode: .center, picture: small, expected: "     \n RG  \n BW  \n     "),
    Example(mode: .top, picture: small, expected: " RG  \n BW  \n     \n     "),
    Example(mode: .bottom, picture: small, expected: "     \n     \n RG  \n BW  "),
    Example(mode: .left, picture: small, expected: "     \nRG   \nBW   \n     "),
    Example(mode: .right, picture: small, expected: "     \n   RG\n   BW\n     "),
    Example(mode: .topLeft, picture: small, expected: "RG   \nBW   \n     \n     "),
    Example(mode: .topRight, picture: small, expected: "   RG\n   BW\n     \n     "),
    Example(mode: .bottomLeft, picture: small, expected: "     \n     \nRG   \nBW   "),
    Example(mode: .bottomRight, picture: small, expected: "     \n     \n   RG\n   BW"),
    // Larger ones hang over and are cut off at the bounds.
    Example(mode: .center, picture: large, expected: "BWYCM\nWYCMR\nYCMRG\nCMRGB"),
    Example(mode: .top, picture: large, expected: "GBWYC\nBWYCM\nWYCMR\nYCMRG"),
    Example(mode: .bottom, picture: large, expected: "WYCMR\nYCMRG\nCMRGB\nMRGBW"),
    Example(mode: .left, picture: large, expected: "GBWYC\nBWYCM\nWYCMR\nYCMRG"),
    Example(mode: .right, picture: large, expected: "WYCMR\nYCMRG\nCMRGB\nMRGBW"),
    Example(mode: .topLeft, picture: large, expected: "RGBWY\nGBWYC\nBWYCM\nWYCMR"),
    Example(mode: .topRight, picture: large, expected: "BWYCM\nWYCMR\nYCMRG\nCMRGB"),
    Example(mode: .bottomLeft, picture: large, expected: "BWYCM\nWYCMR\nYCMRG\nCMRGB"),
    Example(mode: .bottomRight, picture: large, expected: "YCMRG\nCMRGB\nMRGBW\nRGBWY"),
    // Proportions kept: as large as fits, or as covers.
    Example(mode: .aspectFit, picture: "RRR", expected: "     \nRRRRR\nRRRRR\n     "),
    Example(mode: .aspectFit, picture: "R", expected: "RRRR \nRRRR \nRRRR \nRRRR "),
    Example(mode: .aspectFill, picture: "R", expected: "RRRRR\nRRRRR\nRRRRR\nRRRRR"),
    Example(
      mode: .aspectFill, picture: "GRRRG", width: 3, height: 1, expected: "RRR"),
    Example(mode: .scaleToFill, picture: "R", expected: "RRRRR\nRRRRR\nRRRRR\nRRRRR"),
    Example(mode: .scaleToFill, picture: small, width: 2, height: 2, expected: small),
    // A picture as large as the layer is itself in every mode.
    Example(mode: .aspectFit, picture: small, width: 2, height: 2, expected: small),
    Example(mode: .aspectFill, picture: small, width: 2, height: 2, expected: small),
  ]

  @Test("every mode places to the pixel", arguments: examples) func places(_ example: Example) {
    let scene = Scene(width: Int(example.width) + 2, height: Int(example.height) + 2)
    let layer = Layer(
      picture: example.picture, x: 1, y: 1, width: example.width, height: example.height)
    layer.contentMode = example.mode
    scene.root.addSublayer(layer)
    let rows = example.expected.split(separator: "\n").map { ".\($0)." }
    let edge = String(repeating: ".", count: Int(example.width) + 2)
    let expected = ([edge] + rows + [edge]).joined(separator: "\n")
      .replacing(" ", with: ".")
    #expect(scene.text() == expected)
  }
}
