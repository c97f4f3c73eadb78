/// One query answered by one dataset.
///
/// The matches are listed heaviest first. `open` has the places that are not answers yet. So a place counts once, with
/// its best grade. Each candidate in the indexes is counted; of a long run of candidates, only the best are compared.
struct DatasetSearch {
  private let dataset: Dataset
  private let cancellation: Cancellation
  private let ranking: Ranking
  private var open: OpenRows
  private var top: TopRows
  /// The number of answers in each tier.
  private(set) var totals = [Int](repeating: 0, count: Tier.allCases.count)
  /// The most typing errors in an answer, whether or not it is among the rows.
  private(set) var mostTypos = 0
  private var offered = 0
  /// Whether the total may be less than the number of answers, so that the best come sooner.
  private let mayCountRoughly: Bool
  /// False if there may be more answers than `total`.
  private(set) var isTotalExact = true

  init(
    _ dataset: Dataset, _ query: Query, wanted: Int, mayCountRoughly: Bool = false, cancellation: Cancellation
  ) throws(Cancelled) {
    self.dataset = dataset
    self.mayCountRoughly = mayCountRoughly && wanted > 0
    self.cancellation = cancellation
    ranking = try Ranking(query, in: dataset, cancellation)
    open = OpenRows(
      of: dataset, passing: query.hasFilter ? try dataset.rows(passing: query, cancellation: cancellation) : nil)
    top = TopRows(wanted: min(wanted, dataset.count), in: ranking)
  }

  /// The rows that pass the filters and were not found.
  var left: BitSet { open.all }

  var total: Int { totals.reduce(0, +) }

  func rows() -> [TopRows.Row] { top.sorted() }

  /// Asks the tiers that `query` and `reach` need, and returns them; none for a blank query.
  mutating func ask(_ query: Query, _ reach: SearchReach) throws(Cancelled) -> [Tier] {
    guard !query.isBlank else {
      try askAll(query)
      return []
    }
    guard let pattern = Pattern(query.text) else { return [] }
    if query.prefixOnly {
      try askPrefix(pattern, isFiltered: query.hasFilter)
      return [.name, .prefix, .region]
    }
    let matches = FullMatches(
      pattern, in: dataset, regions: dataset.regions(of: query), wholeNamesOnly: query.precision == .wholeNames)
    if reach == .relaxed {
      try answer(matches) { _, weight in Grade(relaxed: weight) }
      return [.relaxed]
    }
    try answer(matches) { tier, weight in Grade(full: tier, weight: weight) }
    // Of those that were not counted, there are many more than a page.
    let found = isTotalExact ? total : .max
    var asked = Tier.full
    if reach.includesInside(found: found) {
      if !leavesUncounted(.inside) { try askInside(pattern) }
      asked.append(.inside)
    }
    if reach.includesTypos(found: found) {
      try askTypos(pattern)
      asked.append(.typo)
    }
    return asked
  }

  /// Whether no answer of this grade, or of a worse one, is wanted: none can be among the best, and they need not be
  /// counted.
  private mutating func leavesUncounted(_ grade: Grade) -> Bool {
    guard mayCountRoughly else { return false }
    top.settle()
    guard top.excludes(ranking.least(grade)) else { return false }
    isTotalExact = false
    return true
  }

  /// Every place that passes the filters.
  private mutating func askAll(_ query: Query) throws(Cancelled) {
    let left = open.all
    let best = try bestOfAll(query, left: left)
    totals[Grade.unasked.tier.rawValue] += open.removeAll()
    if let best {
      for row in best { offer(row, .unasked) }
    } else {
      try left.forEachNumber { row throws(Cancelled) in
        try cancellation.check(every: row)
        offer(row, .unasked)
      }
    }
  }

  /// The rows that can be among the best of all; nil if each must be looked at.
  private mutating func bestOfAll(_ query: Query, left: BitSet) throws(Cancelled) -> [Int]? {
    if ranking.keepsRowOrder { return left.numbers(most: top.wanted) }
    if let order = query.columnOrder {
      guard top.wanted < left.count / Self.comparedPerListed else { return nil }
      return try ranking.first(top.wanted, of: left, by: order, cancellation)
    }
    var runs = [RowRun(.names, entries: 0..<dataset.names.count, of: dataset.names)]
    if let regions = dataset.regions(of: query), case .relevance? = ranking.orderOfEqualGrades {
      runs = regions.map { RowRun(region: $0, of: dataset.regionIndex) }
    }
    let most = max(1024, left.count / Self.comparedPerListed)
    var rows: [Int] = []
    for run in runs {
      let best = best(of: run, .unasked, listing: (most, inVain: most), where: { _ in true })
      guard best.areAll else { return nil }
      rows += best.rows
    }
    return rows
  }

  /// `--prefix`: names that start with the query, then countries.
  private mutating func askPrefix(_ pattern: Pattern, isFiltered: Bool) throws(Cancelled) {
    let matches = NameMatches(pattern, in: dataset)
    for way in [NameWay.name, .prefixWord, .prefix] {
      if let run = matches.run(way) { try answer(run, Grade(full: way.tier, weight: way.weight)) }
    }
    let countries = RegionRows(
      RegionSplit.regions(of: pattern.tokens, in: dataset, meeting: .wholeOfCountry), in: dataset)
    let grade = Grade(full: .region, weight: RegionSplit.weightOfWords)
    guard let best = isFiltered ? nil : first(of: countries, grade) else {
      for run in countries.runs { try answer(run, grade) }
      return
    }
    for run in countries.runs { totals[grade.tier.rawValue] += try open.remove(run, cancellation) }
    for row in best { offer(row, grade) }
  }

  /// The rows of large countries that can be among the best answers, which are soon found among all names; nil if they
  /// are not.
  private mutating func first(of countries: RegionRows, _ grade: Grade) -> [Int]? {
    // One of so many names is in the countries. For a page, going through the names must not take longer than through
    // the places.
    let apart = dataset.names.count / max(1, countries.count)
    guard countries.count >= Self.longRun, top.wanted <= countries.count / max(1, apart),
      case .alphabetical? = ranking.orderOfEqualGrades
    else { return nil }
    let names = RowRun(.names, entries: 0..<dataset.names.count, of: dataset.names)
    let best = best(of: names, grade) { countries.contains(names.row($0)) }
    return best.areAll ? best.rows : nil
  }

  /// The tier `inside`: only the blocks of names that can contain the pattern are read, if they are known.
  mutating func askInside(_ pattern: Pattern) throws(Cancelled) {
    let names = dataset.names
    if mayCountRoughly, try answerShort(pattern) { return }
    let candidates = dataset.madeNameTrigrams?.entries(with: pattern.text, of: names) ?? [0..<names.count]
    let read = candidates.reduce(0) { $0 + $1.count }
    let scan =
      read > Self.mostScannedAtOnce
      ? SubstringScan(pattern.text, counts: try dataset.byteCounts(cancellation)) : SubstringScan(pattern.text)
    if mayCountRoughly, read > Self.mostScanned {
      let run = RowRun(.names, entries: 0..<names.count, of: names)
      let most = (all: read / Self.scannedPerListed, inVain: read / (4 * Self.scannedPerListed))
      if try answerRoughly(
        run, .inside, listing: most, where: { scan.occurs(in: names.text, names.bytes(ofKey: run.entry($0))) })
      {
        isTotalExact = false
        return
      }
    }
    var entry = 0
    for entries in candidates {
      let part = Int(names.starts[entries.lowerBound])..<Int(names.starts[entries.upperBound])
      entry = entries.lowerBound
      try scan.forEachMatch(in: names.text, part, cancellation: cancellation) { position throws(Cancelled) in
        entry = names.entry(at: position, from: entry)
        try answer(Int(names.rows[entry]), .inside)
        return Int(names.starts[entry + 1])
      }
    }
  }

  /// The names of so few entries are scanned sooner than their bytes are counted.
  private static let mostScannedAtOnce = 512
  /// The names of so many entries are scanned in a fraction of a millisecond.
  private static let mostScanned = 16_384
  /// Listing an entry by relevance takes about as long as scanning so many names.
  private static let scannedPerListed = 64

  /// Adds the best places with a short pattern inside their names. Returns false if there may be others that are
  /// as good.
  private mutating func answerShort(_ pattern: Pattern) throws(Cancelled) -> Bool {
    guard case .relevance? = ranking.orderOfEqualGrades, let found = dataset.madeShortTexts?.best(with: pattern.text)
    else { return false }
    top.settle()
    let left = found.rows.map(Int.init).filter { open.contains($0) }
    let rows = left.prefix(top.wanting).prefix { !top.excludes(ranking.keys($0, .inside).first) }
    let areAll = found.areAll && rows.count == left.count
    guard areAll || rows.count < left.count || rows.count == top.wanting else { return false }
    for row in rows { try answer(row, .inside) }
    if !areAll { isTotalExact = false }
    return true
  }

  /// The tier `typo`.
  mutating func askTypos(_ pattern: Pattern) throws(Cancelled) {
    let splits = RegionSplit.all(of: pattern, in: dataset)
    for errors in 1...2 {
      for inAlternate in [false, true] {
        let grade = Grade(typos: errors, inAlternate: inAlternate)
        if leavesUncounted(grade) { return }
        let before = totals[Tier.typo.rawValue]
        try forEachTypo(of: pattern, errors: errors, inAlternate: inAlternate) { run throws(Cancelled) in
          try answer(run, grade)
        }
        for split in splits {
          try forEachTypo(of: split.name, errors: errors, inAlternate: inAlternate) { run throws(Cancelled) in
            for row in run.range.lazy.map(run.row) where split.regions.contains(dataset.places.region(of: row)) {
              try answer(row, grade)
            }
          }
        }
        if totals[Tier.typo.rawValue] > before { mostTypos = errors }
      }
    }
  }

  private func forEachTypo(
    of pattern: Pattern, errors: Int, inAlternate: Bool, _ body: (RowRun) throws(Cancelled) -> Void
  ) throws(Cancelled) {
    guard errors <= pattern.typoLimit else { return }
    let keys = inAlternate ? dataset.alternateNames : dataset.names
    let typos = try inAlternate ? dataset.typosOfAlternates(cancellation) : dataset.typosOfNames(cancellation)
    let trigrams = inAlternate ? dataset.madeAlternateTrigrams : dataset.madeNameTrigrams
    try typos.forEachRange(
      of: keys, near: pattern, limit: errors, trigrams: trigrams, cancellation: cancellation
    ) { entries throws(Cancelled) in
      try body(RowRun(inAlternate ? .alternates : .names, entries: entries, of: keys))
    }
  }

  private mutating func answer(
    _ matches: FullMatches, graded grade: (Tier, _ weight: UInt32) -> Grade
  ) throws(Cancelled) {
    for way in matches.ways {
      let grade = grade(way.tier, way.weight)
      if mayCountRoughly, try answerRoughly(way, of: matches, grade) { continue }
      try matches.forEach(
        way, run: { run throws(Cancelled) in try answer(run, grade) },
        row: { row throws(Cancelled) in try answer(row, grade) })
    }
  }

  /// More candidates than these are not counted if the total may be rough: whole runs, and those that must be read.
  private static let mostCounted = (of: 4096, read: 1024)

  /// Adds the best of very many places that match in one way, and does not count the others. Returns false if there are
  /// not so many, or if the best are not quickly found.
  ///
  /// The places that are left out cannot be among the best answers in a later way either: its weight is less.
  private mutating func answerRoughly(
    _ way: FullMatches.Way, of matches: FullMatches, _ grade: Grade
  ) throws(Cancelled) -> Bool {
    let runs = matches.candidates(way)
    let most = matches.listsExactly(way) ? Self.mostCounted.of : Self.mostCounted.read
    guard runs.reduce(0, { $0 + $1.count }) > most else { return false }
    for run in runs {
      guard try answerRoughly(run, grade, where: { matches.holds(way, run, $0) }) else { return false }
    }
    isTotalExact = false
    return true
  }

  /// Adds the best of the rows of a run that hold. Returns false if there may be others.
  private mutating func answerRoughly(
    _ run: RowRun, _ grade: Grade, listing most: (all: Int, inVain: Int)? = nil, where holds: (_ position: Int) -> Bool
  ) throws(Cancelled) -> Bool {
    try cancellation.check()
    let best = best(of: run, grade, listing: most, where: holds)
    for row in best.rows { try answer(row, grade) }
    return best.areAll
  }

  /// All rows of a shorter run are compared.
  private static let longRun = 64
  /// Listing a row by relevance takes about as long as comparing so many.
  private static let comparedPerListed = 16

  /// The most rows of a run that are listed by relevance, and how many in vain before the first that holds.
  private static func mostListed(of run: RowRun) -> (all: Int, inVain: Int) {
    (max(1024, run.count / comparedPerListed), max(128, run.count / (4 * comparedPerListed)))
  }

  /// After so many listed rows, one is compared even if it does not hold.
  private static let listedPerLook = 16
  /// The most rows that are listed in vain, if the run is sorted already.
  private static let mostUnheld = 4096

  /// Adds a run to the answers. Of a long one, only the best rows are looked at; the others are counted.
  private mutating func answer(_ run: RowRun, _ grade: Grade) throws(Cancelled) {
    guard run.count > 0 else { return }
    if run.count >= Self.longRun {
      let best = best(of: run, grade, where: { _ in true })
      if best.areAll {
        for row in best.rows { offer(row, grade) }
        totals[grade.tier.rawValue] += try open.remove(run, cancellation)
        return
      }
    }
    guard open.hasAll(of: run) else {
      for position in run.range { try answer(run.row(position), grade) }
      return
    }
    totals[grade.tier.rawValue] += try open.remove(run, cancellation)
    for position in run.range {
      try cancellation.check(every: position)
      offer(run.row(position), grade)
    }
  }

  /// The rows of a run that can be among the best answers, and whether these are all of them. If not, every row of the
  /// run must be looked at.
  @inline(__always)
  private mutating func best(
    of run: RowRun, _ grade: Grade, listing most: (all: Int, inVain: Int)? = nil,
    where holds: (_ position: Int) -> Bool
  ) -> (rows: [Int], areAll: Bool) {
    top.settle()
    if top.excludes(ranking.least(grade)) { return ([], true) }
    var rows: [Int] = []
    /// Whether neither a row of the run nor one after it can be among the best answers.
    func isLast(_ row: Int) -> Bool { rows.count == top.wanted || top.excludes(ranking.keys(row, grade).first) }
    switch (ranking.orderOfEqualGrades, run.source) {
    case (.relevance, .region), (.alphabetical, .names):
      var unheld = 0
      for position in run.range {
        let row = run.row(position)
        guard open.contains(row) else { continue }
        if isLast(row) { break }
        if holds(position) {
          rows.append(row)
        } else {
          unheld += 1
          if unheld == Self.mostUnheld { return (rows, false) }
        }
      }
      return (rows, true)
    case (.relevance, _):
      guard var entries = run.byRelevance(in: dataset) else { return ([], false) }
      let most = most ?? Self.mostListed(of: run)
      for listed in 0..<most.all {
        if listed == most.inVain, rows.isEmpty { break }
        guard let (position, _) = entries.next() else { return (rows, true) }
        let row = run.row(position)
        // An entry for another name of the same place comes right after its first one.
        guard row != rows.last, open.contains(row) else { continue }
        // Looking up the importance of each row takes as long as finding out whether it holds.
        if listed % Self.listedPerLook == 0, isLast(row) { return (rows, true) }
        guard holds(position) else { continue }
        if isLast(row) { return (rows, true) }
        rows.append(row)
      }
      return (rows, false)
    default: return ([], false)
    }
  }

  @inline(__always)
  private mutating func answer(_ row: Int, _ grade: Grade) throws(Cancelled) {
    offered += 1
    if offered & 4095 == 0 && cancellation.isCancelled { throw Cancelled() }
    guard open.remove(row) else { return }
    totals[grade.tier.rawValue] += 1
    offer(row, grade)
  }

  @inline(__always)
  private mutating func offer(_ row: Int, _ grade: Grade) {
    // Reading the population of a place is most of the work if places are only counted.
    guard top.wanted > 0 else { return }
    let (first, second) = ranking.keys(row, grade)
    if !top.excludes(first) {
      top.offer(TopRows.Row(first: first, second: second, row: UInt32(row), grade: grade))
    }
  }
}
