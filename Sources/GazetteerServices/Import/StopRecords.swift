import GazetteerIndex
import Glibc

/// Reads the stops of a GTFS feed: its `stops.txt`, a CSV file with known columns.
///
/// The kind of a stop is its category; a stop that is a part of a station is a platform. Its parent is stored with its name. Nodes and boarding areas need no name: they
/// are named by their kind and id.
struct StopRecords: ~Copyable {
  private var reader: CSVReader
  private var sink: RecordSink
  private let feed: StopFeed
  private let columns: [Column]
  private let parents: [[UInt8]: [UInt8]]
  private let idColumn: Int
  /// The kind of the row being read, an index into `kinds`.
  private var kind = 0

  /// The meaning of a column.
  private enum Column {
    case kind
    case parent(attribute: UInt32)
    case key(RecordKeys.Key)
  }

  /// The kinds of stops, by their `location_type`.
  private static let kinds = ["stop", "station", "entrance", "node", "boarding area"]
  /// What a stop with a parent is called.
  private static let platform = "platform"
  /// The kinds from this index on need no name.
  private static let node = 3

  init(_ content: TextPiece, of feed: StopFeed, into sink: consuming RecordSink) throws(ImportError) {
    reader = CSVReader(content, delimiter: UInt8(ascii: ","))
    let names = try Self.header(&reader)
    idColumn = names.firstIndex(of: "stop_id") ?? 0
    columns = names.map { Self.column($0, of: &sink.builder) }
    parents = StopParents.names(in: content, columns: names)
    sink.attribution = feed.credit
    self.feed = feed
    self.sink = sink
  }

  /// The `stops.txt` in the folder at `path`; nil if there is none.
  static func path(inFolder path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
    let file = path + "/stops.txt"
    return stat(file, &status) == 0 && status.st_mode & S_IFMT == S_IFREG ? file : nil
  }

  /// Whether the file has the name and the columns of a feed.
  static func recognises(_ content: TextPiece, path: String) -> Bool {
    guard path == "stops.txt" || path.hasSuffix("/stops.txt") else { return false }
    var reader = CSVReader(content, delimiter: UInt8(ascii: ","))
    return (try? header(&reader)) != nil
  }

  /// The names of the columns.
  private static func header(_ reader: inout CSVReader) throws(ImportError) -> [String] {
    var hasRow = false
    do throws(CSVError) { hasRow = try reader.nextRecord() } catch { throw malformed(error) }
    guard hasRow else { throw .noRecords(.gtfs) }
    let names = (0..<reader.fieldCount).map { String(decoding: reader.field($0).trimmed, as: UTF8.self) }
    guard names.contains("stop_id"), names.contains("stop_name") else {
      throw .noNameColumn(.gtfs, names.prefix(8).map { Untrusted($0).beginning })
    }
    return names
  }

  private static func column(_ name: String, of builder: inout DatasetBuilder) -> Column {
    var bytes = name
    let attribute = bytes.withUTF8 { builder.number(ofAttribute: $0) }
    switch name {
    case "location_type": return .kind
    case "parent_station": return .parent(attribute: attribute)
    default: return .key(RecordKeys.Key(field: RecordField(role: role(of: name)), attribute: attribute))
    }
  }

  private static func role(of column: String) -> RecordField.Role {
    switch column {
    case "stop_id": .id
    case "stop_name": .name
    case "stop_lat": .latitude
    case "stop_lon": .longitude
    case "stop_timezone": .timeZone
    default: .attribute
    }
  }

  /// Reads all rows. Counts malformed rows. If a quote is never closed, the file is refused.
  consuming func read() throws(ImportError) -> RecordSink {
    while true {
      do throws(CSVError) {
        guard try reader.nextRecord() else { return sink }
        repeat { addFields() } while !sink.isSettled()
        if !sink.isNamed, kind >= Self.node { nameByID() }
      } catch {
        if error.isFatal { throw Self.malformed(error) }
        sink.fail(.malformed(error.fact))
      }
      let line = reader.line
      try sink.endRecord(reader.offset) { "line \(line)" }
    }
  }

  private mutating func addFields() {
    feed.timeZone?.withUnsafeBufferPointer { sink.builder.set(timeZone: $0) }
    kind = 0
    var hasParent = false
    for (index, column) in columns.enumerated() {
      let text = reader.field(index)
      if text.isBlank { continue }
      switch column {
      case .kind: read(kind: text.trimmed)
      case .parent(let attribute):
        hasParent = add(parent: text, attribute)
      case .key(let key):
        let role = sink.role(of: key.field)
        if role == .id {
          sink.builder.set(id: SourceID(written: text))
        } else {
          sink.take(text: text, as: role, attribute: key.attribute)
        }
      }
    }
    var category = kind == 0 && hasParent ? Self.platform : Self.kinds[kind]
    category.withUTF8 { sink.builder.add(category: $0) }
  }

  private mutating func read(kind text: TextPiece) {
    guard let number = SourceID.number(in: text), let kind = Int(exactly: number), Self.kinds.indices.contains(kind)
    else { return sink.fail(.malformed("unknown location_type \"\(Untrusted(bytes: text).beginning)\"")) }
    self.kind = kind
  }

  /// Adds the parent of the stop: `Penn Station (NYP)`. Returns whether the feed has the parent.
  private mutating func add(parent id: TextPiece, _ attribute: UInt32) -> Bool {
    let name = parents[Array(id)] ?? []
    let text = name.isEmpty ? Array(id) : name + Array(" (".utf8) + Array(id) + Array(")".utf8)
    text.withUnsafeBufferPointer { sink.builder.add(attribute: attribute, value: $0) }
    return !name.isEmpty
  }

  private mutating func nameByID() {
    var name = "\(Self.kinds[kind]) \(String(decoding: reader.field(idColumn).trimmed, as: UTF8.self))"
    name.withUTF8 { sink.set(name: $0) }
  }

  private static func malformed(_ error: CSVError) -> ImportError {
    .malformed(.gtfs, line: error.line, column: error.column, reason: error.fact)
  }
}
