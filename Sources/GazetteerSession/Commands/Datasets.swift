import GazetteerIndex

extension Command {
  static let datasets = Command(
    "datasets", "List the datasets that are open or being opened.",
    takes: Inputs(Flag("verbose", short: "v", "Also their sources, credits and the rows that were left out.")),
    family: .data, synonyms: ["sources", "tables", "databases", "layers"], examples: ["datasets", "datasets -v"]
  ) { session, context, isVerbose in
    let datasets = session.open + session.locations + (session.hasFavorites ? [session.favorites.dataset] : [])
    let open = datasets.map { DatasetsView.Row($0, isInUse: session.inUse.contains($0.name)) }
    let openings = session.openings.map { DatasetsView.Row(opening: $0, context.status(of: .opening($0))) }
    return Reply(DatasetsView(rows: open + openings, isVerbose: isVerbose))
  }
}
