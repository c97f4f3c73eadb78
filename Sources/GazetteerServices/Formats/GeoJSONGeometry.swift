import GazetteerIndex

/// Reads geometries strictly by RFC 7946, and computes only the box around them.
///
/// Breaking a rule of the RFC is an error. Breaking a recommendation, such as the winding of rings, is a remark.
struct GeoJSONGeometry {
  private(set) var type: GeoJSONType?
  private(set) var extent: GeoJSONExtent
  /// The third number of a point as written, unless it is 0, which programs write that do not know it.
  private(set) var altitude: [UInt8]?
  private(set) var remarks: [JSONError] = []
  private let cancellation: Cancellation
  private var elements = 0

  /// Reads the geometry that comes next.
  ///
  /// - Parameter isPlane: whether its positions are those of a map projection, not degrees.
  init(_ reader: inout JSONReader, isPlane: Bool = false, _ cancellation: Cancellation) throws(JSONError) {
    extent = GeoJSONExtent(isPlane: isPlane)
    self.cancellation = cancellation
    type = try readObject(&reader, isInCollection: false)
  }

  private mutating func readObject(
    _ reader: inout JSONReader, isInCollection: Bool
  ) throws(JSONError) -> GeoJSONType {
    guard try reader.kind() == .object else { throw try reader.offence("a geometry must be an object") }
    let start = reader.offset
    guard let type = try GeoJSONType.type(ofNext: &reader) else {
      throw JSONError(offset: start, fault: .form("a geometry without a type"))
    }
    guard type.isGeometry else {
      throw JSONError(offset: start, fault: .form("a \(own: type.rawValue) is not a geometry"))
    }
    if type == .geometryCollection, isInCollection {
      remark(at: start, "a GeometryCollection should not be inside another one")
    }
    let content = type == .geometryCollection ? GeoJSONMember.geometries : .coordinates
    var members = GeoJSONMembers()
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch try members.add(key, &reader) {
      case content: try readContent(of: type, &reader)
      case .bbox: if let remark = try GeoJSONBox.remarks(&reader) { add(remark) }
      case .type, .id, nil: try reader.skipValue()
      case let member?: add(try reader.misplaced(member, in: type))
      }
    }
    guard members.has(content) else {
      throw JSONError(
        offset: start, fault: .form("a \(own: type.rawValue) without \(own: content.rawValue)"))
    }
    return type
  }

  private mutating func readContent(of type: GeoJSONType, _ reader: inout JSONReader) throws(JSONError) {
    switch type {
    case .point: if let position = try readPosition(&reader, isPoint: true) { extent.add(position) }
    case .multiPoint: _ = try readPositions(&reader, least: 0)
    case .lineString: try readLine(&reader)
    case .multiLineString: try readList(&reader) { (me, reader) throws(JSONError) in try me.readLine(&reader) }
    case .polygon: try readPolygon(&reader)
    case .multiPolygon: try readList(&reader) { (me, reader) throws(JSONError) in try me.readPolygon(&reader) }
    case .geometryCollection: try readGeometries(&reader)
    case .feature, .featureCollection: try reader.skipValue()
    }
  }

  private mutating func readGeometries(_ reader: inout JSONReader) throws(JSONError) {
    _ = try reader.kind()
    let start = reader.offset
    var count = 0
    try readList(&reader) { (me, reader) throws(JSONError) in
      count += 1
      _ = try me.readObject(&reader, isInCollection: true)
    }
    if count == 1 { remark(at: start, "a GeometryCollection of one geometry should be that geometry") }
  }

  /// Reads a list. `element` reads each element.
  private mutating func readList(
    _ reader: inout JSONReader,
    _ element: (inout GeoJSONGeometry, inout JSONReader) throws(JSONError) -> Void
  ) throws(JSONError) {
    guard try reader.kind() == .array else { throw try reader.notNested() }
    try reader.beginArray()
    while try reader.nextElement() {
      elements += 1
      if elements & 0x3FFF == 0, cancellation.isCancelled {
        throw JSONError(offset: reader.offset, fault: .cancelled)
      }
      try element(&self, &reader)
    }
  }

  private mutating func readLine(_ reader: inout JSONReader) throws(JSONError) {
    _ = try reader.kind()
    let start = reader.offset
    let count = try readPositions(&reader, least: 2)
    guard count != 1 else { throw JSONError(offset: start, fault: .form("a line must have two positions or more")) }
  }

  private mutating func readPositions(_ reader: inout JSONReader, least: Int) throws(JSONError) -> Int {
    var count = 0
    try readList(&reader) { (me, reader) throws(JSONError) in
      if let position = try me.readPosition(&reader) { me.extent.add(position) }
      count += 1
    }
    return count
  }

  /// Reads rings: first the border of the polygon, then those of its holes.
  private mutating func readPolygon(_ reader: inout JSONReader) throws(JSONError) {
    _ = try reader.kind()
    let start = reader.offset
    var isOuter = true
    var isWoundRight = true
    try readList(&reader) { (me, reader) throws(JSONError) in
      let isCounterclockwise = try me.readRing(&reader)
      if isCounterclockwise == !isOuter { isWoundRight = false }
      isOuter = false
    }
    if !isWoundRight { remark(at: start, "the rings of a polygon should follow the right-hand rule") }
  }

  /// Reads a ring. Returns whether it is counterclockwise; nil if it has no area.
  private mutating func readRing(_ reader: inout JSONReader) throws(JSONError) -> Bool? {
    _ = try reader.kind()
    let start = reader.offset
    var first: GeoJSONPosition?
    var last = GeoJSONPosition()
    var count = 0
    var area = 0.0
    try readList(&reader) { (me, reader) throws(JSONError) in
      guard let position = try me.readPosition(&reader) else { return }
      me.extent.add(position)
      if first == nil {
        first = position
      } else {
        area += (position.longitude - last.longitude) * (position.latitude + last.latitude)
      }
      last = position
      count += 1
    }
    guard count >= 4 || count == 0 else {
      throw JSONError(offset: start, fault: .form("a ring must have four positions or more"))
    }
    guard first == nil || first == last else {
      throw JSONError(offset: start, fault: .form("a ring must end with the position it starts with"))
    }
    return area == 0 ? nil : area < 0
  }

  /// Reads a position; nil if it is empty, which is allowed in a point only.
  private mutating func readPosition(
    _ reader: inout JSONReader, isPoint: Bool = false
  ) throws(JSONError) -> GeoJSONPosition? {
    guard try reader.kind() == .array else { throw try reader.notNested() }
    let start = reader.offset
    var position = GeoJSONPosition()
    var count = 0
    try reader.beginArray()
    while try reader.nextElement() {
      guard try reader.kind() == .number else { throw try reader.offence("a position must contain only numbers") }
      let number = try reader.number()
      let value = number.double
      guard value.isFinite else {
        throw JSONError(offset: start, fault: .form("a number of a position is too large"))
      }
      switch count {
      case 0: position.longitude = value
      case 1: position.latitude = value
      case 2 where isPoint && value != 0: altitude = Array(number.text)
      default: break
      }
      count += 1
    }
    if count == 0, isPoint { return nil }
    guard count >= 2 else { throw JSONError(offset: start, fault: .form("a position must have two numbers or more")) }
    if count > 3 { remark(at: start, "a position should have no more than three numbers") }
    return position
  }

  private mutating func remark(at offset: Int, _ reason: Message) {
    add(JSONError(offset: offset, fault: .form(reason)))
  }

  /// Keeps the first 20 remarks: a geometry may have a million of the same kind.
  private mutating func add(_ remark: JSONError) {
    if remarks.count < 20 { remarks.append(remark) }
  }
}

/// The member `bbox`. It is checked, but not needed: the positions have the same information.
enum GeoJSONBox {
  /// Reads the box that comes next. Returns what is wrong with it.
  static func remarks(_ reader: inout JSONReader) throws(JSONError) -> JSONError? {
    guard try reader.kind() == .array else {
      let remark = try reader.offence("a bbox must be a list of numbers")
      try reader.skipValue()
      return remark
    }
    let start = reader.offset
    var count = 0
    var remark: JSONError?
    try reader.beginArray()
    while try reader.nextElement() {
      if try reader.kind() != .number { remark = try reader.offence("a bbox must contain only numbers") }
      try reader.skipValue()
      count += 1
    }
    return remark
      ?? (count == 4 || count == 6
        ? nil : JSONError(offset: start, fault: .form("a bbox must have 4 numbers, or 6 with altitudes")))
  }
}

extension JSONReader {
  /// Skips a member that is not allowed in an object of `type`. Returns the remark about it.
  mutating func misplaced(_ member: GeoJSONMember, in type: GeoJSONType) throws(JSONError) -> JSONError {
    let remark = try offence("a \(own: type.rawValue) must not have a member \"\(own: member.rawValue)\"")
    try skipValue()
    return remark
  }

  fileprivate mutating func notNested() throws(JSONError) -> JSONError {
    switch try kind() {
    case .number:
      try offence("a number where a list is expected: the coordinates are not nested as their type requires")
    default: try offence("coordinates must be lists of numbers")
    }
  }
}
