/// Which rows of a dataset have the words. A row is looked at in the columns, cheapest texts first.
struct TermRows {
  private let terms: PlaceTerms
  private let dataset: Dataset
  /// The words that the categories of each set have.
  private let ofSets: [UInt64]
  /// Read the attributes that say what a place is.
  private let readers: [(_ row: Int) -> UnsafeBufferPointer<UInt8>]

  /// O(categories + keys of attributes).
  init(_ terms: PlaceTerms, in dataset: Dataset) {
    (self.terms, self.dataset) = (terms, dataset)
    let places = dataset.places
    let ofCategories = (0..<places.categoryNames.count).map { number in
      terms.found(in: Fold.bytes(places.categoryNames.untrusted(number)))
    }
    ofSets = (0..<places.categorySets.count - 1).map { set in
      places.members(ofSet: set).reduce(0) { $0 | ofCategories[Int($1)] }
    }
    let attributes = places.attributes
    readers = (0..<attributes.keyNames.count)
      .filter { PlaceTerms.saysWhatItIs(key: attributes.keyNames.untrusted($0)) }
      .map { attributes.reader(ofKey: $0) }
  }

  func contains(_ row: Int) -> Bool {
    let places = dataset.places
    var found = ofSets[places.categorySet(of: row)]
    if found == terms.all { return true }
    found |= terms.found(in: dataset.foldedName(row))
    if found == terms.all { return true }
    var folded: [UInt8] = []
    func look(at text: UnsafeBufferPointer<UInt8>) {
      folded.removeAll(keepingCapacity: true)
      Fold.append(text, to: &folded)
      found |= terms.found(in: folded)
    }
    for reader in readers { look(at: reader(row)) }
    if found == terms.all { return true }
    for index in places.alternates(of: row) { look(at: places.alternates[index]) }
    return found == terms.all
  }
}
