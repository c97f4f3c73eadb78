/// Which rows of a dataset have the words. A row is looked at in the columns, cheapest texts first.
struct TermRows {
  private let terms: PlaceTerms
  private let dataset: Dataset
  /// The words that the categories of each set have.
  private let ofSets: [UInt64]
  /// Whether the attributes with a key say what a place is.
  private let isMeant: [Bool]
  /// Those of such attributes that have columns.
  private let columns: [AttributeColumn]

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
    let isMeant = (0..<attributes.keyNames.count).map {
      PlaceTerms.saysWhatItIs(key: attributes.keyNames.untrusted($0))
    }
    columns = attributes.columns.filter { isMeant[$0.key] }.map(\.values)
    self.isMeant = isMeant
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
    for column in columns where column.cells[row] != 0 { look(at: column.texts[Int(column.cells[row])]) }
    let attributes = places.attributes
    for index in attributes.listed(row) where isMeant[Int(attributes.listedKeys[index])] {
      look(at: attributes.listedValues[index])
    }
    if found == terms.all { return true }
    for index in places.alternates(of: row) { look(at: places.alternates[index]) }
    return found == terms.all
  }
}
