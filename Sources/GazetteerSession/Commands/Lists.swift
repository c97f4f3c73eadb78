import GazetteerIndex

extension Command {
  static let lists = Command(
    "lists", "Name the lists and tags of the favorites, with how many are on each.",
    family: .keep, synonyms: ["collections", "folders", "albums"], examples: ["lists", "lists --json"]
  ) { session, _ in
    Reply(.labels(LabelsView(session.favorites.labels)))
  }
}
