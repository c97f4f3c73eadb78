/// Why a column of numbers or dates is one of texts.
extension ValueColumn {
  /// So many texts are read to see whether most are numbers or dates.
  private static let looked = 1000

  /// Why the column is one of texts, although most of its values are numbers or dates; nil if it is none of texts, or
  /// if they are not. O(values) the first time, if most of the first values are numbers or dates.
  func oddValues(_ cancellation: Cancellation) throws(Cancelled) -> OddValues? {
    guard type == .text, parts == nil, let texts, texts.count > 1, !cells.isEmpty else { return nil }
    return try knownOddValues(cancellation) { cancellation throws(Cancelled) in
      if let mixed = try Self.mixed(texts, cancellation) { return mixed }
      var best: (notation: Notation, count: Int, of: Int)?
      for notation in Notation.allCases where notation != .text {
        guard let found = try Self.count(texts, notation, first: Self.looked, cancellation) else { return nil }
        if found.count > best?.count ?? 0 { best = (notation, found.count, found.of) }
      }
      guard let best, Self.areMost(best.count, of: best.of),
        let found = try Self.count(texts, best.notation, first: texts.count, cancellation),
        Self.areMost(found.count, of: found.of),
        let example = found.other ?? Self.ambiguous(best.notation.type, texts)
      else { return nil }
      return OddValues(type: best.notation.type, count: found.of - found.count, different: found.of, example: example)
    }
  }

  /// Numbers or dates that are written in several ways; nil if most of the texts are neither, or if one way may fit all.
  /// O(texts), or less if most of the first ones are neither.
  private static func mixed(_ texts: TextTable, _ cancellation: Cancellation) throws(Cancelled) -> OddValues? {
    for type in [CellType.date, .number] {
      let notations = Notation.allCases.filter { $0.type == type }
      var (read, all) = (0, 0)
      /// The ways in which values can be read, a bit for each notation; their units; and the first such value.
      var ways: [(notations: UInt8, unit: NumberUnit?, cell: Int)] = []
      for cell in 1..<texts.count where !CellType.isMissing(texts[cell]) {
        try cancellation.check(every: cell)
        all += 1
        let fitting = notations.reduce(into: 0 as UInt8) { $0 = $0 << 1 | ($1.number(texts[cell]) == nil ? 0 : 1) }
        if fitting != 0 { read += 1 }
        if all == looked, !areMost(read, of: all) { break }
        let unit = type == .number && fitting != 0 ? NumberUnit.split(texts[cell])?.unit : nil
        if fitting != 0, !ways.contains(where: { ($0.notations, $0.unit) == (fitting, unit) }) {
          ways.append((fitting, unit, cell))
        }
      }
      let pairs = ways.lazy.flatMap { one in ways.lazy.map { (one, $0) } }
      guard areMost(read, of: all),
        let pair = pairs.first(where: { $0.notations & $1.notations == 0 || $0.unit != $1.unit })
      else { continue }
      return OddValues(
        type: type, count: 0, different: all, example: texts.untrusted(pair.0.cell),
        other: texts.untrusted(pair.1.cell))
    }
    return nil
  }

  private static func areMost(_ count: Int, of all: Int) -> Bool { count * 3 >= all * 2 }

  /// How many of the first texts are numbers or dates that are written in one way, of how many that are not missing;
  /// and the first other one. nil if a number is too large: then the column is one of texts, whatever the others are.
  private static func count(
    _ texts: TextTable, _ notation: Notation, first: Int, _ cancellation: Cancellation
  ) throws(Cancelled) -> (count: Int, of: Int, other: Untrusted?)? {
    var (count, all) = (0, 0)
    var other: Untrusted?
    for cell in 1..<min(first, texts.count) where !CellType.isMissing(texts[cell]) {
      try cancellation.check(every: cell)
      all += 1
      if let number = notation.number(texts[cell]) {
        guard notation.isExact(number, texts[cell]) else { return nil }
        count += 1
      } else {
        other = other ?? texts.untrusted(cell)
      }
    }
    return (count, all, other)
  }

  /// The first text that is a number or a date in two ways; nil if there is none.
  private static func ambiguous(_ type: CellType, _ texts: TextTable) -> Untrusted? {
    let notations = Notation.allCases.filter { $0.type == type && $0 != .plain }
    let cell = (1..<texts.count).first { cell in
      Notation.plain.number(texts[cell]) == nil && notations.count { $0.number(texts[cell]) != nil } > 1
    }
    return cell.map(texts.untrusted)
  }
}
