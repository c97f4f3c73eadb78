import GazetteerIndex
import GazetteerServices
import GazetteerSession

extension Interpreter {
  /// Writes the rows of a file, each with a place, while they are read.
  func match(_ matching: RowMatching, for cause: Cause) -> Outcome {
    if matching.path.text == "-", readsStandardInput {
      return error(
        Failure(
          "the standard input has the commands", try: "gaz \(own: matching.command) - < FILE", code: .usage), for: cause
      )
    }
    do throws(Failure) {
      return try matchRows(matching, for: cause)
    } catch {
      var failure = error
      failure.command = matching.command
      return self.error(failure, for: cause)
    }
  }

  private func matchRows(_ matching: RowMatching, for cause: Cause) throws(Failure) -> Outcome {
    let path = matching.path.text == "-" ? "-" : environment.path(matching.path).text
    var columns = matching.columns
    let format = format(for: cause)
    columns.asObjects = RowMatching.writesObjects(in: format)
    let file = try done(
      Job("reading \(matching.path)") { [columns] cancellation in
        Result { () throws(RowFileError) in try RowFile(path: path, columns, cancellation) }
      }, matching)
    try matching.check(format, for: file.format)
    let matcher = RowMatcher(matching, in: session.catalog, columns: file.columns, format: file.format)
    if let column = file.guessedName { tell(RowMatching.told(guessedName: column)) }
    if let column = file.unusedCountry { tell(RowMatching.told(unusedCountry: column)) }
    let sources = session.catalog.datasets
    if let header = matcher.header(file.header) { show(shown(header)) }
    let start = environment.stopwatch()
    var (rows, faults) = (0, 0)
    var counts = MatchCounts()
    var outcome = Outcome()
    while true {
      let title: Message =
        rows == 0
        ? "matching \(matching.path)" : "matching \(matching.path): \(own: Numeral.grouped(rows)) rows"
      let before = rows
      let part = try done(
        Job(title, since: start) { cancellation in
          Result { () throws(RowFileError) in
            try file.next(cancellation).map { piece in
              if matching.way == .name, before < Self.fewRows, before + piece.rows.count >= Self.fewRows {
                Worker.run { for source in sources { source.prepareForTyping() } }
              }
              return MatchedRows(piece, by: matcher, cancellation)
            }
          }
        }, matching)
      guard let part else { break }
      show(shown(part.text))
      rows += part.rows
      counts = counts + part.counts
      for fault in part.faults.prefix(max(0, Self.mostFaults - faults)) { tell("left out: \(fault)") }
      faults += part.faults.count
    }
    if faults > Self.mostFaults { tell("left out: \(own: Numeral.grouped(faults - Self.mostFaults)) more rows") }
    if let remark = file.shortRows { tell(remark) }
    outcome.add(notice(matching.told(counts, of: rows + faults)))
    return outcome
  }

  /// The indexes for typing errors are not worth their time for fewer rows.
  private static let fewRows = 200
  /// So many rows that are left out are told one by one.
  private static let mostFaults = 5

  private func done<Value>(
    _ job: Job<Result<Value, RowFileError>>, _ matching: RowMatching
  ) throws(Failure) -> Value {
    switch wait.result(of: job) {
    case .success(let value)?: return value
    case nil, .failure(.file(.cancelled))?: throw .interrupted
    case .failure(let error)?:
      throw Failure(
        "the rows of \(quoted: matching.path) cannot be read", why: error.reason, try: error.remedy,
        code: error.isAboutFile ? .dataNotLoaded : .usage)
    }
  }

  /// Whether results reach a terminal, or a device that may be one.
  var printsOnTerminal: Bool {
    if let file = keeper.resultFile { return file.isDevice }
    if let path = flags.outputPath { return FileReplacement.isDevice(environment.path(path).text) }
    return environment.outputIsTerminal
  }

  /// Rows are written as they are, but nothing in them acts on a terminal.
  private func shown(_ lines: String) -> String {
    guard printsOnTerminal else { return lines }
    return lines.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map { Untrusted($0).neutralised }
        .joined(separator: "\t")
    }.joined(separator: "\n")
  }
}

/// The lines of some rows.
private struct MatchedRows: Sendable {
  let text: String
  let rows: Int
  let counts: MatchCounts
  let faults: [Message]

  /// Half of the rows is matched by another thread.
  init(_ piece: (rows: [FileRow], faults: [Message]), by matcher: RowMatcher, _ cancellation: Cancellation) {
    let rows = piece.rows
    let middle = rows.count / 2
    let (first, second) = results(
      of: { try? matcher.lines(of: rows[..<middle], cancellation) },
      and: { try? matcher.lines(of: rows[middle...], cancellation) })
    text = (first?.text ?? "") + (second?.text ?? "")
    self.rows = rows.count
    counts = (first?.counts ?? MatchCounts()) + (second?.counts ?? MatchCounts())
    faults = piece.faults
  }
}

extension RowMatching {
  fileprivate var columns: RowColumns {
    RowColumns(
      needsName: way == .name, needsPosition: needsPosition, name: name, country: country, division: region,
      latitude: latitude, longitude: longitude, geometry: geometry, reading: reading)
  }
}
