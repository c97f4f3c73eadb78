import Testing

@testable import GazetteerShell

struct KeysTests {
  private func keys(_ pieces: [[UInt8]], pause: Bool = true) -> [UInt32] {
    var decoder = KeyDecoder()
    var keys: [UInt32] = []
    for piece in pieces {
      decoder.append(piece)
      while let key = decoder.next() { keys.append(key) }
    }
    while pause, decoder.isInsideKey, let key = decoder.next(afterPause: true) { keys.append(key) }
    return keys
  }

  @Test(
    arguments: [
      ("a\r", [0x61, 0x0d]),
      ("ü東🏔", [0xfc, 0x6771, 0x1f3d4]),
      ("\u{1b}[A", [Key.up.rawValue]),
      ("\u{1b}OB\u{1b}[3~x", [Key.down.rawValue, Key.delete.rawValue, 0x78]),
      ("\u{1b}[1;5Cx", [Key.wordRight.rawValue, 0x78]),
      ("\u{1b}[99;7~x", [Key.unknown.rawValue, 0x78]),
      ("\u{1b}", [Key.escape.rawValue]),
      ("\u{1b}[", [Key.unknown.rawValue]),
      ("\u{1b}\u{1b}[A", [0x1b, Key.up.rawValue]),
      ("\u{1b}b", [0x1b, 0x62]),
      ("\u{1b}[12\u{3}", [Key.unknown.rawValue, 3]),
      ("\u{81}\u{9b}a", [0x61]),
    ] as [(String, [UInt32])])
  func bytesBecomeKeysHoweverTheyAreCut(text: String, expected: [UInt32]) {
    let bytes = Array(text.utf8)
    #expect(keys([bytes]) == expected)
    #expect(keys(bytes.map { [$0] }) == expected)
  }

  @Test(
    arguments: [
      [0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82], [0xf8], [0x80],
    ] as [[UInt8]])
  func invalidBytesBecomeReplacementsAndHarmNothingAfterThem(bytes: [UInt8]) {
    let decoded = keys([bytes + [0x61]])
    #expect(decoded.last == 0x61)
    #expect(decoded.count > 1 && decoded.dropLast().allSatisfy { $0 == 0xfffd })
  }

  @Test func anEndlessSequenceIsNoKey() {
    let decoded = keys([Array("\u{1b}[".utf8) + [UInt8](repeating: 0x31, count: 100)])
    #expect(decoded.first == Key.unknown.rawValue)
    #expect(decoded.dropFirst().allSatisfy { $0 == 0x31 })
  }

  @Test func halfAKeyWaitsForItsRest() {
    #expect(keys([[0x1b]], pause: false) == [])
    #expect(keys([[0xc3]]) == [])
    #expect(keys([[0xc3], [0xbc]]) == [0xfc])
  }

  @Test func aKeyThatIsGivenBackComesFirst() {
    var decoder = KeyDecoder()
    decoder.append([0x61])
    decoder.giveBack(0x0d)
    #expect(decoder.next() == 0x0d)
    #expect(decoder.next() == 0x61)
  }

  @Test func randomBytesNeverStopTheDecoder() {
    var generator = SplitMix(state: 5)
    for _ in 0..<500 {
      let alphabet: [UInt8] = [0x1b, 0x5b, 0x4f, 0x41, 0x31, 0x3b, 0xc3, 0xe2, 0xf0, 0x9f, 0x80, 0x00, 0x03]
      let bytes = (0..<200).map { _ in alphabet.randomElement(using: &generator) ?? 0 }
      let valid = keys([bytes]).allSatisfy { Unicode.Scalar($0) != nil }
      #expect(valid)
    }
  }
}
