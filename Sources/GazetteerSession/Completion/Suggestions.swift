import GazetteerIndex

/// A value that is possible at the cursor, before it is written as a word.
struct Suggestion: Equatable {
  /// The longest label and detail, in bytes.
  private static let longestShown = 200

  let text: String
  let label: Untrusted
  let detail: Untrusted
  let endsWord: Bool

  init(_ text: String, label: Untrusted? = nil, detail: Untrusted = Untrusted(""), endsWord: Bool = true) {
    self.text = text
    self.label = (label ?? Untrusted(text)).beginning(Self.longestShown)
    self.detail = detail.beginning(Self.longestShown)
    self.endsWord = endsWord
  }
}

extension Untrusted {
  /// The text, cut to `longest` bytes in whole characters; then `…`.
  func beginning(_ longest: Int) -> Untrusted {
    guard bytes.count > longest else { return self }
    var end = longest
    while end > 0 && bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return Untrusted(bytes: bytes[..<end] + Array("…".utf8))
  }
}

/// The values that can complete the typed text.
struct Suggestions {
  /// The best first; only the first ones if there are many.
  var listed: [Suggestion] = []
  var total = 0
  /// Whether there are more than `total`.
  var hasMore = false
  /// Longest common prefix of all of them, listed or not; nil if it adds nothing to what is typed.
  var common: String?
  /// Whether they start with the typed text.
  var isBeginning = true

  var isEmpty: Bool { listed.isEmpty }

  /// Values that match the typed text but do not start with it.
  init(_ listed: [Suggestion] = [], total: Int? = nil, hasMore: Bool = false) {
    self.listed = listed
    self.total = total ?? listed.count
    self.hasMore = hasMore
    isBeginning = listed.isEmpty
  }

  /// The candidates that start with the typed text. If there are none, those that contain it.
  init(_ typed: Beginning, among candidates: [Suggestion], limit: Int) {
    let exact = typed.comparison == .plain ? candidates.filter { $0.text.hasPrefix(typed.text) } : []
    let beginning = exact.isEmpty ? candidates.filter { typed.begins($0.text) } : exact
    isBeginning = !beginning.isEmpty
    let found = isBeginning ? beginning : candidates.filter { typed.isInside($0.text) }
    total = found.count
    listed = Array(found.prefix(limit))
    if isBeginning { common = Suggestions.common(of: found.map(\.text), beginning: typed) }
  }

  /// Those of one kind, then those of another.
  init(_ first: Suggestions, then second: Suggestions, typed: String, limit: Int) {
    listed = Array((first.listed + second.listed).prefix(limit))
    total = first.total + second.total
    hasMore = first.hasMore || second.hasMore
    isBeginning = first.isBeginning && second.isBeginning
    guard isBeginning else { return }
    let commons = [first.common ?? typed, second.common ?? typed]
    common = Suggestions.common(of: commons, beginning: Beginning(typed, .folded))
  }

  /// Leaves out what cannot be typed here.
  mutating func removeAll(where isUseless: (String) -> Bool) {
    let before = listed.count
    listed.removeAll { isUseless($0.text) }
    total -= before - listed.count
  }

  /// The longest common prefix of words that all start with the typed text. The typed part is spelled as in the words
  /// if they all agree, otherwise as typed.
  static func common(of words: [String], beginning typed: Beginning) -> String? {
    let shared = sharedPrefix(words.map { $0[...] })
    if typed.begins(shared), shared.count >= typed.text.count { return shared == typed.text ? nil : String(shared) }
    let rest = sharedPrefix(words.map(typed.rest))
    return rest.isEmpty ? nil : typed.text + rest
  }

  private static func sharedPrefix(_ words: [Substring]) -> Substring {
    guard var shared = words.first else { return "" }
    for word in words.dropFirst() where !shared.isEmpty {
      let count = zip(shared, word).prefix { $0 == $1 }.count
      shared = shared.prefix(count)
    }
    return shared
  }
}
