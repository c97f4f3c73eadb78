import GazetteerIndex

/// What the other files of a GTFS feed say about all its stops. They may be missing.
struct StopFeed {
  /// Whom to credit: the publisher of the feed, otherwise its agencies.
  private(set) var credit: Untrusted?
  /// The time zone of the agencies, which is the same for all.
  private(set) var timeZone: [UInt8]?

  private static let mostAgencies = 3

  /// Reads the other files in the folder of a `stops.txt`.
  init(beside stops: SourceText) {
    guard stops.path == "stops.txt" || stops.path.hasSuffix("/stops.txt") else { return }
    let agencies = Self.rows(of: stops.sibling("agency.txt"), ["agency_name", "agency_timezone"])
    let infos = Self.rows(of: stops.sibling("feed_info.txt"), ["feed_publisher_name", "feed_publisher_url"])
    timeZone = agencies.lazy.map { $0[1] }.first { !$0.isEmpty }
    if let publisher = infos.first, !publisher[0].isEmpty {
      let address = publisher[1].isEmpty ? [] : Array(" (".utf8) + publisher[1] + Array(")".utf8)
      credit = Untrusted(bytes: publisher[0] + address)
    } else {
      let names = agencies.map { $0[0] }.filter { !$0.isEmpty }
      let others = names.count > Self.mostAgencies ? Array(" and others".utf8) : []
      let text = Array(names.prefix(Self.mostAgencies).joined(separator: ", ".utf8)) + others
      credit = text.isEmpty ? nil : Untrusted(bytes: text)
    }
  }

  /// Some columns of the first rows of a file; nothing if it cannot be read.
  private static func rows(of file: SourceText?, _ wanted: [String]) -> [[[UInt8]]] {
    guard let file else { return [] }
    defer { withExtendedLifetime(file) {} }
    var reader = CSVReader(file.bytes, delimiter: UInt8(ascii: ","))
    guard (try? reader.nextRecord()) == true else { return [] }
    let names = (0..<reader.fieldCount).map { String(decoding: reader.field($0).trimmed, as: UTF8.self) }
    let columns = wanted.map(names.firstIndex(of:))
    var rows: [[[UInt8]]] = []
    while rows.count <= mostAgencies, (try? reader.nextRecord()) == true {
      rows.append(columns.map { column in column.map { Array(reader.field($0).trimmed) } ?? [] })
    }
    return rows
  }
}

/// The names of the stops that are parents of others.
enum StopParents {
  /// A name with more bytes is not repeated at each stop.
  private static let longest = 200

  /// The names by id. Reads `content` twice. O(its size).
  static func names(in content: TextPiece, columns: [String]) -> [[UInt8]: [UInt8]] {
    guard let id = columns.firstIndex(of: "stop_id"), let name = columns.firstIndex(of: "stop_name"),
      let parent = columns.firstIndex(of: "parent_station")
    else { return [:] }
    var names: [[UInt8]: [UInt8]] = [:]
    forEachRow(of: content) { reader in
      let parent = reader.field(parent)
      if !parent.isBlank { names[Array(parent)] = [] }
    }
    forEachRow(of: content) { reader in
      let (id, name) = (Array(reader.field(id)), reader.field(name))
      if names[id] != nil, name.count <= longest { names[id] = Array(name) }
    }
    return names
  }

  /// Skips malformed rows: they are reported when the stops are read.
  private static func forEachRow(of content: TextPiece, _ body: (borrowing CSVReader) -> Void) {
    var reader = CSVReader(content, delimiter: UInt8(ascii: ","))
    guard (try? reader.nextRecord()) == true else { return }
    while true {
      do throws(CSVError) {
        guard try reader.nextRecord() else { return }
        body(reader)
      } catch {
        if error.isFatal { return }
      }
    }
  }
}
