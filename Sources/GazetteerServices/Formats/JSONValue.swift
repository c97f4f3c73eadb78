import GazetteerIndex

/// A small JSON text as a value, for answers of services. Files of places are read by `JSONReader` without values.
indirect enum JSONValue: Equatable, Sendable {
  case object([(key: String, value: JSONValue)])
  case array([JSONValue])
  case text(Untrusted)
  /// A number, and how it is written.
  case number(Double, written: Untrusted)
  case flag(Bool)
  case null

  /// Reads a whole text. O(length); a value takes many times more memory than its text.
  ///
  /// - Parameters:
  ///   - most: how many values it may have; more are the error `tooMany`.
  ///   - longest: the most bytes of a string.
  init(_ bytes: [UInt8], most: Int, longest: Int = JSONReader.stringLimit) throws(JSONError) {
    let padded = bytes + Array(repeating: 0, count: 64)
    var result: Result<JSONValue, JSONError> = .success(.null)
    padded.withUnsafeBufferPointer { padded in
      var reader = JSONReader(UnsafeBufferPointer(rebasing: padded.prefix(bytes.count)))
      reader.longest = longest
      do throws(JSONError) {
        var left = most
        let value = try JSONValue(&reader, &left)
        try reader.end()
        result = .success(value)
      } catch {
        result = .failure(error)
      }
    }
    self = try result.get()
  }

  /// A text has more values than it may have.
  static let tooMany = JSONError.Fault.form("there are too many values")

  private init(_ reader: inout JSONReader, _ left: inout Int) throws(JSONError) {
    guard left > 0 else { throw JSONError(offset: reader.offset, fault: Self.tooMany) }
    left -= 1
    switch try reader.kind() {
    case .object:
      try reader.beginObject()
      var members: [(key: String, value: JSONValue)] = []
      while let key = try reader.nextKey() {
        let key = String(decoding: key, as: UTF8.self)
        members.append((key, try JSONValue(&reader, &left)))
      }
      self = .object(members)
    case .array:
      try reader.beginArray()
      var elements: [JSONValue] = []
      while try reader.nextElement() { elements.append(try JSONValue(&reader, &left)) }
      self = .array(elements)
    case .string: self = .text(Untrusted(bytes: try reader.string()))
    case .number:
      let number = try reader.number()
      self = .number(number.double, written: Untrusted(bytes: number.text))
    case .bool: self = .flag(try reader.bool())
    case .null:
      try reader.null()
      self = .null
    }
  }

  static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.object(let a), .object(let b)): a.elementsEqual(b) { $0.key == $1.key && $0.value == $1.value }
    case (.array(let a), .array(let b)): a == b
    case (.text(let a), .text(let b)): a == b
    case (.number(let a, _), .number(let b, _)): a == b
    case (.flag(let a), .flag(let b)): a == b
    case (.null, .null): true
    default: false
    }
  }
}

extension JSONValue {
  /// A member of an object; nil if there is none, or if this is no object.
  subscript(key: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.key == key }?.value
  }

  var members: [(key: String, value: JSONValue)] { if case .object(let members) = self { members } else { [] } }
  var elements: [JSONValue]? { if case .array(let elements) = self { elements } else { nil } }

  /// A text that is not blank.
  var text: Untrusted? {
    guard case .text(let text) = self, !text.trimmed.isEmpty else { return nil }
    return text
  }

  /// A number, also if it is written as a text.
  var number: Double? {
    switch self {
    case .number(let number, _): number.isFinite ? number : nil
    // Without the other forms that Swift reads: 0x28p0, nan.
    case .text(let text) where text.bytes.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }):
      Double(text.text).flatMap { $0.isFinite ? $0 : nil }
    default: nil
    }
  }

  /// A text or a number as a text; nil for other values.
  var words: Untrusted? {
    switch self {
    case .text: text
    case .number(_, let written): written
    case .flag(let flag): Untrusted(flag ? "yes" : "no")
    default: nil
    }
  }
}
