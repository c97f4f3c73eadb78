import GazetteerIndex

/// Reads the fields of records that are JSON objects.
struct JSONRecordFields {
  /// Roles that are filled from elsewhere. Keys with these roles become attributes.
  var reserved: Set<RecordField.Role> = []
  private var keys: RecordKeys
  private var size = RecordSize(from: 0)
  /// Whether the user chose columns. Then a key in an object may mean something else than a column of that name.
  private let hasChosen: Bool
  /// Whether members of objects inside the records are keys too, such as `site.name`.
  private let flattens: Bool

  init(_ roles: ColumnRoles? = nil, flattens: Bool = false) {
    self.flattens = flattens
    keys = RecordKeys(roles?.others ?? [:], only: roles?.settled ?? [])
    hasChosen = roles.map { !$0.chosen.isEmpty } ?? false
  }

  /// Reads a record into the draft of `sink`. A record that is not an object, or is too large, is left out.
  @inline(__always)
  mutating func read(_ reader: inout JSONReader, into sink: inout RecordSink) throws(JSONError) {
    guard try reader.kind() == .object else {
      try reader.skipValue(sink.cancellation)
      return sink.fail(.notARecord)
    }
    keys.readsOwn = !sink.keepsEntries
    let beginning = reader.mark
    do throws(JSONError) {
      try readFields(&reader, into: &sink)
      while !sink.isSettled() {
        reader.rewind(to: beginning)
        try readFields(&reader, into: &sink)
      }
    } catch {
      guard error.isOfForm else { throw error }
      sink.fail(.malformed(error.message))
      reader.rewind(to: beginning)
      try reader.skipValue(sink.cancellation)
    }
  }

  private mutating func readFields(_ reader: inout JSONReader, into sink: inout RecordSink) throws(JSONError) {
    size = RecordSize(from: reader.offset)
    try reader.beginObject()
    while let name = try reader.nextKey() {
      if flattens {
        try readFlattened(Array(name), &reader, into: &sink, depth: 0)
      } else {
        try readField(name, &reader, into: &sink)
      }
    }
  }

  @inline(__always)
  private mutating func readField(
    _ name: TextPiece, _ reader: inout JSONReader, into sink: inout RecordSink
  ) throws(JSONError) {
    try size.add(at: reader.offset)
    var key = keys.key(name, of: &sink.builder)
    if let own = key.own { return try readOwn(own, key, &reader, into: &sink) }
    if !reserved.isEmpty, reserved.contains(key.field.role) {
      key = RecordKeys.Key(field: .attribute, attribute: key.attribute)
    }
    try readValue(of: key, &reader, into: &sink)
  }

  private mutating func readFlattened(
    _ name: [UInt8], _ reader: inout JSONReader, into sink: inout RecordSink, depth: Int
  ) throws(JSONError) {
    guard try reader.holdsColumns(of: String(decoding: name, as: UTF8.self), depth: depth) else {
      return try name.withUnsafeBufferPointer { name throws(JSONError) in try readField(name, &reader, into: &sink) }
    }
    try size.add(at: reader.offset)
    try reader.beginObject()
    while let member = try reader.nextKey() {
      let path = name + [UInt8(ascii: ".")] + member
      try readFlattened(path, &reader, into: &sink, depth: depth + 1)
    }
  }

  /// Reads the values of a key that this program has written. They are escaped.
  private mutating func readOwn(
    _ own: RecordKeys.Own, _ key: RecordKeys.Key, _ reader: inout JSONReader, into sink: inout RecordSink
  ) throws(JSONError) {
    guard own != .helper else { return try reader.skipValue(sink.cancellation) }
    let role = own == .fact ? sink.role(of: key.field) : nil
    guard try reader.kind() == .array else { return try readOwnValue(role, key, &reader, into: &sink) }
    try reader.beginArray()
    while try reader.nextElement() {
      try size.add(at: reader.offset)
      try readOwnValue(role, key, &reader, into: &sink)
    }
  }

  /// - Parameter role: nil for an attribute.
  private func readOwnValue(
    _ role: RecordField.Role?, _ key: RecordKeys.Key, _ reader: inout JSONReader, into sink: inout RecordSink
  ) throws(JSONError) {
    guard try reader.kind() == .string else { return try reader.skipValue(sink.cancellation) }
    let value = EscapedText.unescaped(Array(try reader.string()))
    if let role { return sink.take(fact: value, as: role) }
    value.bytes.withUnsafeBufferPointer { sink.builder.add(attribute: key.attribute, value: $0) }
  }

  @inline(__always)
  private mutating func readValue(
    of key: RecordKeys.Key, _ reader: inout JSONReader, into sink: inout RecordSink
  ) throws(JSONError) {
    switch try reader.kind() {
    case .string:
      let text = try reader.string()
      if !text.isBlank { sink.take(text: text, as: sink.role(of: key.field), attribute: key.attribute) }
    case .number:
      let number = try reader.number()
      sink.take(number: number, as: sink.role(of: key.field), attribute: key.attribute)
    case .null: try reader.null()
    case .object where key.field.role == .position: try readPosition(key, &reader, into: &sink)
    case .object where reader.isAtTerm():
      try reader.term().bytes.withUnsafeBufferPointer { text in
        if !text.isBlank { sink.take(text: text, as: sink.role(of: key.field), attribute: key.attribute) }
      }
    case let kind: try readOther(kind, key, &reader, into: &sink)
    }
  }

  /// Reads latitude and longitude from an object. If it has other members, it is also an attribute.
  private mutating func readPosition(
    _ position: RecordKeys.Key, _ reader: inout JSONReader, into sink: inout RecordSink
  ) throws(JSONError) {
    let beginning = reader.mark
    var holdsOthers = false
    try reader.beginObject()
    while let name = try reader.nextKey() {
      try size.add(at: reader.offset)
      var key = keys.key(name, of: &sink.builder)
      if hasChosen { key = RecordKeys.Key(field: RecordField(key: name), attribute: key.attribute) }
      if key.field.role == .latitude || key.field.role == .longitude {
        try readValue(of: key, &reader, into: &sink)
      } else {
        holdsOthers = true
        try reader.skipValue(sink.cancellation)
      }
    }
    guard holdsOthers else { return }
    reader.rewind(to: beginning)
    sink.builder.add(attribute: position.attribute, value: try rawValue(&reader, sink.cancellation))
  }

  /// The next value as written, but for escapes of characters beyond ASCII, unless that makes the record too long.
  private func rawValue(_ reader: inout JSONReader, _ cancellation: Cancellation) throws(JSONError) -> TextPiece {
    let value = try reader.readableValue(cancellation)
    try size.check(reader.offset)
    return value
  }

  /// Reads a value that is neither a string nor a number. Lists can be names or categories, also of objects that stand
  /// for a text; everything else, and such objects, become an attribute, as written.
  private mutating func readOther(
    _ kind: JSONReader.Kind, _ key: RecordKeys.Key, _ reader: inout JSONReader, into sink: inout RecordSink
  ) throws(JSONError) {
    // A name or an id must be a text or a number. Otherwise another key of the record may have the role.
    let mayBeRole =
      switch key.field.role {
      case .name: try reader.label(of: .name) != nil
      case .id: false
      default: true
      }
    let role = mayBeRole ? sink.role(of: key.field) : .attribute
    switch role {
    case .name, .country, .countryName, .admin1, .admin1Name:
      try reader.label(of: role)?.bytes.withUnsafeBufferPointer {
        sink.take(text: $0, as: role, attribute: key.attribute)
      }
      sink.builder.add(attribute: key.attribute, value: try rawValue(&reader, sink.cancellation))
    case .category where kind == .object:
      try reader.label(of: role)?.bytes.withUnsafeBufferPointer { sink.take(element: $0, as: role) }
      sink.builder.add(attribute: key.attribute, value: try rawValue(&reader, sink.cancellation))
    case .alternates where kind == .array, .category where kind == .array:
      let beginning = reader.mark
      var holdsObjects = false
      try reader.beginArray()
      while try reader.nextElement() {
        try size.add(at: reader.offset)
        if try reader.kind() == .object { holdsObjects = true }
        try readElement(as: role, &reader, into: &sink)
      }
      guard holdsObjects else { return }
      reader.rewind(to: beginning)
      sink.builder.add(attribute: key.attribute, value: try rawValue(&reader, sink.cancellation))
    case .geometry, .geometryFromLongitude:
      sink.take(text: try rawValue(&reader, sink.cancellation), as: role, attribute: key.attribute)
    case .latitude, .longitude:
      let value = try rawValue(&reader, sink.cancellation)
      sink.losePosition(Untrusted(bytes: value).beginning)
      sink.builder.add(attribute: key.attribute, value: value)
    default: sink.builder.add(attribute: key.attribute, value: try rawValue(&reader, sink.cancellation))
    }
  }

  /// Reads an element of a list. Skips it if it does not stand for a text.
  private func readElement(
    as role: RecordField.Role, _ reader: inout JSONReader, into sink: inout RecordSink
  ) throws(JSONError) {
    if try reader.kind() == .string {
      let text = try reader.string()
      if !text.isBlank { sink.take(element: text, as: role) }
    } else {
      let label = try reader.label(of: role)
      label?.bytes.withUnsafeBufferPointer { sink.take(element: $0, as: role) }
      try reader.skipValue(sink.cancellation)
    }
  }
}

extension JSONReader {
  /// How far inside a record objects are looked into, and how long a path to one may be.
  private static let (mostNested, longestPath) = (4, 200)

  /// The members that geometries have, in GeoJSON and in answers of ArcGIS.
  private static let ofGeometries = ["coordinates", "geometries", "rings", "paths"]

  /// Whether the next value is an object whose members can be columns: not one that is one value, such as a term, a
  /// geometry, and a latitude with its longitude; nor an empty one.
  func holdsColumns(of key: String, depth: Int) throws(JSONError) -> Bool {
    var reader = self
    guard depth < Self.mostNested, key.utf8.count <= Self.longestPath, try reader.kind() == .object, !isAtTerm() else {
      return false
    }
    let mayBePosition = depth == 0 && RecordField(named: key).role == .position
    var hasOthers = false
    try reader.beginObject()
    while let member = try reader.nextKey() {
      let member = (key: String(decoding: member, as: UTF8.self), kind: try reader.kind())
      if Self.ofGeometries.contains(member.key), member.kind == .array { return false }
      let isAngle = [.latitude, .longitude].contains(RecordField(named: member.key).role)
      hasOthers = hasOthers || !mayBePosition || !isAngle
      try reader.skipValue()
    }
    return hasOthers
  }
}
