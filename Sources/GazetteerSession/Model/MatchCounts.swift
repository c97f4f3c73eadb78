import GazetteerIndex

/// What became of some rows.
package struct MatchCounts: Equatable, Sendable {
  /// How many have a place.
  package private(set) var matched = 0
  /// How many of these match only by a part of a name.
  package private(set) var partial = 0
  /// How many of these match only with typing errors.
  package private(set) var misspelled = 0
  /// How many of these match only without some of their words.
  package private(set) var relaxed = 0
  /// How many of these match by their region, perhaps with a name.
  package private(set) var regional = 0
  /// How many of these match the whole name of several places, without a position to choose by.
  package private(set) var ambiguous = 0
  /// How many have a country or division that is not known, and the first of these.
  package private(set) var strange = 0
  private(set) var strangeNames: [Untrusted] = []
  static let mostNames = 5
  /// How many have numbers in the place of a position, but none on the globe.
  package private(set) var offTheGlobe = 0
  /// How many of these have one the other way round.
  package private(set) var swapped = 0
  /// How many have texts in the place of a position that are no numbers.
  package private(set) var unreadable = 0
  /// How many have nothing in the place of a position.
  package private(set) var unplaced = 0

  package init() {}

  package static func + (left: MatchCounts, right: MatchCounts) -> MatchCounts {
    var sum = left
    sum.matched += right.matched
    sum.partial += right.partial
    sum.misspelled += right.misspelled
    sum.relaxed += right.relaxed
    sum.regional += right.regional
    sum.ambiguous += right.ambiguous
    sum.strange += right.strange
    for name in right.strangeNames { sum.note(strange: name) }
    sum.offTheGlobe += right.offTheGlobe
    sum.swapped += right.swapped
    sum.unreadable += right.unreadable
    sum.unplaced += right.unplaced
    return sum
  }

  /// Counts a row that has a place.
  /// - Parameter isNearest: whether the row has a position, by which its place was chosen.
  mutating func add(_ match: RowMatch, isNearest: Bool) {
    matched += 1
    if match.hit.isPartial { partial += 1 }
    switch match.hit.tier {
    case .typo: misspelled += 1
    case .relaxed: relaxed += 1
    case .region: regional += 1
    case .name, .alternate: if !isNearest, match.candidates ?? 1 > 1 { ambiguous += 1 }
    case .prefix, .words, .alternatePrefix, .inside, nil: break
    }
  }

  /// Counts a row by what it has in the place of a position.
  mutating func add(_ position: FileRow.Position) {
    switch position {
    case .at: break
    case .missing: unplaced += 1
    case .unreadable: unreadable += 1
    case .offTheGlobe: offTheGlobe += 1
    case .swapped: (offTheGlobe, swapped) = (offTheGlobe + 1, swapped + 1)
    }
  }

  /// Counts a row with a country or division that is not known.
  mutating func add(strange name: Untrusted) {
    strange += 1
    note(strange: name)
  }

  private mutating func note(strange name: Untrusted) {
    if strangeNames.count < Self.mostNames, !strangeNames.contains(name) { strangeNames.append(name) }
  }
}
