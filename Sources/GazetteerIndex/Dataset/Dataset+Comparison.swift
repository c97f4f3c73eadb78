import Glibc

extension Dataset {
  /// Whether another version of this dataset has the same places in the same order, and was read with the same problems.
  /// O(bytes of the columns).
  package func isTheSame(as other: Dataset) -> Bool {
    var about = other.about
    about.seconds = self.about.seconds
    return about == self.about && places.hasTheSameSections(as: other.places)
  }
}

extension Archived {
  /// Whether the sections of this value in a snapshot equal those of another. O(their size).
  ///
  /// All sections must be memory of these values, not copies.
  func hasTheSameSections(as other: Self) -> Bool {
    guard let mine = SectionList(of: self), let others = SectionList(of: other) else { return false }
    return withExtendedLifetime((self, other)) {
      mine.sections.elementsEqual(others.sections) { mine, other in
        guard mine.count == other.count, let mineStart = mine.baseAddress, let otherStart = other.baseAddress else {
          return mine.isEmpty && other.isEmpty
        }
        return memcmp(mineStart, otherStart, mine.count) == 0
      }
    }
  }
}

/// The memory of each section of a value, which stays valid as long as the value.
private struct SectionList: Archive {
  private(set) var sections: [UnsafeRawBufferPointer] = []
  let damage = SnapshotError.damaged(section: 0)
  let owner: AnyObject? = nil

  init?(of known: some Archived) {
    guard (try? part(known)) != nil else { return nil }
  }

  mutating func section(
    _ known: UnsafeRawBufferPointer?, of owner: AnyObject?
  ) throws(SnapshotError) -> UnsafeRawBufferPointer {
    guard let known else { throw damage }
    sections.append(known)
    return known
  }
}
