/// Texts in their order that can be walked as a tree.
protocol SortedTexts {
  /// How many bytes each has with the one before it in common.
  var shared: SharedBytes { get }
  /// Texts are cut after so many bytes.
  var width: Int { get }
  /// The first byte of a text, which ends with a NUL.
  func text(_ number: Int) -> UnsafePointer<UInt8>
}

struct WholeKeys: SortedTexts {
  let text: UnsafePointer<UInt8>
  let starts: UnsafePointer<UInt32>
  let shared: SharedBytes

  init(_ keys: KeyIndex, _ shared: SharedBytes) {
    (text, starts) = (keys.text.pointer, keys.starts.pointer)
    self.shared = shared
  }

  var width: Int { .max }

  @inline(__always)
  func text(_ entry: Int) -> UnsafePointer<UInt8> { text + Int(starts[entry]) }
}
