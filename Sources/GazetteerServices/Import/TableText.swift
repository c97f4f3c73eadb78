import GazetteerIndex

/// The text of a table with commas, in which every cell is quoted, made from a file of another form. Positions are
/// points in degrees, `POINT (11.5 48.1)`.
struct TableText {
  private(set) var bytes = ByteBuffer()
  /// What it was made of.
  let format: ImportFormat
  /// The column of the positions; nil if there is none.
  var geometry: Untrusted?
  private var isRowEmpty = true

  /// The most bytes of the text of a dataset.
  private static let largest = Int(UInt32.max)

  init(of format: ImportFormat) { self.format = format }

  /// Appends a cell to the row.
  mutating func append(_ cell: some Collection<UInt8>) {
    if !isRowEmpty { bytes.append(UInt8(ascii: ",")) }
    isRowEmpty = false
    guard !cell.isEmpty else { return }
    var quoted: [UInt8] = [0x22]
    for byte in cell {
      if byte == 0x22 { quoted.append(0x22) }
      quoted.append(byte)
    }
    quoted.append(0x22)
    quoted.withUnsafeBufferPointer { bytes.append($0) }
  }

  mutating func endRow() throws(ImportError) {
    bytes.append(0x0A)
    isRowEmpty = true
    guard bytes.count < Self.largest else { throw .tooLarge }
  }

  static func point(_ position: Coordinate) -> [UInt8] {
    Array("POINT (\(position.longitude) \(position.latitude))".utf8)
  }

  /// Decodes its text, which is in another encoding than UTF-8.
  mutating func decode(
    from encoding: SourceReading.Encoding?, _ cancellation: Cancellation
  ) throws(ImportError) {
    if let decoded = try TextDecoding.utf8(bytes.slice, from: encoding, cancellation) { bytes = decoded }
  }

  /// What is said about the text: the positions are in the column with the geometries, and in degrees already, unless
  /// the user names other columns.
  func said(by user: SourceReading) -> SourceReading {
    guard let geometry, !user.placesRecords || user[.geometry] == geometry else { return user }
    var reading = user
    reading[.geometry] = geometry
    reading[.crs] = nil
    return reading
  }
}
