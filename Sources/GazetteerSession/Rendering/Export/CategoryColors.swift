import GazetteerIndex

/// The colors of places on a map: one for each of the most frequent categories, and one for all others.
struct CategoryColors {
  struct Entry: Equatable {
    /// Neutralised.
    let name: String
    let color: String
  }

  /// They differ in lightness too, for people who confuse red and green, and stand out from land and water.
  private static let palette = ["#c2334d", "#1f6fb5", "#d98200", "#5b3a8e", "#00796b", "#8c510a", "#e064a4"]
  /// The color of all other categories, and of markers for places of several.
  static let other = "#5c6873"

  /// The colored ones, the most frequent first; equally frequent ones by name, then by bytes.
  let entries: [Entry]
  /// All of them, in the same order.
  let categories: [Untrusted]
  /// Whether there are categories that share the color `other`.
  let hasOthers: Bool
  private let colors: [Untrusted: String]

  /// - Parameter categories: one for each place.
  init(of categories: [Untrusted]) {
    var counts: [Untrusted: Int] = [:]
    for category in categories { counts[category, default: 0] += 1 }
    let order = counts.sorted { left, right in
      // Different texts may be equal as Swift compares them.
      let (name, other) = (left.key.neutralised, right.key.neutralised)
      guard left.value == right.value, name == other else { return (right.value, name) < (left.value, other) }
      return left.key.bytes.lexicographicallyPrecedes(right.key.bytes)
    }
    self.categories = order.map(\.key)
    let colored = Array(zip(self.categories, Self.palette))
    entries = colored.map { Entry(name: $0.neutralised, color: $1) }
    colors = Dictionary(uniqueKeysWithValues: colored)
    hasOthers = self.categories.count > colored.count
  }

  func color(of category: Untrusted) -> String { colors[category] ?? Self.other }

  /// The color of a marker for several places: theirs if it is the same, else that of several.
  func color(of categories: some Collection<Untrusted>) -> String {
    let all = Set(categories.map(color))
    return all.count == 1 ? all.first ?? Self.other : Self.other
  }
}

extension Place {
  /// The category by which it is colored.
  var mainCategory: Untrusted { categories.first ?? Untrusted("Default") }
}
