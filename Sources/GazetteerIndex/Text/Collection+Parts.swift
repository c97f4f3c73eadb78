// The standard library has these functions only beside its regular expressions, in a module that slows down the start
// of a program that is linked with it. So the targets of gaz do not import that module.

extension Collection where Element: Equatable {
  /// The first place where the elements of another collection follow each other; nil if there is none. Those of an
  /// empty one follow each other everywhere. O(n · m).
  package func firstRange<Other: Collection>(of other: Other) -> Range<Index>? where Other.Element == Element {
    var start = startIndex
    while true {
      if let end = end(of: other, at: start) { return start..<end }
      guard start < endIndex else { return nil }
      formIndex(after: &start)
    }
  }

  /// Whether the elements of another collection follow each other somewhere. O(n · m).
  package func contains<Other: Collection>(_ other: Other) -> Bool where Other.Element == Element {
    firstRange(of: other) != nil
  }

  /// The parts between the places where the elements of a separator, which is not empty, follow each other, from the
  /// start. O(n · m).
  package func split<Separator: Collection>(
    separator: Separator, maxSplits: Int = .max, omittingEmptySubsequences: Bool = true
  ) -> [SubSequence] where Separator.Element == Element {
    var parts: [SubSequence] = []
    var rest = self[...]
    while parts.count < maxSplits, let range = rest.firstRange(of: separator) {
      let part = rest[..<range.lowerBound]
      if !part.isEmpty || !omittingEmptySubsequences { parts.append(part) }
      rest = rest[range.upperBound...]
    }
    if !rest.isEmpty || !omittingEmptySubsequences { parts.append(rest) }
    return parts
  }

  /// The index after the elements of another collection, if they follow each other from an index on.
  private func end<Other: Collection>(of other: Other, at start: Index) -> Index? where Other.Element == Element {
    var end = start
    for element in other {
      guard end < endIndex, self[end] == element else { return nil }
      formIndex(after: &end)
    }
    return end
  }
}

extension RangeReplaceableCollection where Element: Equatable {
  /// With other elements in each place where the elements of `old`, which is not empty, follow each other. O(n · m).
  package func replacing<Old: Collection, New: Collection>(_ old: Old, with new: New) -> Self
  where Old.Element == Element, New.Element == Element {
    var copy = Self()
    for (number, part) in split(separator: old, omittingEmptySubsequences: false).enumerated() {
      if number > 0 { copy.append(contentsOf: new) }
      copy.append(contentsOf: part)
    }
    return copy
  }
}

extension [String] {
  /// The texts with a separator between them. The standard library's own looks up types by their names.
  package func joined(separator: String) -> String {
    var text = first ?? ""
    for part in dropFirst() {
      text += separator
      text += part
    }
    return text
  }
}
