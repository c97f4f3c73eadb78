import GazetteerIndex

/// The rows of a list whose places have the same name and region, and what tells them apart.
struct Twins {
  /// What tells a place from the others of its name.
  enum Difference: Equatable {
    /// A short name, the value of a column, or the identity.
    case remark(String)
    case population(UInt32)
    case position(String)
  }

  /// By the index of the row.
  private(set) var differences: [Int: Difference] = [:]

  /// What is shown after the name of a row; nil if its other cells tell it from the others.
  func remark(_ row: Int) -> String? {
    if case .remark(let text) = differences[row] { text } else { nil }
  }

  /// Whether some places differ only by their positions, which must then be shown as they are.
  var needPositions: Bool { differences.keys.contains(where: differ(byPosition:)) }

  /// Whether the place of a row differs from the others only by its position.
  func differ(byPosition row: Int) -> Bool { if case .position = differences[row] { true } else { false } }

  /// What tells the place of a row from the others, where only its name and region are shown; nil if these do.
  func words(_ row: Int) -> String? {
    switch differences[row] {
    case nil: nil
    case .remark(let text), .position(let text): text
    case .population(let count): "\(Numeral.grouped(count)) \(count == 1 ? "person" : "people")"
    }
  }

  /// Nobody reads longer lists row by row.
  private static let longest = 1000
  /// The longest remark, in characters.
  private static let longestRemark = 24

  /// O(places × columns).
  ///
  /// - Parameter places: nil for a place that is not there any more.
  init(_ places: [Place?]) {
    guard places.count <= Twins.longest else { return }
    var groups: [String: [Int]] = [:]
    for (index, place) in places.enumerated() {
      if let place { groups[place.title.neutralised, default: []].append(index) }
    }
    for rows in groups.values where rows.count > 1 { add(rows.compactMap { row in places[row].map { (row, $0) } }) }
  }

  private mutating func add(_ twins: [(row: Int, place: Place)]) {
    let places = twins.map(\.place)
    // Towns are told apart by how many people live there.
    if !places.contains(where: { $0.population == 0 }), Set(places.map(\.population)).count == places.count {
      for twin in twins { differences[twin.row] = .population(twin.place.population) }
    } else if let texts = Twins.shortNames(of: places) ?? Twins.attributes(of: places) {
      for (twin, text) in zip(twins, texts) { differences[twin.row] = .remark(text) }
    } else {
      let points = places.map { $0.coordinate?.short }
      let counts = points.reduce(into: [:]) { $0[$1, default: 0] += 1 }
      for (twin, point) in zip(twins, points) {
        // Those at one point, or without one, differ only by their ids.
        if let point, counts[point] == 1 {
          differences[twin.row] = .position(point)
        } else {
          differences[twin.row] = .remark(twin.place.id.word.neutralised)
        }
      }
    }
  }

  /// The shortest other name of each place.
  private static func shortNames(of places: [Place]) -> [String]? {
    distinct(places.map { place in place.alternates.map(\.neutralised).min { $0.count < $1.count } })
  }

  /// The values of the first column that tells all of them apart. A number alone says too little.
  private static func attributes(of places: [Place]) -> [String]? {
    for key in places.first?.attributes.map(\.key) ?? [] {
      let values = places.map { place in place.attributes.first { $0.key == key }.map { Place.shown($0).neutralised } }
      if let texts = distinct(values), texts.allSatisfy({ $0.contains(where: \.isLetter) }) { return texts }
    }
    return nil
  }

  /// The texts, if each place has one that is short and that no other has.
  private static func distinct(_ texts: [String?]) -> [String]? {
    let known = texts.compactMap(\.self).filter { !$0.isEmpty && $0.count <= longestRemark && !$0.contains("://") }
    return known.count == texts.count && Set(known).count == known.count ? known : nil
  }
}
