import GazetteerIndex

extension Command {
  static let datasets = Command(
    "datasets", "List the open datasets and those being opened.",
    takes: Flag("verbose", short: "v", "Their sources, credits and the rows that were left out, too."),
    family: .data, synonyms: ["sources", "tables", "databases", "layers"], examples: ["datasets", "datasets -v"]
  ) { session, context, isVerbose in
    let datasets = session.open + (session.keepsFavorites ? [session.favorites.dataset] : [])
    let open = datasets.map { DatasetsView.Row($0, isInUse: session.inUse.contains($0.name)) }
    let openings = session.openings.map { DatasetsView.Row(opening: $0, context.status(of: .opening($0))) }
    return Reply(.datasets(DatasetsView(rows: open + openings, isVerbose: isVerbose)))
  }
}
