import GazetteerIndex

extension Catalog {
  /// Throws if no source has the column of a condition, or if its values cannot be compared with that of the condition.
  /// O(places) for a column that is named for the first time.
  func check(_ conditions: [Condition], _ cancellation: Cancellation) throws {
    for condition in conditions {
      let notations = try datasets.compactMap { source in
        try source.notation(ofColumn: condition.column, cancellation)
      }
      guard let first = notations.first?.type else { throw noColumn(condition.column) }
      let canCompare = notations.contains { notation in
        condition.comparison == .contains || !condition.comparison.takesValue || notation == .text
          || notation.range(condition.value) != nil
      }
      guard canCompare else {
        throw Failure(
          "\(quoted: condition.column) has \(own: first.rawValue)s, and \(quoted: condition.value) is none",
          try: first == .date ? "2024-05-01 or 2024, or ~ for a part of it" : "a number, or ~ for a part of it",
          code: .usage)
      }
    }
  }

  /// Those of some places that meet all conditions, in their order. Throws as `check` does.
  func places(_ ids: [PlaceID], meeting conditions: [Condition], _ cancellation: Cancellation) throws -> [PlaceID] {
    guard !conditions.isEmpty else { return ids }
    try check(conditions, cancellation)
    var meeting: Set<PlaceID> = []
    for source in datasets {
      var query = Query(Untrusted(""))
      query.conditions = conditions
      query.ids = ids.filter { $0.dataset == source.name }.map(\.id)
      let found = try Catalog([source]).search(query, limit: .max, cancellation: cancellation)
      for hit in found.hits { meeting.insert(hit.place) }
    }
    return ids.filter(meeting.contains)
  }

  /// What a user may not expect of conditions and an order: that numbers or dates are compared as texts.
  func remarks(
    on conditions: [Condition], _ order: ColumnOrder?, _ cancellation: Cancellation
  ) throws(Cancelled) -> [Message] {
    var remarks: [Message] = []
    if let pattern = conditions.first(where: \.looksLikePattern) {
      remarks.append(
        "~ finds a part of a text, not a pattern: \(quoted: pattern.value) is searched without its marks")
    }
    var known: Set<Untrusted> = []
    let compared = conditions.filter(\.dependsOnOrder).map { ($0.column, $0.asksForNumber) }
    for (typed, asksForNumber) in compared + (order.map { [($0.column, false)] } ?? []) {
      for source in datasets {
        guard let column = source.columnName(for: typed), !known.contains(column) else { continue }
        if let odd = try source.oddValues(ofColumn: column, cancellation) {
          remarks.append(odd.remark(on: column))
        } else if try source.notation(ofColumn: column, cancellation) == .text,
          let remark = source.commonValues(ofColumn: column).remarkOnText(in: column, asksForNumber: asksForNumber)
        {
          remarks.append(remark)
        } else {
          continue
        }
        known.insert(column)
      }
    }
    return remarks
  }

  /// Which of the columns that conditions and an order name are empty. O(columns).
  func remarks(onEmptyOnes columns: [Untrusted]) -> [Message] {
    var known: Set<Untrusted> = []
    return columns.compactMap { typed in
      guard let column = datasets.lazy.compactMap({ $0.columnName(for: typed) }).first, known.insert(column).inserted,
        !datasets.contains(where: { $0.mayHaveValues(inColumn: typed) })
      else { return nil }
      return "no place has a value in \(cut: column)"
    }
  }

  /// What could help if no place meets some conditions: how the data write a value. O(sampled places) the first time.
  func hints(on conditions: [Condition]) -> [Message] {
    conditions.compactMap { condition in
      if let joint = condition.joint {
        return joint.isAnd
          ? "a condition is only one comparison; for both: --where \(asWord: joint.first) --where \(asWord: joint.second)"
          : "a condition is only one comparison; there is no \"or\""
      }
      guard condition.comparison == .equal else { return nil }
      let values = datasets.flatMap { $0.commonValues(ofColumn: condition.column) }
      guard let first = values.first, !values.contains(condition.value) else { return nil }
      if let like = values.first(where: { $0.isFolded(as: condition.value) }) {
        return "\(cut: condition.column) has \(quoted: like), not \(quoted: condition.value)"
      }
      let isCountry = datasets.contains { $0.columnName(for: condition.column)?.text == "country" }
      guard isCountry, CountryTable.hasCountry(Fold.fold(condition.value.text)) else { return nil }
      return
        "\(cut: condition.column) has values such as \(quoted: first); to find a country by any of its names: --in \(asWord: condition.value)"
    }
  }

  /// - Parameter words: what else could be meant.
  func noColumn(_ name: Untrusted, besides words: [String] = []) -> Failure {
    var names = words.filter { $0 != name.text }
    for column in datasets.flatMap(\.columnNames) where !column.isEmpty && column.bytes.count <= 80 {
      let shown = column.neutralised
      if !names.contains(shown) { names.append(shown) }
    }
    let nearest = Spelling.nearest(to: name.text, among: names)
    let listed = names.prefix(24) + (names.count > 24 ? ["…"] : [])
    return Failure(
      "no column is called \(quoted: name)", why: taken(name) ?? .didYouMean(nearest),
      try: "\(own: listed.joined(separator: ", "))", code: .usage)
  }

  /// What columns of a file were taken for, if one of them has this name; nil for none.
  private func taken(_ name: Untrusted) -> Message? {
    let wanted = name.neutralised.lowercased()
    let taken = datasets.compactMap(\.about.columns).first { columns in
      let words = columns.neutralised.lowercased().split(separator: " · ").flatMap { part in
        part.split(separator: ": ", maxSplits: 1).dropFirst().flatMap { [$0] + $0.split(separator: ", ") }
      }
      return words.contains { $0 == wanted }
    }
    return taken.map { "the file's columns were taken so: \($0)" }
  }
}

extension [Condition] {
  /// The columns that must have values, so that places meet the conditions.
  var columnsWithValues: [Untrusted] { filter { $0.comparison.takesValue }.map(\.column) }
}

extension OddValues {
  /// `price is compared as text: 1 of its 5,001 different values is not a number, such as "$2,000.00"`
  func remark(on column: Untrusted) -> Message {
    let compared: Message = "\(cut: column) is compared as text"
    if let other {
      return
        "\(compared): its \(own: type.rawValue)s are written in several ways, such as \(quoted: example) and \(quoted: other)"
    }
    guard count > 0 else {
      return type == .date
        ? "\(compared): nothing tells whether \(quoted: example) begins with the day or the month"
        : "\(compared): nothing tells whether the comma of \(quoted: example) is for decimals or thousands"
    }
    let verb = count == 1 ? "is" : "are"
    return
      "\(compared): \(own: Numeral.grouped(count)) of its \(own: Numeral.grouped(different)) different values \(own: verb) not a \(own: type.rawValue), such as \(quoted: example)"
  }
}

extension [Untrusted] {
  /// What to say if values that look like numbers, dates or times are compared as text; nil if nobody would expect that
  /// they are numbers.
  fileprivate func remarkOnText(in column: Untrusted, asksForNumber: Bool) -> Message? {
    let compared: Message = "\(cut: column) is compared as text"
    if asksForNumber || count(where: { $0.isAmountOrShare || $0.isDateOrTime }) * 2 > count,
      let example = first(where: \.isNoNumber)
    {
      return "\(compared): some of its values are not numbers or dates that gaz can read, such as \(quoted: example)"
    }
    guard let example = first(where: { !$0.isNoNumber }), asksForNumber || count(where: { !$0.isNoNumber }) * 2 > count
    else { return nil }
    return "\(compared), also values such as \(quoted: example)"
  }
}

extension Untrusted {
  /// Whether it is a number with a sign of a currency or of percent: `1.234,50 €`, `$5`, `7 %`.
  fileprivate var isAmountOrShare: Bool {
    func isSign(_ scalar: Unicode.Scalar) -> Bool {
      scalar == "%" || scalar.properties.generalCategory == .currencySymbol
    }
    var scalars = text.unicodeScalars.filter { !$0.properties.isWhitespace }[...]
    let count = scalars.count
    if scalars.first.map(isSign) == true { scalars.removeFirst() }
    if scalars.last.map(isSign) == true { scalars.removeLast() }
    return scalars.count == count - 1 && !Untrusted(String(scalars)).isNoNumber
  }

  /// Whether it has the parts of a date or a time, in whatever order: `12-Jan-24`, `9:15`, `7/4/81 1:30 PM`.
  fileprivate var isDateOrTime: Bool {
    let parts = text.split { !$0.isLetter && !$0.isNumber }
    let words = parts.filter { $0.allSatisfy(\.isLetter) }
    let numbers = parts.filter { $0.utf8.count <= 4 && $0.allSatisfy(\.isNumber) }
    return 2...6 ~= numbers.count && words.count <= 2 && numbers.count + words.count == parts.count
      && text.contains { "-/:".contains($0) }
  }

  /// Whether it is neither a number nor a date, however it may be written.
  fileprivate var isNoNumber: Bool { Notation.allCases.allSatisfy { $0.number(self) == nil } }
}
