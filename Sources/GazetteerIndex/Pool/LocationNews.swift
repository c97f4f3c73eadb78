/// The locations of a service after they were fetched or changed, and what is new.
package struct LocationNews: Equatable, Sendable {
  package let dataset: LocationDataset
  package var change: FilteredPool<Location>.Change
  /// How many older locations were fetched because there were no newer ones.
  package var older = 0
  /// Whether another program went on with the change that was to be sent.
  package var isElsewhere = false
  /// A link that must be checked before a change that waits can be sent; nil if there is none.
  package var linkToCheck: Untrusted?
  /// What else the user should know.
  package var notices: [Message] = []
  /// Which changes that had to wait are given up, and why.
  package var refusals: [Message] = []

  package init(_ dataset: LocationDataset, _ change: FilteredPool<Location>.Change, older: Int = 0) {
    self.dataset = dataset
    self.change = change
    self.older = older
  }

  package static func == (left: LocationNews, right: LocationNews) -> Bool {
    left.dataset === right.dataset && left.change == right.change && left.older == right.older
      && left.notices == right.notices && left.isElsewhere == right.isElsewhere
      && left.refusals == right.refusals && left.linkToCheck == right.linkToCheck
  }
}
