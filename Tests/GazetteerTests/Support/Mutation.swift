/// Damage to bytes, the same in every run.
enum Mutation {
  /// `bytes` with one to three changes: a flipped bit, a lost piece, inserted bytes, or a piece repeated elsewhere.
  static func of(_ bytes: [UInt8], using random: inout SplitMix) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &random) where !bytes.isEmpty {
      let place = Int.random(in: 0..<bytes.count, using: &random)
      let end = Int.random(in: place...min(bytes.count, place + 16), using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      case 1: bytes.removeSubrange(place...)
      case 2: bytes.removeSubrange(place..<end)
      case 3: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
      default: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &random))
      }
    }
    return bytes
  }
}
