import Glibc

extension Dataset {
  /// Whether another version of this dataset has the same places in the same order, and was read with the same problems.
  /// O(bytes of the columns).
  package func isTheSame(as other: Dataset) -> Bool {
    var about = other.about
    about.seconds = self.about.seconds
    guard about == self.about, let mine = SectionList(of: places), let others = SectionList(of: other.places) else {
      return false
    }
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

/// The memory of each section of columns, which stay valid as long as these columns.
private struct SectionList: Archive {
  private(set) var sections: [UnsafeRawBufferPointer] = []
  let damage = SnapshotError.damaged(section: 0)

  init?(of columns: PlaceColumns) {
    guard (try? part(columns) as PlaceColumns) != nil else { return nil }
  }

  mutating func section(_ known: UnsafeRawBufferPointer?) throws(SnapshotError) -> UnsafeRawBufferPointer {
    guard let known else { throw damage }
    sections.append(known)
    return known
  }
}
