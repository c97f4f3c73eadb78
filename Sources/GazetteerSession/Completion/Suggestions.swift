import GazetteerIndex

/// A value that may stand at the cursor, before it is written as a word.
struct Suggestion: Equatable {
  /// A label or detail that is longer is cut, in bytes.
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
  /// So many of its bytes at most, not ending in the middle of a character.
  func beginning(_ longest: Int) -> Untrusted {
    guard bytes.count > longest else { return self }
    var end = longest
    while end > 0 && bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return Untrusted(bytes: bytes[..<end] + Array("…".utf8))
  }
}

/// The values that what is typed may become.
struct Suggestions {
  /// The best first; not all where they are many.
  var listed: [Suggestion] = []
  var total = 0
  /// Whether there are more than `total`.
  var hasMore = false
  /// What all of them, listed or not, let one type before one is chosen; nil: what is typed already.
  var common: String?
  /// Whether they begin with what is typed.
  var isBeginning = true

  var isEmpty: Bool { listed.isEmpty }

  /// These values, all of which meet what is typed otherwise than by beginning so.
  init(_ listed: [Suggestion] = [], total: Int? = nil, hasMore: Bool = false) {
    self.listed = listed
    self.total = total ?? listed.count
    self.hasMore = hasMore
    isBeginning = listed.isEmpty
  }

  /// Those of `candidates` that begin with what is typed, where there are none those that hold it.
  init(_ typed: Beginning, among candidates: [Suggestion], limit: Int) {
    let exact = typed.comparison == .plain ? candidates.filter { $0.text.hasPrefix(typed.text) } : []
    let beginning = exact.isEmpty ? candidates.filter { typed.begins($0.text) } : exact
    isBeginning = !beginning.isEmpty
    let found = isBeginning ? beginning : candidates.filter { typed.isInside($0.text) }
    total = found.count
    listed = Array(found.prefix(limit))
    if isBeginning { common = Suggestions.common(of: found.map(\.text), beginning: typed) }
  }

  /// What `words`, which all begin with what is typed, share: in their spelling where all of them spell the typed part
  /// alike, else what is typed and what they share behind it.
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
