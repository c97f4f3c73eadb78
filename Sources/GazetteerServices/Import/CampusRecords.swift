import GazetteerIndex

/// Reads the points of interest of a campus map server: one JSON object whose members are the places, keyed by number.
///
///     {"0": {"_id": 0, "lastModified": "…"},
///      "4": {"_id": 4, "name": "…", "shortName": "…", "coordX": "40.9", "coordY": "-73.1", "category": "…",
///            "snippet": "…", "hoursWeek": "…", "hoursWeekend": "…"}, …}
///
/// `coordX` is the latitude. The member `0` is not a place: it has the time of the last change. A place without a
/// position is left out.
struct CampusRecords: ~Copyable {
  private let content: TextPiece
  private var sink: RecordSink
  private let keys: CampusKeys

  init(_ content: TextPiece, into sink: consuming RecordSink) {
    self.content = content
    keys = CampusKeys(of: &sink.builder)
    self.sink = sink
  }

  /// Whether `content` is such an object, judged by its first member.
  static func recognises(_ content: TextPiece) -> Bool {
    var reader = JSONReader(content)
    do throws(JSONError) {
      try reader.beginObject()
      guard let key = try reader.nextKey(), SourceID.number(in: key) != nil, try reader.kind() == .object else {
        return false
      }
      try reader.beginObject()
      while let key = try reader.nextKey() {
        if key.elementsEqual("lastModified".utf8) || key.elementsEqual("coordX".utf8) { return true }
        try reader.skipValue()
      }
      return false
    } catch {
      return false
    }
  }

  consuming func read() throws(ImportError) -> RecordSink {
    var reader = JSONReader(content)
    do {
      guard try reader.kind() == .object else { throw reader.unexpected(.object) }
      try reader.beginObject()
      while let key = try reader.nextKey() {
        let member = Untrusted(bytes: key)
        if try draft(member, &reader) { try sink.endRecord(reader.offset) { "\"\(member.beginning)\"" } }
      }
      try reader.end()
    } catch {
      throw .failed(.campus, error, in: content)
    }
    return sink
  }

  /// Drafts the place of a member. Returns false for the header.
  private mutating func draft(_ member: Untrusted, _ reader: inout JSONReader) throws(JSONError) -> Bool {
    guard try reader.kind() == .object else {
      try reader.skipValue(sink.cancellation)
      sink.fail(.notARecord)
      return true
    }
    let beginning = reader.mark
    let place: CampusPlace
    do throws(JSONError) {
      place = try CampusPlace(&reader, sink.cancellation)
    } catch {
      guard error.isOfForm else { throw error }
      sink.fail(.malformed(error.message))
      reader.rewind(to: beginning)
      try reader.skipValue(sink.cancellation)
      return true
    }
    if member.text == "0", place.name.isBlank {
      sink.lastModified = place.lastModified
      return false
    }
    place.draft(as: member, keys, into: &sink)
    return true
  }
}

/// The numbers of the attributes of a campus place, in the order in which they are shown.
private struct CampusKeys {
  let shortName, snippet, weekHours, weekendHours: UInt32

  init(of builder: inout DatasetBuilder) {
    shortName = builder.number(ofAttribute: "short name")
    snippet = builder.number(ofAttribute: "snippet")
    weekHours = builder.number(ofAttribute: "hours Mon-Fri")
    weekendHours = builder.number(ofAttribute: "hours Sat-Sun")
  }
}

/// A member of a campus file. What is missing is empty.
private struct CampusPlace {
  private(set) var name: [UInt8] = []
  private(set) var lastModified: Untrusted?
  private var id: [UInt8] = []
  private var latitude: [UInt8] = []
  private var longitude: [UInt8] = []
  private var category: [UInt8] = []
  private var shortName: [UInt8] = []
  private var snippet: [UInt8] = []
  private var weekHours: [UInt8] = []
  private var weekendHours: [UInt8] = []
  private var others: [(key: [UInt8], value: [UInt8])] = []

  /// Throws an error of form if the place is too large.
  init(_ reader: inout JSONReader, _ cancellation: Cancellation) throws(JSONError) {
    var size = RecordSize(from: reader.offset)
    try reader.beginObject()
    while let key = try reader.nextKey() {
      try size.add(at: reader.offset)
      let key = Array(key)
      let value = try CampusPlace.text(&reader, size, cancellation)
      switch String(decoding: key, as: UTF8.self) {
      case "_id": id = value
      case "name": name = value
      case "shortName": shortName = value
      case "coordX": latitude = value
      case "coordY": longitude = value
      case "category": category = value
      case "snippet": snippet = value
      case "hoursWeek": weekHours = value
      case "hoursWeekend": weekendHours = value
      case "lastModified": lastModified = Untrusted(bytes: value)
      default: others.append((key, value))
      }
    }
  }

  /// The next value as text: a string without quotes, anything else as written, nothing for null.
  private static func text(
    _ reader: inout JSONReader, _ size: RecordSize, _ cancellation: Cancellation
  ) throws(JSONError) -> [UInt8] {
    switch try reader.kind() {
    case .string: return Array(try reader.string())
    case .null:
      try reader.null()
      return []
    default:
      let value = try reader.rawValue(cancellation)
      try size.check(reader.offset)
      return Array(value)
    }
  }

  /// Drafts the place. Without an `_id`, its key in the file is its id.
  func draft(as member: Untrusted, _ keys: CampusKeys, into sink: inout RecordSink) {
    guard !name.isBlank else { return sink.fail(.noName) }
    guard !latitude.isBlank, !longitude.isBlank else { return sink.fail(.noPosition) }
    if let odd = [latitude, longitude].first(where: { $0.withUnsafeBufferPointer(Degrees.parse) == nil }) {
      return sink.fail(.notANumber(Untrusted(bytes: odd).beginning))
    }
    (id.isBlank ? member.bytes : id).withUnsafeBufferPointer { sink.set(id: SourceID(written: $0)) }
    name.withUnsafeBufferPointer { sink.set(name: $0) }
    let fields: [([UInt8], RecordField.Role)] = [
      (latitude, .latitude), (longitude, .longitude), (category, .category),
    ]
    for (text, role) in fields where !text.isBlank {
      text.withUnsafeBufferPointer { sink.take(text: $0, as: role, attribute: 0) }
    }
    let attributes = [
      (keys.shortName, shortName), (keys.snippet, snippet), (keys.weekHours, weekHours),
      (keys.weekendHours, weekendHours),
    ]
    for (key, value) in attributes where !value.isBlank {
      value.withUnsafeBufferPointer { sink.builder.add(attribute: key, value: $0) }
    }
    for (key, value) in others where !value.isBlank {
      let number = key.withUnsafeBufferPointer { sink.builder.number(ofAttribute: $0) }
      value.withUnsafeBufferPointer { sink.builder.add(attribute: number, value: $0) }
    }
  }
}

extension [UInt8] {
  fileprivate var isBlank: Bool { withUnsafeBufferPointer(\.isBlank) }
}

extension DatasetBuilder {
  /// The number of one of our own keys.
  mutating func number(ofAttribute key: StaticString) -> UInt32 {
    number(ofAttribute: UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
  }
}
