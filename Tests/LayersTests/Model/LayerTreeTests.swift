import Layers
import Pixels
import Testing

@Suite("The layer tree") struct LayerTreeTests {
  @Test("a layer added elsewhere leaves where it was") func moving() {
    let scene = Scene(size: PixelSize(width: 8, height: 8)) { 0 }
    let first = Layer()
    let second = Layer()
    let leaf = Layer()
    scene.root.addSublayer(first)
    scene.root.addSublayer(second)
    first.addSublayer(leaf)
    #expect(leaf.scene === scene)
    second.addSublayer(leaf)
    #expect(first.sublayers.isEmpty && leaf.superlayer === second)
    second.removeFromSuperlayer()
    #expect(leaf.scene == nil && scene.root.sublayers.count == 1)
  }
}
