import GazetteerIndex

/// The fields of `--json` for each view. Other programs rely on them.
package enum JSONShape {
  /// Increased when a field is removed or changes its meaning.
  static let version = 1

  private static let views: [(title: String, fields: [Content.Field])] = [
    ("places: of a search or near, also when more or list shows it", PlacesView.headFields),
    ("places: all commands that list, select, check, keep or post places", PlacesView.fields),
    ("places: more fields, only of favorites", Favorite.fields),
    ("places: more fields, only of restaurants and places", PlacesView.ratings),
    ("places: more fields, only of locations", LocationColumn.fields),
    ("places: more fields, only of restaurants and places with --from", PlacesView.credits),
    ("places: show", DetailsView.fields),
    ("map", MapView.headFields),
    ("places: map", MapView.fields),
    ("categories", CategoriesView.fields),
    ("columns", ColumnsView.fields),
    ("count", CountView.fields),
    ("values: count --by", CountsView.fields),
    ("datasets", DatasetsView.fields),
    ("why", ExplanationView.fields),
    ("distance", DistanceView.fields),
    ("share, ride", LinksView.fields),
    ("labels: favorites --lists", LabelsView.fields),
    ("lines: history", HistoryView.fields),
    ("edits: history favorites", PastView.fields),
    ("accounts: whoami, login", AccountsView.fields),
    ("settings: set, account --multiple", SettingsView.fields),
    ("places: about N", AboutView.fields),
    ("about", ProgramView.fields),
    ("changes: import", ImportView.fields),
    ("contacts: contacts, add-contact, edit-contact, remove-contact", ContactsView.fields),
    ("notify: the message, before it is sent", TellingView.headFields),
    ("entries: notify", TellingView.fields),
    ("copies: outbox, notify after sending", OutboxView.fields),
    ("copies: outbox show", OutboxView.shownFields),
    ("visit", VisitRequest.fields),
    ("all commands that say something", Deed.fields),
  ]

  /// The names of all fields.
  package static let names = Set(views.flatMap { $0.fields.map(\.name) })

  /// What `--json=help` prints.
  package static let page = HelpPage(
    title: "--json prints one object per line for each command that has something to show (shape \(version))",
    summary:
      """
      "command", "total" and the rows; --json=F1,F2 prints only these fields of a row; fields without a value are left out
      """,
    sections: views.map { view in
      HelpPage.Section(
        title: view.title, rows: view.fields.map { HelpPage.Row(term: $0.name, meaning: $0.meaning) })
    })
}

extension Format {
  /// The format for `--json` (`list` is nil) or `--json=F1,F2`; nil for `--json=help`.
  package static func object(fields list: Untrusted?) throws(UsageError) -> Format? {
    guard let list else { return .object(fields: []) }
    guard list != Untrusted("help") else { return nil }
    let fields = list.text.split(separator: ",").map(String.init)
    for field in fields where !JSONShape.names.contains(field) {
      throw .unknownField(Untrusted(field), nearest: Spelling.nearest(to: field, among: JSONShape.names.sorted()))
    }
    return .object(fields: fields)
  }
}
