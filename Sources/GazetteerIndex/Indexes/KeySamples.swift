/// The first eight bytes of every 64th text of a sorted list, as big-endian numbers.
///
/// A binary search in a long list reads a distant part of it at each step. The samples are close together, so a search
/// begins in them and then reads only the 64 texts between two of them.
///
/// Bytes after the end of a text count as 0. Invariant: sample `i` is that of text `64 * i`, so samples ascend.
struct KeySamples: Sendable {
  static let step = 64
  private let samples: Column<UInt64>

  /// Takes the samples of `count` sorted texts.
  ///
  /// - Parameter text: where a text begins. It ends before its first byte up to `lastEnd`.
  init(count: Int, lastEnd: UInt8, text: (Int) -> UnsafePointer<UInt8>) {
    samples = Column(
      stride(from: 0, to: count, by: Self.step).map { index in
        Self.sample(of: text(index), length: 8, lastEnd: lastEnd)
      })
  }

  /// In which parts of a list of `count` texts the first text is that is not before `beginning`, and the first one after
  /// all that begin with it. O(log count).
  func bounds(of beginning: UnsafeBufferPointer<UInt8>, count: Int) -> (lower: Range<Int>, upper: Range<Int>) {
    guard let start = beginning.baseAddress else { return (0..<0, 0..<0) }
    let length = min(8, beginning.count)
    let least = Self.sample(of: start, length: length, lastEnd: nil)
    let greatest = length == 8 ? least : least | UInt64.max >> (8 * UInt64(length))
    let notBefore = partition(0..<samples.count) { samples[$0] < least }
    let after = partition(notBefore..<samples.count) { samples[$0] <= greatest }
    func part(from first: Int, to last: Int) -> Range<Int> {
      first == 0 ? 0..<min(last * Self.step, count) : (first - 1) * Self.step + 1..<min(last * Self.step, count)
    }
    // A longer text is not told from others with the same eight bytes.
    guard beginning.count <= 8 else { return (part(from: notBefore, to: after), part(from: notBefore, to: after)) }
    return (part(from: notBefore, to: notBefore), part(from: after, to: after))
  }

  /// Whether there are as many samples as a list of `count` texts has.
  func isFor(count: Int) -> Bool { samples.count == (count + Self.step - 1) / Self.step }

  func isSame(as other: KeySamples) -> Bool { samples.elements.elementsEqual(other.samples.elements) }

  private static func sample(of text: UnsafePointer<UInt8>, length: Int, lastEnd: UInt8?) -> UInt64 {
    var sample: UInt64 = 0
    for index in 0..<length {
      let byte = text[index]
      if let lastEnd, byte <= lastEnd { break }
      sample |= UInt64(byte) << (56 - 8 * UInt64(index))
    }
    return sample
  }
}

extension KeySamples: Archived {
  init(_ archive: inout some Archive, copying known: KeySamples?) throws(SnapshotError) {
    samples = try archive.part(known?.samples)
  }
}
