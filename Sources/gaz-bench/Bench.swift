import GazetteerIndex
import GazetteerSession

/// Answers requests about one dataset.
final class Bench {
  private let source: Source
  private let dataset: Dataset
  private let catalog: Catalog
  private var queries: [Family: [String]] = [:]
  private var keeping: KeepingBench?
  private var pane: PaneBench?

  init(source: Source, dataset: Dataset) {
    self.source = source
    self.dataset = dataset
    catalog = Catalog([dataset])
  }

  func answer(_ request: [String]) throws {
    guard try !answerKeeping(request) else { return }
    let family = ["map", "pane"].contains(request.first) ? nil : try request.dropFirst().first.map(Family.init(named:))
    switch (request.first, family) {
    case ("dump", nil):
      Dump(dataset).write()
    case ("load", nil):
      let (dataset, nanoseconds) = try timed { try source.open() }
      print(nanoseconds, dataset.count, separator: "\t")
    case ("columns", nil):
      let (count, nanoseconds) = try ColumnsBench.read(source)
      print(nanoseconds, count, separator: "\t")
    case ("snapshot", nil), ("copy", nil):
      let snapshot = try TimedSnapshot(of: dataset)
      let (opened, nanoseconds) = try timed { try snapshot.opened(isForeign: request[0] == "snapshot") }
      print(nanoseconds, opened.count, snapshot.size, separator: "\t")
    case ("index", nil):
      let positions = try dataset.spatial().positions
      let (index, nanoseconds) = try timed { try SpatialIndex(positions, Cancellation()) }
      print(nanoseconds, index.count, separator: "\t")
    case ("prepare", nil):
      let (_, nanoseconds) = timed { dataset.prepareForTyping() }
      print(nanoseconds, dataset.count, separator: "\t")
    case ("queries", let family?):
      let count = request.count > 2 ? Int(request[2]) ?? 0 : 0
      queries[family] = (0..<count).compactMap { _ in readLine() }
    case ("fold", let family?):
      for query in queries[family] ?? [] { print(Fold.fold(query), terminator: "\t\n") }
    case ("run", let family?):
      for query in queries[family] ?? [] {
        let answer = try family.ask(query, of: catalog, dataset)
        print(answer.nanoseconds, answer.total, answer.ids.joined(separator: " "), separator: "\t")
      }
    case ("map", nil):
      let numbers = request.dropFirst().compactMap(Double.init)
      guard numbers.count == 4, let center = Coordinate(latitude: numbers[1], longitude: numbers[2]) else {
        throw Fault.unknownRequest(request.joined(separator: " "))
      }
      let viewport = Viewport(center: center, zoom: numbers[0])
      let ((rows, outside), nanoseconds) = MapBench(dataset: dataset).draw(viewport, count: Int(numbers[3]))
      print(nanoseconds, rows, outside, separator: "\t")
    case ("pane", nil):
      let bench = try pane ?? PaneBench(dataset, towns: source.path == nil ? dataset : Source(path: nil).open())
      pane = bench
      if let found = bench.preview(request.dropFirst().joined(separator: " ")) {
        print(found.both, found.alone, found.rows, found.mapRows, separator: "\t")
      }
    default:
      throw Fault.unknownRequest(request.joined(separator: " "))
    }
  }

  /// Answers a request about a session with favorites; returns false for other requests.
  private func answerKeeping(_ request: [String]) throws -> Bool {
    let line = request.dropFirst().joined(separator: " ")
    switch request.first {
    case "keep":
      keeping = KeepingBench(Int(line) ?? 0, of: dataset)
    case "change":
      if let (count, nanoseconds) = keeping?.change(with: line == "searched") {
        print(nanoseconds, count, separator: "\t")
      }
    case "store":
      try keeping?.store(in: line)
    case "stored":
      if let (count, nanoseconds) = try keeping?.stored(line) { print(nanoseconds, count, separator: "\t") }
    case "say":
      if let (lines, nanoseconds) = try keeping?.lines(of: line) { print(nanoseconds, lines, separator: "\t") }
    case "tab":
      let typed = request.dropFirst(2).joined(separator: " ")
      if let (counts, nanoseconds) = keeping?.names(behind: line, typed: typed) {
        print(nanoseconds, counts[0], counts[1], separator: "\t")
      }
    default: return false
    }
    return true
  }
}
