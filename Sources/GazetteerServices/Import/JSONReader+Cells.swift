import GazetteerIndex

/// The texts that records have in columns.
extension JSONReader {
  /// Reads the text of the next value in a column. A list or an object is its text as written, unless the role needs what
  /// it stands for.
  ///
  /// - Returns: an empty text for null, and for what stands for no text.
  mutating func cell(as role: RecordField.Role) throws(JSONError) -> Untrusted {
    switch (try kind(), role) {
    case (.string, _): return Untrusted(bytes: try string())
    case (.null, _):
      try null()
      return Untrusted("")
    case (.object, _) where isAtTerm(): return try term()
    case (.array, .name), (.object, .name), (.array, .country), (.object, .country), (.array, .admin1),
      (.object, .admin1):
      let label = try label(of: role)
      try skipValue()
      return label ?? Untrusted("")
    default: return Untrusted(bytes: try rawValue())
    }
  }

  /// The texts that an object has in some columns; none for a column that it lacks. Throws if it is no object, or if more
  /// follows. A column may be a member of objects inside, such as `site.name`, if no member of the object itself is called
  /// so.
  static func cells(
    of object: [UInt8], _ columns: [String: RecordField.Role]
  ) throws(JSONError) -> [String: Untrusted] {
    try (object + Array(repeating: 0, count: 64)).withUnsafeBufferPointer { bytes throws(JSONError) in
      var reader = JSONReader(TextPiece(rebasing: bytes[..<object.count]))
      var cells: [String: Untrusted] = [:]
      let isObject = try reader.kind() == .object
      if isObject { try reader.readCells(of: columns, under: "", into: &cells) } else { try reader.skipValue() }
      try reader.end()
      guard isObject else { throw JSONError(offset: 0, fault: .form("it is no object")) }
      return cells
    }
  }

  private mutating func readCells(
    of columns: [String: RecordField.Role], under parent: String, into cells: inout [String: Untrusted]
  ) throws(JSONError) {
    try beginObject()
    while let key = try nextKey() {
      let path = parent + String(decoding: key, as: UTF8.self)
      if let role = columns[path], parent.isEmpty || cells[path] == nil {
        var copy = self
        cells[path] = try copy.cell(as: role)
      }
      if try kind() == .object, columns.keys.contains(where: { $0.hasPrefix(path + ".") }) {
        try readCells(of: columns, under: path + ".", into: &cells)
      } else {
        try skipValue()
      }
    }
  }
}
