import GazetteerIndex
import GazetteerSession

extension Picker {
  /// The categories of the datasets in use, with the selected ones ticked. O(places).
  package init(categoriesOf session: Session) {
    let selected = Set(session.selectedCategories)
    let items = session.catalog.categories.map { name, count in
      Item(name, detail: Numeral.grouped(count), isTicked: selected.contains(name))
    }
    self.init(items, title: "categories")
  }

  /// The ticked ones, and those of `selected` that were not there to be ticked.
  func categories(keeping selected: [Untrusted]) -> [Untrusted] {
    let known = Set(items.map(\.name))
    return items.filter(\.isTicked).map(\.name) + selected.filter { !known.contains($0) }
  }
}
