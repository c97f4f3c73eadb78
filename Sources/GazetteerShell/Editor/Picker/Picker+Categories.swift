import GazetteerIndex
import GazetteerSession

extension Picker {
  /// The categories of the datasets in use; the selected ones are ticked. O(places).
  package init(categoriesOf session: Session) {
    let selected = Set(session.selectedCategories)
    let items = session.catalog.categories.map { name, count in
      Item(name, detail: Numeral.grouped(count), isTicked: selected.contains(name))
    }
    self.init(items, title: "categories")
  }

  /// The ticked categories, and those of `selected` that are not among the items.
  func categories(keeping selected: [Untrusted]) -> [Untrusted] {
    let ticked = items.filter(\.isTicked).map(\.name)
    guard !selected.isEmpty else { return ticked }
    let known = Set(items.map(\.name))
    return ticked + selected.filter { !known.contains($0) }
  }
}
