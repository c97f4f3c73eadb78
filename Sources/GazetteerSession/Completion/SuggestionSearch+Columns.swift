import GazetteerIndex

/// Suggestions of columns and of their values.
extension SuggestionSearch {
  /// The columns of the places in use, each once.
  private var columnNames: [Untrusted] {
    var seen: Set<Untrusted> = []
    let names = catalog.datasets.flatMap(\.columnNames).filter { !$0.isEmpty && seen.insert($0).inserted }
    return Array(names.prefix(Self.mostWords))
  }

  func columns(besides orders: [Completes.Choice] = []) -> Suggestions {
    let words = orders.map(\.word)
    let names = columnNames.filter { !words.contains($0.text) }
    return matching(orders.map { Suggestion($0.word) } + names.map { Suggestion($0.text) }, .folded)
  }

  /// Columns that are separated by commas, or all.
  func listOfColumns() -> Suggestions {
    let given = ColumnNames.pieces(of: Array(typed.utf8)).dropLast().map { Untrusted(bytes: $0).text }
    let head = given.map { $0 + "," }.joined()
    let names = (columnNames + ShownColumns.ofLists(catalog).map { Untrusted($0) }).filter {
      !given.contains(ColumnNames.written($0))
    }
    let all = given.isEmpty ? [Suggestion("all", detail: Untrusted("every column of the data"))] : []
    return matching(names.map { Suggestion(head + ColumnNames.written($0), label: $0) } + all)
  }

  /// The values of the column in a condition; a column, if there is no operator yet.
  func conditions() -> Suggestions {
    guard let (name, operation) = Condition.beginning(Untrusted(typed)) else {
      return matching(
        columnNames.map { Suggestion(Condition.written($0).text, label: $0, endsWord: false) }, .folded)
    }
    let head = name.text + operation
    var seen: Set<Untrusted> = []
    let values = catalog.datasets.flatMap { $0.commonValues(ofColumn: Condition.unquoted(name)) }
      .filter { seen.insert($0).inserted }
    return matching(values.prefix(Self.mostWords).map { Suggestion(head + $0.text, label: $0) }, .folded)
  }
}
