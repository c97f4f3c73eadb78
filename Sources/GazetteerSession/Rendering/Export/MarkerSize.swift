/// How large a place is drawn on a map, by how many people live there.
enum MarkerSize: Int, CaseIterable {
  /// The data do not say how many.
  case unknown
  case small, medium, large, huge

  init(population: UInt32) {
    switch population {
    case 0: self = .unknown
    case ..<100_000: self = .small
    case ..<1_000_000: self = .medium
    case ..<10_000_000: self = .large
    default: self = .huge
    }
  }

  /// In pixels of a picture that is 1000 wide.
  var radius: Double {
    switch self {
    case .unknown: 5
    case .small: 3.5
    case .medium: 5
    case .large: 7.5
    case .huge: 10
    }
  }

  /// For the legend; nil if there is nothing to say.
  var meaning: String? {
    switch self {
    case .unknown: nil
    case .small: "fewer than 100,000 people"
    case .medium: "100,000 or more"
    case .large: "1 million or more"
    case .huge: "10 million or more"
    }
  }
}
