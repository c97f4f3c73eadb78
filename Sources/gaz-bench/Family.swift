import GazetteerIndex
import GazetteerSession

/// A kind of query. Only the call is timed, not reading the query or writing the answer.
enum Family: String {
  /// `--prefix`: names, then countries; a page and the exact total.
  case prefix
  /// The names that start with a text, which each key of a line narrows down: their number.
  case start
  /// The whole search: a page and the exact total.
  case search
  /// What the prompt shows while a line is typed: few rows, and a total that may be too small.
  case preview
  /// The tier `inside` alone: its total.
  case inside
  /// The tier `inside` alone: a page and its total.
  case insidePage = "inside-page"
  /// The tier `typo` alone: its total.
  case typo
  /// The ten nearest places to a point.
  case nearest
  /// All places within five kilometres of a point: their number.
  case within
  /// Tab at the end of a line: the candidates, the best places with their names, and the number of names.
  case complete

  private static let radius = Distance.kilometres(5)

  struct Answer {
    let nanoseconds: Int
    let total: Int
    var ids: [String] = []
  }

  init(named name: String) throws {
    guard let family = Family(rawValue: name) else { throw Fault.unknownFamily(name) }
    self = family
  }

  func ask(_ text: String, of catalog: Catalog, _ dataset: Dataset) throws -> Answer {
    switch self {
    case .prefix, .search:
      var query = Query(Untrusted(text))
      query.prefixOnly = self == .prefix
      let (result, nanoseconds) = try timed { try catalog.search(query, limit: 20) }
      return Answer(nanoseconds: nanoseconds, total: result.total, ids: result.hits.map { $0.place.id.text })
    case .preview:
      let query = Query(Untrusted(text))
      let (result, nanoseconds) = try timed { try catalog.search(query, limit: 20, mayCountRoughly: true) }
      return Answer(nanoseconds: nanoseconds, total: result.total, ids: result.hits.map { $0.place.id.text })
    case .complete: return try complete(text, of: catalog, dataset)
    case .start:
      let folded = Array(Fold.fold(text).utf8)
      let (total, nanoseconds) = timed { dataset.count(namesStartingWith: folded) }
      return Answer(nanoseconds: nanoseconds, total: total)
    case .inside:
      let text = Untrusted(text)
      let (total, nanoseconds) = try timed { try dataset.count(inside: text) }
      return Answer(nanoseconds: nanoseconds, total: total)
    case .insidePage:
      let text = Untrusted(text)
      let (found, nanoseconds) = try timed { try dataset.first(20, inside: text) }
      return Answer(nanoseconds: nanoseconds, total: found.total, ids: found.places.map(\.text))
    case .typo:
      let text = Untrusted(text)
      let (total, nanoseconds) = try timed { try dataset.count(typosOf: text) }
      return Answer(nanoseconds: nanoseconds, total: total)
    case .nearest:
      let origin = try coordinate(text)
      let index = try dataset.spatial()
      let (found, nanoseconds) = try timed { try index.nearest(to: origin, count: 10) }
      return Answer(
        nanoseconds: nanoseconds, total: found.count, ids: found.map { dataset.id($0.row).id.text })
    case .within:
      let origin = try coordinate(text)
      let index = try dataset.spatial()
      let (found, nanoseconds) = try timed { try index.within(Self.radius, of: origin) }
      return Answer(nanoseconds: nanoseconds, total: found.count)
    }
  }

  private func complete(_ line: String, of catalog: Catalog, _ dataset: Dataset) throws -> Answer {
    let session = Session(world: dataset)
    let context = CompletionContext()
    let (completion, nanoseconds) = timed {
      session.completion(of: line, cursor: line.utf8.count, in: context)
    }
    let total = completion?.total ?? 0
    guard line.hasPrefix("search "), !line.contains("--") else { return Answer(nanoseconds: nanoseconds, total: total) }
    let beginning = Array(Fold.fold(String(line.dropFirst("search ".count))).utf8)
    let names = catalog.names(beginningWith: beginning, limit: context.limit).names
    guard completion?.candidates.map(\.label) ?? [] == names.map(\.text.neutralised) else {
      throw Fault.otherNames(line)
    }
    return Answer(nanoseconds: nanoseconds, total: total, ids: names.map { $0.place.id.text })
  }

  private func coordinate(_ text: String) throws -> Coordinate {
    let degrees = text.split(separator: ",").compactMap { Double($0) }
    guard degrees.count == 2, let point = Coordinate(latitude: degrees[0], longitude: degrees[1]) else {
      throw Fault.notACoordinate(text)
    }
    return point
  }
}

extension SourceID {
  /// The identity as in the data.
  var text: String {
    switch self {
    case .number(let number): String(number)
    case .text(let text): text
    }
  }
}
