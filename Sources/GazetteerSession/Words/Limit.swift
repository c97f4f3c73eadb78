/// How many rows of a list to print. `0` prints only the total.
package enum Limit: Equatable, Sendable {
  case rows(Int)
  case all

  /// The largest number of rows.
  package var count: Int {
    switch self {
    case .rows(let count): count
    case .all: .max
    }
  }
}
