/// How many rows of a list to print. `0` prints the total alone.
package enum Limit: Equatable, Sendable {
  case rows(Int)
  case all

  /// The most rows.
  package var count: Int {
    switch self {
    case .rows(let count): count
    case .all: .max
    }
  }
}
