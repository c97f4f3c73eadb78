import GazetteerSession

extension Picker {
  /// The places that a name may mean; the user takes one.
  package init(_ choice: PlaceChoice) {
    let rest = choice.rest.map { ": \($0.neutralised)" } ?? ""
    self.init(choice.places.map { Item($0.label) }, title: choice.title.neutralised + rest, takesOne: true)
  }

  /// The place under the cursor.
  func place(of choice: PlaceChoice) -> PlaceChoice.Option? {
    matches.indices.contains(cursor) ? choice.places[matches[cursor]] : nil
  }
}
