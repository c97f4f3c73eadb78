import GazetteerIndex

/// The lists and tags of the favorites, each with how many favorites it has, sorted by name.
package struct Labels: Equatable, Sendable {
  package struct Count: Equatable, Sendable {
    package let name: Untrusted
    package let favorites: Int
  }

  package let lists: [Count]
  package let tags: [Count]

  /// O(n log n).
  init(of favorites: [Favorite]) {
    lists = Labels.counts(favorites.lazy.flatMap(\.lists))
    tags = Labels.counts(favorites.lazy.flatMap(\.tags))
  }

  private static func counts(_ names: some Sequence<Untrusted>) -> [Count] {
    var counts: [Untrusted: Int] = [:]
    for name in names { counts[name, default: 0] += 1 }
    let sorted = counts.map { (key: Fold.fold($0.key.text), count: Count(name: $0.key, favorites: $0.value)) }
      .sorted { ($0.key, $0.count.name.text) < ($1.key, $1.count.name.text) }
    return sorted.map(\.count)
  }

  package subscript(kind: LabelKind) -> [Count] { kind == .list ? lists : tags }
}

extension Labels {
  /// The labels that these names mean, ignoring case and accents. Throws if a name is unknown.
  func named(_ names: [LabelName], _ kind: LabelKind) throws(Failure) -> [Untrusted] {
    var found: [Untrusted] = []
    for name in names {
      let same = self[kind].map(\.name).filter { $0.isFolded(as: name.text) }
      guard !same.isEmpty else { throw unknown(name.text, kind) }
      found += same
    }
    return found
  }

  /// These names, spelled like existing labels, ignoring case and accents. New names are unchanged.
  func spelled(_ names: [LabelName], _ kind: LabelKind) -> [Untrusted] {
    names.map { name in
      let known = self[kind].map(\.name)
      return known.contains(name.text) ? name.text : known.first { $0.isFolded(as: name.text) } ?? name.text
    }
  }

  private func unknown(_ name: Untrusted, _ kind: LabelKind) -> Failure {
    let known = self[kind].map(\.name.neutralised)
    let nearest = Spelling.nearest(to: name.text, among: known)
    let examples = known.filter { $0.utf8.count <= 40 }.prefix(5).joined(separator: ", ")
    return Failure(
      "no \(own: kind.rawValue) is called \(quoted: name)", why: .didYouMean(nearest),
      try: nearest.isEmpty
        ? (examples.isEmpty ? "favorite 1 --\(own: kind.rawValue) \(quoted: name)" : "\(own: examples)") : nil)
  }
}
