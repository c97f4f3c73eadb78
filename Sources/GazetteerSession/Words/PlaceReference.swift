import GazetteerIndex

/// How a command names places: by number, as the current one, by identity, or by position if a point is enough.
package enum PlaceReference: Equatable, Sendable {
  /// Numbers of the last list, as ranges.
  case numbers([ClosedRange<Int>])
  /// `.`, the place selected last.
  case current
  /// `DATASET:ID`.
  case identity(dataset: String, id: String)
  case point(Coordinate)
}

extension PlaceReference: Readable {
  package static var completes: Completes? { .place() }
  package static var expected: Message { "a place: a number, a range such as 1-4,7, '.' or DATASET:ID" }

  package init(word: Untrusted) throws {
    let text = word.text
    if text == "." {
      self = .current
    } else if let ranges = PlaceReference.ranges(text) {
      self = .numbers(ranges)
    } else if let point = try Coordinate(word: text) ?? Coordinate(link: text) {
      self = .point(point)
    } else if let colon = text.firstIndex(of: ":"), DatasetName.isWellFormed(String(text[..<colon])),
      text.index(after: colon) < text.endIndex
    {
      self = .identity(dataset: String(text[..<colon]), id: String(text[text.index(after: colon)...]))
    } else {
      throw Malformed()
    }
  }

  package static func remedy(for word: Untrusted, before next: [Untrusted], of asker: String) -> Message? {
    guard let name = word.name(with: next) else { return nil }
    return "search \(name), then \(own: asker) 1"
  }

  /// `3`, `1-4,7`.
  private static func ranges(_ text: String) -> [ClosedRange<Int>]? {
    var ranges: [ClosedRange<Int>] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false).map {
        $0.allSatisfy(\.isASCII) ? Int($0) : nil
      }
      guard ends.count <= 2, let first = ends[0], let last = ends[ends.count - 1], 0 <= first, first <= last else {
        return nil
      }
      ranges.append(first...last)
    }
    return ranges
  }
}

/// A place or a point, if only the position matters. `1,2` is a point here, not two numbers.
package struct PointReference: Readable, Equatable {
  package let reference: PlaceReference

  package static var completes: Completes? { .place(isPoint: true) }
  package static var expected: Message { "a point: LAT,LON, a link, a number of the last list, '.' or DATASET:ID" }

  package init(word: Untrusted) throws {
    reference = try Coordinate(word: word.text).map { .point($0) } ?? PlaceReference(word: word)
  }

  package static func remedy(for word: Untrusted, before next: [Untrusted], of asker: String) -> Message? {
    if let next = next.first, let point = joined(word.text, next.text) {
      return "\(Untrusted(point)) without the blank"
    }
    guard let name = word.name(with: next) else { return nil }
    switch (asker, next.count) {
    case ("distance", 1) where next[0].isName:
      return "search \(word), select 1, search \(next[0]), then distance . 1"
    case ("near", _): return "search \(name), then near 1"
    case ("--near", _): return "search \(word), then --near 1"
    case (_, 0): return "search \(word), then its number"
    default: return "search TEXT, then its number"
    }
  }

  /// A point with a blank between its numbers: `48.85, 2.35`, `48.85 2.35`.
  private static func joined(_ first: String, _ second: String) -> String? {
    let numbers = [first, second].flatMap { $0.split(separator: ",") }
    let point = numbers.joined(separator: ",")
    guard numbers.count == 2, (try? Coordinate(word: point)) != nil else { return nil }
    return point
  }
}

extension Untrusted {
  /// Whether a word looks like a name, not like a number or an identity.
  fileprivate var isName: Bool { text.first?.isLetter == true && !text.contains(":") }

  /// The name that this word and the `next` ones seem to form; nil if it is not a name, or too long.
  fileprivate func name(with next: [Untrusted]) -> Untrusted? {
    let name = Untrusted(bytes: ([self] + next).map(\.bytes).joined(separator: " ".utf8))
    return isName && name.bytes.count <= 80 ? name : nil
  }
}

extension Coordinate {
  /// As it is typed: `LAT,LON` at full precision.
  package var word: String { Numeral.plain(latitude) + "," + Numeral.plain(longitude) }

  /// `LAT,LON` in degrees, also with blanks after the comma, as maps copy it; nil if the word has another form.
  ///
  /// - Throws: `Failure` if the point is not on the globe.
  init?(word: String) throws(Failure) {
    var parts = word.split(separator: ",", omittingEmptySubsequences: false)
    if parts.count == 2 { parts[1] = parts[1].drop { $0 == " " } }
    guard parts.count == 2, let first = Coordinate.degrees(parts[0]), let second = Coordinate.degrees(parts[1]) else {
      return nil
    }
    guard let point = Coordinate(latitude: first, longitude: second) else {
      let isSwapped = Coordinate(latitude: second, longitude: first) != nil
      throw Failure(
        "\(quoted: Untrusted(word)) is not on the globe",
        why: isSwapped ? "did you mean \(Untrusted(parts[1])),\(Untrusted(parts[0]))?" : "expected LAT,LON in degrees",
        code: .usage)
    }
    self = point
  }

  /// A plain decimal number.
  private static func degrees(_ text: Substring) -> Double? {
    let plain = text.utf8.allSatisfy { "+-.0123456789".utf8.contains($0) }
    return plain ? Double(text) : nil
  }
}

extension PlaceID {
  /// As it is typed.
  package var word: Untrusted {
    switch id {
    case .number(let number): Untrusted("\(dataset):\(number)")
    case .text(let text): Untrusted("\(dataset):\(text)")
    }
  }
}
