import Foundation
import Testing

@testable import GazetteerIndex

@Suite struct FoldTests {
  @Test(arguments: [
    ("", ""), ("Paris", "paris"), ("  A--b, c! ", "a b c"), ("---", ""), ("São Paulo", "sao paulo"),
    ("Zürich", "zurich"), ("Łódź", "lodz"), ("Ærøskøbing", "aeroskobing"),
    ("STRASSE straße STRAẞE", "strasse strasse strasse"),
    ("İstanbul Iğdır", "istanbul igdir"), ("Þórshöfn", "thorshofn"), ("Ħamrun", "hamrun"), ("Œuvre", "oeuvre"),
    ("Đà Nẵng", "da nang"), ("ŉ", "n"), ("Ǿ ǽ", "o ae"), ("ﬁne", "fine"), ("½", "1 2"), ("¨a¨", "a"), ("№5", "no5"),
    ("Ⅷ", "viii"), ("東京都", "東京都"), ("ｶﾞ", "カ"), ("Ελλάς", "ελλασ"), ("Київ", "киів"), ("Ёлка", "елка"),
    ("o'Brien", "o brien"), ("Oʻahu", "oahu"), ("Sana\u{2019}a", "sana a"), ("\u{FDFA}", "صلى الله عليه وسلم"),
    ("x\u{E0100}y", "xy"), ("x\u{F0000}y", "x y"), ("x\u{10FFFF}y", "x y"), ("ﷲ", "الله"), ("कि", "कि"), ("कु", "क"),
  ]) func foldsNames(name: String, folded: String) {
    #expect(Array(Fold.fold(name).utf8) == Array(folded.utf8))
  }

  @Test func hangulIsTakenApart() {
    #expect(
      Array(Fold.fold("한강로").unicodeScalars.map(\.value)) == [
        0x1112, 0x1161, 0x11AB, 0x1100, 0x1161, 0x11BC, 0x1105, 0x1169,
      ])
  }

  /// U+302E has class 224, U+1B44 class 9. U+0301 is dropped, and so is a vowel sign of class 0 (U+0941).
  @Test(arguments: [
    ("x\u{302E}\u{1B44}", "x\u{1B44}\u{302E}"), ("x\u{302E}\u{301}\u{1B44}", "x\u{1B44}\u{302E}"),
    ("x\u{302E}\u{941}\u{1B44}", "x\u{1B44}\u{302E}"), ("x\u{302E} \u{1B44}", "x\u{302E} \u{1B44}"),
    ("x\u{302E}y\u{1B44}", "x\u{302E}y\u{1B44}"), ("\u{1D15E}\u{1B44}", "\u{1B44}\u{1D165}"),
  ]) func keptMarksAreInCanonicalOrder(text: String, folded: String) {
    #expect(Array(Fold.fold(text).utf8) == Array(folded.utf8))
  }

  @Test func foldingAppendsToTheOutput() {
    var output = Array("before".utf8)
    for text in [" A ", " É ", "", " \u{302E}\u{1B44} "] {
      Array(text.utf8).withUnsafeBufferPointer { Fold.append($0, to: &output) }
    }
    #expect(output == Array("beforeae\u{1B44}\u{302E}".utf8))
  }

  @Test func anyBytesFold() {
    var random = SplitMix(state: 1)
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0..<12, using: &random)).map { _ in
        Bool.random(using: &random)
          ? UInt8.random(in: 0...255, using: &random) : UInt8.random(in: 0xC0...0xF4, using: &random)
      }
      var output: [UInt8] = []
      bytes.withUnsafeBufferPointer { Fold.append($0, to: &output) }
      #expect(output.withUnsafeBufferPointer(firstInvalidUTF8) == nil)
    }
    var output: [UInt8] = []
    [0x61, 0xC3, 0x62, 0x9B, 0xF0, 0x9F].withUnsafeBufferPointer { Fold.append($0, to: &output) }
    #expect(output == Array("a b".utf8))
  }

  @Test func aLongRunOfMarksFoldsInLinearTime() {
    let text = String(repeating: "\u{302E}\u{1B44}", count: 50_000)
    #expect(Fold.fold(text).unicodeScalars.last == "\u{302E}")
  }

  /// Every code point in the oracle's Unicode tables, and difficult strings: marks of every class, letters without
  /// decomposition, ligatures, syllables, separators.
  @Test(.enabled(if: SharedData.has("oracle/search_oracle.py") && python != nil, SharedData.absent))
  func everyFoldIsThatOfTheOracle() throws {
    let pairs = try oracleFolds()
    #expect(pairs.count > 300_000)
    let wrong = pairs.filter { Array(Fold.fold($0[0]).utf8) != Array($0[1].utf8) }
    #expect(wrong.isEmpty, "\(wrong.count) differ, first \(wrong.prefix(3).map { Array($0[0].unicodeScalars) })")
  }

  static let python = ["/usr/bin/python3.11", "/usr/bin/python3", "/usr/local/bin/python3"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }

  private func oracleFolds() throws -> [[String]] {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: try #require(Self.python))
    process.arguments = ["-c", Self.script, SharedData.url("oracle").path]
    process.standardOutput = output
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    return try JSONDecoder().decode([[String]].self, from: data)
  }

  /// The oracle's distances are not needed here, so a stand-in for their module is enough.
  private static let script = """
    import json, random, sys, types, unicodedata
    if unicodedata.unidata_version not in ("14.0.0", "15.0.0"):
        sys.exit("needs the Unicode tables of Python 3.11 or 3.12")
    stand_in = types.ModuleType("rapidfuzz.distance")
    stand_in.OSA = None
    sys.modules["rapidfuzz"] = types.ModuleType("rapidfuzz")
    sys.modules["rapidfuzz.distance"] = stand_in
    sys.path.insert(0, sys.argv[1])
    from search_oracle import WHOLE, fold
    assigned = [chr(c) for c in range(0x110000) if unicodedata.category(chr(c)) not in ("Cn", "Cs")]
    texts = ["x" + c + "y" for c in assigned]
    pools = [
        [c for c in assigned if unicodedata.combining(c) and unicodedata.category(c) == "Mc"],
        [c for c in assigned if unicodedata.category(c)[0] == "M"],
        [c for c in assigned if unicodedata.combining(c)],
        [c for c in assigned if unicodedata.decomposition(c)],
        [c for c in assigned if len(c.casefold()) > 1 or len(unicodedata.normalize("NFKD", c)) > 2],
        list(WHOLE), list("ab .-"), [chr(c) for c in range(0x1100, 0x1200)], [chr(c) for c in range(0xAC00, 0xD7A4)],
        [chr(c) for c in range(0x1D157, 0x1D1D0)], assigned]
    r = random.Random(3)
    for _ in range(60000):
        some = r.sample(pools, r.randint(1, 4))
        texts.append("".join(r.choice(r.choice(some)) for _ in range(r.randint(1, 14))))
    print(json.dumps([[t, fold(t)] for t in texts]))
    """
}
