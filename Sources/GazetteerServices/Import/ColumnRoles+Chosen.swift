import GazetteerIndex

/// What the user says of the columns.
extension ColumnRoles {
  /// Gives the columns that the user named their meanings. Other columns lose these meanings.
  mutating func choose(_ reading: SourceReading) {
    guard !reading.columns.isEmpty else { return }
    let taken = reading.chosenRoles
    for index in fields.indices where taken.contains(fields[index].role) { fields[index] = .attribute }
    var aspects: [Int: SourceReading.Aspect] = [:]
    for (aspect, wanted) in reading.columns {
      guard let index = index(of: wanted) else {
        fault = .noColumn(aspect, wanted.beginning, names: names(most: Self.mostNames))
        return
      }
      guard let role = role(aspect, index) else {
        let example = columns[index].values.first { !$0.isMissing }.map { Untrusted($0).beginning }
        fault = .noPositions(wanted.beginning, example: example ?? Untrusted(""))
        return
      }
      if let other = aspects.updateValue(aspect, forKey: index) {
        fault = .chosenTwice(Untrusted(columns[index].name).beginning, other, aspect)
        return
      }
      fields[index] = RecordField(role: role)
    }
  }

  /// How many columns an error lists.
  static let mostNames = 40

  /// The names of the first columns.
  func names(most: Int) -> [Untrusted] { columns.prefix(most).map { Untrusted($0.name).beginning } }

  /// Whether the names of the columns may be the values of a place: some are numbers, and no years.
  var mayBeOfPlace: Bool { columns.contains { $0.name.angle.map { !(1000..<3000).contains($0) } == true } }

  /// Whether they are: several are fractions, and none is `name` or the like, or has the position of the places.
  var areOfPlace: Bool {
    !columns.contains { RecordField(named: $0.name).role == .name } && !havePositions
      && columns.count { $0.name.angle.map { $0 != $0.rounded() } == true } > 1
  }

  /// The column with exactly this name; else the only one that differs in case, blanks and units.
  private func index(of wanted: Untrusted) -> Int? {
    let text = wanted.trimmed.text
    if let exact = columns.firstIndex(where: { $0.name == text }) { return exact }
    let folded = Fold.fold(text)
    let close = columns.indices.filter { !folded.isEmpty && Fold.fold(columns[$0].name) == folded }
    if close.count == 1 { return close[0] }
    let name = ColumnName(text)
    let loose = columns.indices.filter { !name.words.isEmpty && ColumnName(columns[$0].name) == name }
    return loose.count == 1 ? loose[0] : nil
  }

  /// The meaning of a column that the user named; nil if it should have positions and has none.
  private func role(_ aspect: SourceReading.Aspect, _ index: Int) -> RecordField.Role? {
    guard aspect == .geometry else { return aspect.roles.first ?? .attribute }
    let values = columns[index].values.filter { !$0.isMissing }
    return values.isEmpty ? .geometry : geometry(of: index, isNamed: true, least: 0)
  }
}
