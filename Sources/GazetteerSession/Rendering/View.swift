import GazetteerIndex

/// What a reply shows, as data. How it looks is the business of the renderers.
package enum View: Equatable, Sendable {
  case places(PlacesView)
  case pick(PickView)
  case details(DetailsView)
  case datasets(DatasetsView)
  case categories(CategoriesView)
  case explanation(ExplanationView)
  case distance(DistanceView)
  case labels(LabelsView)
  case help(HelpPage)
  case settings(SettingsView)
  case history(HistoryView)
  case past(PastView)
  case about(AboutView)
  case program(ProgramView)
  /// What would be in a file of another format, to be printed as it is.
  case file(String)
  case imported(ImportView)
  case text([Message])
}

extension View {
  /// Whether it is a list without anything to list.
  package var isEmptyList: Bool {
    switch self {
    case .places(let view): view.total == 0
    case .datasets(let view): view.rows.isEmpty
    case .categories(let view): view.rows.isEmpty
    case .labels(let view): view.rows.isEmpty
    default: false
    }
  }
}
