import GazetteerIndex

/// Reads the features of a GeoJSON text (RFC 7946): a FeatureCollection, a sequence of Features, or a geometry.
///
/// The properties of a feature are read like the keys of a generic record, and also as tags if they are those of
/// OpenStreetMap. A feature without a name is named by its id if that is a text, otherwise by its number. If a geometry
/// is not a point, the position is the middle of the box around it, across the antimeridian if that box is smaller. A
/// feature without a geometry has no position.
struct GeoJSONRecords: ~Copyable {
  private let content: TextPiece
  private var sink: RecordSink
  private var fields = JSONRecordFields()
  private var hasProperties = false
  /// Whether the properties are tags of OpenStreetMap.
  private var areTags = false
  private var lines: LineCounter
  private let geometryKey: UInt32
  private var elevationKey: UInt32

  init(_ content: TextPiece, into sink: consuming RecordSink) {
    self.content = content
    geometryKey = sink.builder.number(ofAttribute: "geometry")
    elevationKey = sink.builder.number(ofAttribute: "elevation")
    self.sink = sink
    lines = LineCounter(content)
  }

  /// Whether `content` is a GeoJSON object, judged by its type.
  static func recognises(_ content: TextPiece) -> Bool {
    var reader = JSONReader(content)
    do throws(JSONError) {
      guard let type = try GeoJSONType.type(ofNext: &reader) else { return false }
      // The type of a record may be `Point` by accident.
      if !type.isGeometry { return true }
      return try reader.hasMember(among: [.coordinates, .geometries])
    } catch {
      // Malformed JSON, or a type that GeoJSON does not have.
      return false
    }
  }

  consuming func read() throws(ImportError) -> RecordSink {
    var reader = JSONReader(content)
    do {
      try readText(&reader)
    } catch {
      throw .failed(.geojson, error, in: content)
    }
    return sink
  }

  private mutating func readText(_ reader: inout JSONReader) throws {
    guard try reader.kind() == .object else { throw try reader.offence("GeoJSON must be an object") }
    switch try GeoJSONType.type(ofNext: &reader) {
    case .featureCollection?:
      try readCollection(&reader)
      try reader.end()
    case .feature?:
      let features = reader
      try use { ColumnSamples(sequence: features, member: "properties", flattens: $0) }
      var hasMore = true
      while hasMore {
        try readFeature(&reader)
        hasMore = try reader.hasObject()
      }
    case nil: throw try reader.offence("a GeoJSON object without a type")
    case _?:
      try readRecord(&reader) { (me, reader) throws(JSONError) in try me.draftGeometry(&reader) }
      try reader.end()
    }
  }

  private mutating func readCollection(_ reader: inout JSONReader) throws {
    let start = reader.offset
    try takeLastSystem(&reader)
    var members = GeoJSONMembers()
    try reader.beginObject()
    while let key = try reader.nextKey() {
      let isCredit = key.elementsEqual("attribution".utf8) || key.elementsEqual("copyright".utf8)
      switch try members.add(key, &reader) {
      case .features:
        guard try reader.kind() == .array else { throw try reader.offence("the features must be a list") }
        let list = reader
        try use { ColumnSamples(array: list, member: "properties", flattens: $0) }
        try reader.beginArray()
        while try reader.nextElement() {
          try readFeature(&reader)
        }
      case .bbox: if let remark = try GeoJSONBox.remarks(&reader) { warn(remark) }
      case nil where key.elementsEqual("crs".utf8): try takeSystem(&reader)
      case nil where try isCredit && reader.kind() == .string: sink.attribution = Untrusted(bytes: try reader.string())
      case .type, .id, nil: try reader.skipValue()
      case let member?: warn(try reader.misplaced(member, in: .featureCollection))
      }
    }
    guard members.has(.features) else {
      throw JSONError(offset: start, fault: .form("a FeatureCollection without features"))
    }
  }

  private mutating func takeSystem(_ reader: inout JSONReader) throws {
    if let system = try Self.system(of: reader.rawValue(sink.cancellation)) { try sink.take(system) }
  }

  /// What the member `crs` says, with which files before RFC 7946 name the system of their positions:
  /// `{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::25832"}}`; nil for degrees.
  static func system(of member: TextPiece) -> SourceReading.System? {
    guard let member = try? JSONValue(Array(member), most: 100),
      let name = member["properties"]?["name"]?.words?.text.uppercased(), name.contains("EPSG"),
      let number = name.split(separator: ":").last.flatMap({ Int($0) }), !ReferenceNumber.isInDegrees(number)
    else { return nil }
    return ReferenceNumber.system(number)
  }

  /// Programs that write the members of an object in any order may write the system after the features, which must be
  /// read with it.
  private mutating func takeLastSystem(_ reader: inout JSONReader) throws {
    guard content.suffix(1000).firstRange(of: Array("\"crs\"".utf8)) != nil else { return }
    let beginning = reader.mark
    defer { reader.rewind(to: beginning) }
    try reader.beginObject()
    while let key = try reader.nextKey() {
      if key.elementsEqual("crs".utf8) { try takeSystem(&reader) } else { try reader.skipValue(sink.cancellation) }
    }
  }

  private func geometry(_ reader: inout JSONReader) throws(JSONError) -> GeoJSONGeometry {
    try GeoJSONGeometry(&reader, isPlane: sink.isProjected, sink.cancellation)
  }

  /// - Parameter samples: those of the properties, also with the members of objects inside as columns.
  private mutating func use(_ samples: (_ flattens: Bool) -> ColumnSamples) throws(ImportError) {
    let reading = sink.reading
    func roles(of samples: ColumnSamples) -> ColumnRoles {
      samples.roles(reserved: Self.ofGeometry, identifies: false, reading: reading)
    }
    let samples = ColumnSamples.best(roles, samples)
    hasProperties = !samples.columns.isEmpty
    var roles = roles(of: samples)
    areTags = roles.areTags && !sink.keepsEntries
    if areTags { roles.leaveTags() }
    reserved = Self.ofGeometry.union(areTags ? ColumnRoles.ofTags.subtracting(roles.chosen) : [])
    try sink.note(roles)
    if samples.columns.contains(where: { $0.name == "elevation" }) {
      elevationKey = sink.builder.number(ofAttribute: "geometry_elevation")
    }
    fields = JSONRecordFields(roles, flattens: samples.flattens)
  }

  private mutating func readFeature(_ reader: inout JSONReader) throws {
    try readRecord(&reader) { (me, reader) throws(JSONError) in try me.draftFeature(&reader) }
  }

  /// Reads the next object with `draft`. An object that breaks a rule of GeoJSON is skipped and counted.
  private mutating func readRecord(
    _ reader: inout JSONReader, _ draft: (inout GeoJSONRecords, inout JSONReader) throws(JSONError) -> [JSONError]
  ) throws {
    _ = try reader.kind()
    let beginning = reader.mark
    var offset = reader.offset
    do throws(JSONError) {
      for remark in try draft(&self, &reader) { warn(remark) }
    } catch {
      guard error.isOfForm else { throw error }
      sink.fail(.malformed(error.message))
      offset = error.offset
      reader.rewind(to: beginning)
      try reader.skipValue(sink.cancellation)
    }
    try sink.endRecord(reader.offset) { lines.place(at: offset) }
  }

  private mutating func warn(_ remark: JSONError) {
    sink.warn { "\(lines.place(at: remark.offset)): \(remark.message)" }
  }

  /// Drafts a feature. Returns the remarks about it.
  private mutating func draftFeature(_ reader: inout JSONReader) throws(JSONError) -> [JSONError] {
    guard try reader.kind() == .object else { throw try reader.offence("a feature must be an object") }
    let start = reader.offset
    var members = GeoJSONMembers()
    var remarks: [JSONError] = []
    var id: SourceID?
    var geometry: GeoJSONGeometry?
    var properties: JSONReader.Mark?
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch try members.add(key, &reader) {
      case .type:
        _ = try reader.kind()
        let place = reader.mark
        if try GeoJSONType(&reader) != .feature {
          reader.rewind(to: place)
          throw try reader.offence("a feature's type must be \"Feature\"")
        }
      case .id: id = try reader.identity()
      case .geometry: if try reader.passNull() == false { geometry = try self.geometry(&reader) }
      case .properties:
        if try reader.passNull() == false {
          guard try reader.kind() == .object else { throw try reader.offence("properties must be an object or null") }
          properties = reader.mark
          try reader.skipValue(sink.cancellation)
        }
      case .bbox: remarks += try GeoJSONBox.remarks(&reader).map { [$0] } ?? []
      case nil: try reader.skipValue()
      case let member?: remarks.append(try reader.misplaced(member, in: .feature))
      }
    }
    for member in [GeoJSONMember.type, .geometry, .properties] where !members.has(member) {
      throw JSONError(offset: start, fault: .form("a feature without \(own: member.rawValue)"))
    }
    try draft(id, properties, &reader)
    draft(geometry)
    return remarks + (geometry?.remarks ?? [])
  }

  private mutating func draftGeometry(_ reader: inout JSONReader) throws(JSONError) -> [JSONError] {
    let geometry = try geometry(&reader)
    try draft(nil, nil, &reader)
    draft(geometry)
    return geometry.remarks
  }

  /// Drafts the properties of a feature. Then moves the reader back to where it was.
  private mutating func draft(
    _ id: SourceID?, _ properties: JSONReader.Mark?, _ reader: inout JSONReader
  ) throws(JSONError) {
    let end = reader.mark
    if let properties {
      reader.rewind(to: properties)
      fields.reserved = id == nil || choosesID ? reserved : reserved.union([.id])
      try fields.read(&reader, into: &sink)
      if areTags, !sink.hasFailed {
        reader.rewind(to: properties)
        sink.take(OSMPlace(try reader.tags(sink.cancellation)))
      }
      reader.rewind(to: end)
    } else {
      while !sink.isSettled() {}
    }
    if let id, !choosesID { sink.set(id: id) }
    guard !sink.isNamed else { return }
    switch id {
    case .text(let text)?: sink.set(name: Untrusted(text))
    case .number(let number)?: nameUnnamed("feature \(number)")
    case nil: nameUnnamed("feature \(sink.records + 1)")
    }
  }

  /// Who writes no properties expects no names, so only others are told.
  private mutating func nameUnnamed(_ name: String) {
    let isTold = hasProperties && !sink.hasFailed
    if isTold { sink.setForWantOfName(Untrusted(name)) } else { sink.set(madeName: Untrusted(name)) }
  }

  /// Whether the user says which property is the id, instead of the member of a feature.
  private var choosesID: Bool { sink.reading[.id] != nil }

  /// The roles that are not filled from the properties. Properties with these roles become attributes.
  private var reserved = ofGeometry
  /// Those that the geometry fills.
  private static let ofGeometry: Set<RecordField.Role> = [.latitude, .longitude, .position]

  private mutating func draft(_ geometry: GeoJSONGeometry?) {
    guard let geometry, let middle = geometry.extent.middle else { return }
    sink.builder.set(latitude: middle.latitude)
    sink.builder.set(longitude: middle.longitude)
    if geometry.type == .point, let altitude = geometry.altitude {
      altitude.withUnsafeBufferPointer { sink.builder.add(attribute: elevationKey, value: $0) }
    }
    guard var type = geometry.type?.rawValue, geometry.type != .point else { return }
    type.withUTF8 { sink.builder.add(attribute: geometryKey, value: $0) }
  }
}

extension JSONReader {
  /// Skips a null. Returns false if something else comes next.
  fileprivate mutating func passNull() throws(JSONError) -> Bool {
    guard try kind() == .null else { return false }
    try null()
    return true
  }

  /// Reads the id of a feature.
  fileprivate mutating func identity() throws(JSONError) -> SourceID? {
    switch try kind() {
    case .null:
      try null()
      return nil
    case .string:
      let text = String(decoding: try string(), as: UTF8.self)
      return text.isEmpty ? nil : .text(text)
    case .number: return SourceID(written: try number().text)
    default: throw try offence("an id must be a text or a number")
    }
  }

  /// Whether another object follows. Throws if anything else does.
  fileprivate mutating func hasObject() throws(JSONError) -> Bool {
    if nextByte() == UInt8(ascii: "{") { return true }
    try end()
    return false
  }

  /// Whether the next object has one of these members. Does not consume the object.
  fileprivate mutating func hasMember(among wanted: Set<GeoJSONMember>) throws(JSONError) -> Bool {
    let beginning = mark
    defer { rewind(to: beginning) }
    try beginObject()
    while let key = try nextKey() {
      if let member = GeoJSONMember(rawValue: String(decoding: key, as: UTF8.self)), wanted.contains(member) {
        return true
      }
      try skipValue()
    }
    return false
  }
}
