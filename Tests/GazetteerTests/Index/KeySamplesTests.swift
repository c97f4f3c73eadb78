import Testing

@testable import GazetteerIndex

struct KeySamplesTests {
  /// Sorted texts with many that are equal, that begin with each other, or that differ only after the eighth byte.
  private static let texts: [[UInt8]] = {
    var random = SplitMix(state: 7)
    let parts = ["", "a", "b", "san", "san ", "sankt ", "springfield", "springfields", "é", "日本"]
    let texts = (0..<3000).map { _ in
      (0..<Int.random(in: 0...3, using: &random)).flatMap { _ in Array((parts.randomElement(using: &random) ?? "").utf8)
      }
    }
    return texts.sorted { $0.lexicographicallyPrecedes($1) }
  }()

  private static func samples(_ texts: [[UInt8]]) -> KeySamples {
    let table = Column(texts.flatMap { $0 + [0] })
    let starts = texts.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.count + 1) }
    return KeySamples(count: texts.count, lastEnd: 0) { table.pointer + starts[$0] }
  }

  @Test(arguments: [0, 1, 63, 64, 65, 128, 3000]) func boundsHoldWhatAScanFinds(count: Int) {
    let texts = Array(Self.texts.prefix(count))
    let samples = Self.samples(texts)
    let beginnings = Set(texts).union(["s", "sa", "san x", "springfieldz", "zz", "\u{1}"].map { Array($0.utf8) })
    for beginning in beginnings where !beginning.isEmpty {
      let first = texts.firstIndex { !$0.lexicographicallyPrecedes(beginning) } ?? count
      let end = texts[first...].firstIndex { !$0.starts(with: beginning) } ?? count
      let (lower, upper) = beginning.withUnsafeBufferPointer { samples.bounds(of: $0, count: count) }
      #expect(lower.lowerBound <= first && first <= lower.upperBound && lower.upperBound <= count, "\(beginning)")
      #expect(upper.lowerBound <= end && end <= upper.upperBound && upper.upperBound <= count, "\(beginning)")
      #expect(beginning.count > 8 || lower.count <= KeySamples.step && upper.count <= KeySamples.step)
    }
  }

  @Test func otherTextsHaveOtherSamples() {
    var texts = Self.texts
    #expect(Self.samples(texts).isSame(as: Self.samples(Self.texts)))
    texts[64] = Array("zzz".utf8)
    #expect(!Self.samples(texts).isSame(as: Self.samples(Self.texts)))
  }
}
