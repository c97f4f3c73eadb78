import GazetteerIndex

/// The secrets that a server was sent, in the forms in which it may repeat them: as they are, as in addresses, mails, JSON
/// and HTML (up to three of these one in the other, see `decoded`), in Latin-1, in hexadecimal digits, and in base64,
/// also as a part of it, as in a login by HTTP Basic. Case is ignored, because the names of hosts have none.
///
/// Errors and answers are shown, and may be saved or recorded, so they have no secrets. An error is not shown if it has
/// eight bytes in a row of a form, because it may have been cut. An answer has texts that people wrote, where parts of a
/// password may stand by chance, so a form must be there as a whole:
///
/// | bytes of the secret | in an error | in an answer |
/// |---|---|---|
/// | up to 3 | shown: it is a part of too many words | shown |
/// | 4 to 7 | hidden | hidden if it is a word of its own |
/// | 8 and more | hidden | hidden |
///
/// In an answer, the name with which the user logs in is no secret, even if the password is that name or a part of it:
/// it is shown anyway.
/// None of this stops a server that wants to give a secret away: it can write it in a form that nobody foresees.
struct SecretForms: Sendable {
  private struct Form: Sendable {
    /// Folded, in a type that is not printed.
    let text: Secret
    /// Whether letters and digits around it make it something else.
    let isWord: Bool

    func isIn(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
      let form = self.text.bytes
      let end = start + form.count
      guard end <= text.count, form.indices.allSatisfy({ form[$0] == text[start + $0] }) else { return false }
      return !isWord || (start == 0 || !text[start - 1].isOfAWord) && (end == text.count || !text[end].isOfAWord)
    }
  }

  private static let shortest = 4
  private static let shortestAnywhere = 8
  /// Shorter parts of base64 stand in too many texts by chance.
  private static let shortestPart = 6

  private var forms: [Form] = []
  private let user: [UInt8]
  /// Whether a form starts with a byte.
  private var starts = [Bool](repeating: false, count: 256)

  /// - Parameter user: the name with which the user logs in.
  init(_ secrets: [Secret], user: Untrusted = Untrusted("")) {
    self.user = Self.folded(user.bytes)
    for secret in secrets { add(secret) }
  }

  /// The same with another secret.
  func adding(_ secret: Secret) -> SecretForms {
    var forms = self
    forms.add(secret)
    return forms
  }

  private mutating func add(_ secret: Secret) {
    let raw = secret.bytes
    guard raw.count >= Self.shortest else { return }
    let isWord = raw.count < Self.shortestAnywhere
    let texts = [raw, Self.withPlus(raw), Self.latin1(raw) ?? raw]
    let hexadecimal = raw.flatMap { Hexadecimal.digits(of: $0) }
    let encoded = [hexadecimal] + Self.base64(raw).filter { $0.count >= Self.shortestPart }
    for (form, isWord) in texts.map({ ($0, isWord) }) + encoded.map({ ($0, false) }) {
      let folded = Self.folded(form)
      guard !forms.contains(where: { $0.text.bytes == folded }) else { continue }
      forms.append(Form(text: Secret(folded), isWord: isWord))
      starts[Int(folded[0])] = true
    }
  }

  /// In an address, a blank may be a plus.
  private static func withPlus(_ bytes: [UInt8]) -> [UInt8] {
    bytes.map { $0 == UInt8(ascii: " ") ? UInt8(ascii: "+") : $0 }
  }

  /// Nil if a character is not in it.
  private static func latin1(_ bytes: [UInt8]) -> [UInt8]? {
    var text: [UInt8] = []
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      guard let byte = UInt8(exactly: scalar.value) else { return nil }
      text.append(byte)
    }
    return text
  }

  /// The most bytes with which a text can repeat a secret: each of a form may be six, as `\u0026`.
  var longest: Int { 6 * (forms.map(\.text.bytes.count).max() ?? 0) }

  /// Whether an error has a part of a secret.
  func areRepeated(inError text: Untrusted) -> Bool { Self.readings(of: text).contains(where: hasPart) }

  /// Whether a text that people may have written has a secret.
  func areRepeated(inAnswer text: Untrusted) -> Bool {
    guard !forms.isEmpty else { return false }
    return Self.readings(of: text).contains(where: hasForm)
  }

  /// A text as it is, and decoded up to three times, all folded.
  private static func readings(of text: Untrusted) -> [[UInt8]] {
    var readings = [Array(text.bytes)]
    while readings.count <= mostDecodings, let last = readings.last, last.contains(where: isEncoding) {
      let decoded = last.decoded
      guard decoded != last else { break }
      readings.append(decoded)
    }
    return readings.map(folded)
  }

  private static let mostDecodings = 3

  /// Whether a byte may begin what stands for another character.
  private static func isEncoding(_ byte: UInt8) -> Bool { "%=+\\&".utf8.contains(byte) }

  private func hasPart(_ text: [UInt8]) -> Bool {
    forms.contains { form in
      let bytes = form.text.bytes
      let length = min(Self.shortestAnywhere, bytes.count)
      guard text.count >= length else { return false }
      var parts: Set<ArraySlice<UInt8>> = []
      for start in 0...(bytes.count - length) { parts.insert(bytes[start..<(start + length)]) }
      return (0...(text.count - length)).contains { parts.contains(text[$0..<($0 + length)]) }
    }
  }

  /// Whether a text has a form that is not a part of the name of the user.
  private func hasForm(_ text: [UInt8]) -> Bool {
    text.withUnsafeBufferPointer { text in
      text.indices.contains { start in
        starts[Int(text[start])]
          && forms.contains { form in
            form.isIn(text, at: start) && !isInName(start..<(start + form.text.bytes.count), of: text)
          }
      }
    }
  }

  /// Whether the name of the user stands in a text so that it covers a range.
  private func isInName(_ range: Range<Int>, of text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard user.count >= range.count else { return false }
    let first = max(0, range.upperBound - user.count)
    let last = min(range.lowerBound, text.count - user.count)
    return first <= last
      && (first...last).contains { start in user.indices.allSatisfy { user[$0] == text[start + $0] } }
  }

  /// In small letters, with the signs of the two alphabets of base64 taken as the same.
  private static func folded(_ bytes: [UInt8]) -> [UInt8] {
    bytes.map { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte | 0x20
      case UInt8(ascii: "-"): UInt8(ascii: "+")
      case UInt8(ascii: "_"): UInt8(ascii: "/")
      default: byte
      }
    }
  }

  /// What is the same in the base64 of every text with these bytes; it depends on where in the text they are.
  private static func base64(_ bytes: [UInt8]) -> [[UInt8]] {
    (0..<3).map { shift in
      let encoded = ([UInt8](repeating: 0, count: shift) + bytes).base64
      // Each sign has six bits: those with bits of what is before or after are left out.
      return Array(encoded.prefix((shift + bytes.count) * 8 / 6).dropFirst((shift * 8 + 5) / 6))
    }
  }
}

extension UInt8 {
  /// A letter or a digit, also a part of a letter that is not in ASCII.
  fileprivate var isOfAWord: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), 0x80...0xFF: true
    default: false
    }
  }
}

extension Untrusted {
  /// A reason in the words of a server, cut if it is long; other words if what is kept repeats a secret. O(1).
  func hiding(_ secrets: SecretForms) -> Untrusted {
    let read = Untrusted(bytes: bytes.prefix(Self.mostOfReason + secrets.longest))
    return secrets.areRepeated(inError: read)
      ? Untrusted("the reason is not shown, because it repeats a secret") : cut(to: Self.mostOfReason)
  }

  /// The most bytes of a reason that are kept.
  private static let mostOfReason = 4096

  /// The name of a host; other words if it repeats a secret.
  func hidingHost(_ secrets: SecretForms) -> Untrusted {
    secrets.areRepeated(inError: self) ? Untrusted("a host whose name repeats a secret") : self
  }

  /// A text of an answer; other words if it repeats a secret.
  func hidingContent(_ secrets: SecretForms) -> Untrusted {
    secrets.areRepeated(inAnswer: self) ? .notShown : self
  }

  /// What is shown instead of a text of an answer that repeats a secret.
  static let notShown = Untrusted("(not shown: it repeats a secret)")
}
