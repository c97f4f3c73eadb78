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
  package static var canBeNamed: Bool { true }
  package static var expected: Message { "a place: a name, a number, a range such as 1-4,7, '.' or DATASET:ID" }

  package static func isNumbers(_ word: Untrusted) -> Bool { ranges(word.text) != nil }

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
  package static var canBeNamed: Bool { true }
  package static var expected: Message {
    "a point: LAT,LON, a link, a name, a number of the last list, '.' or DATASET:ID"
  }

  package init(word: Untrusted) throws {
    reference = try Coordinate(word: word.text).map { .point($0) } ?? PlaceReference(word: word)
  }
}

extension Coordinate {
  /// As it is typed: `LAT,LON` at full precision.
  package var word: String { Numeral.plain(latitude) + "," + Numeral.plain(longitude) }

  /// The position that a word is; nil if it has another form.
  ///
  /// - Throws: `Failure` if the point is not on the globe.
  init?(word: String) throws(Failure) {
    guard let pair = AnglePair(word) else { return nil }
    guard let point = Coordinate(latitude: pair.latitude, longitude: pair.longitude) else {
      let swapped = Coordinate(latitude: pair.longitude, longitude: pair.latitude)
      throw Failure(
        "\(quoted: Untrusted(word)) is not on the globe",
        why: swapped.map { "did you mean \(Untrusted($0.word))?" } ?? "expected LAT,LON in degrees", code: .usage)
    }
    self = point
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
