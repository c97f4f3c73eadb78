import GazetteerIndex

/// A format that other programs convert, by its first bytes.
package enum ForeignFormat: Equatable, Sendable {
  case bzip2, excel, flatGeobuf, parquet, topoJSON, xz, zstd

  /// nil if the content is in none of them.
  init?(_ content: TextPiece) {
    if content.starts(with: "PAR1".utf8), content.prefix(64).contains(where: { $0 < 0x09 }) {
      self = .parquet
    } else if content.starts(with: "fgb\u{3}fgb".utf8) {
      self = .flatGeobuf
    } else if content.starts(with: [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) {
      self = .excel
    } else if content.starts(with: "BZh".utf8), content.dropFirst(4).starts(with: [0x31, 0x41, 0x59, 0x26, 0x53]) {
      self = .bzip2
    } else if content.starts(with: [0xFD, 0x37, 0x7A, 0x58, 0x5A, 0]) {
      self = .xz
    } else if content.starts(with: [0x28, 0xB5, 0x2F, 0xFD]) {
      self = .zstd
    } else if Self.isTopology(content) {
      self = .topoJSON
    } else {
      return nil
    }
  }

  /// Whether it begins as an object of TopoJSON, whose positions are numbers of steps.
  private static func isTopology(_ content: TextPiece) -> Bool {
    let start = content.prefix(1 << 12).filter { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return start.first == UInt8(ascii: "{") && start.firstRange(of: Array(#""type":"Topology""#.utf8)) != nil
  }

  var title: String {
    switch self {
    case .bzip2: "packed by bzip2"
    case .excel: "a workbook of Excel"
    case .topoJSON: "TopoJSON"
    case .xz: "packed by xz"
    case .zstd: "packed by zstd"
    case .parquet: "Parquet"
    case .flatGeobuf: "FlatGeobuf"
    }
  }

  /// How to make a file that can be opened.
  var conversion: Message {
    switch self {
    case .bzip2: "bunzip2 -k FILE"
    case .excel: "libreoffice --headless --convert-to csv FILE"
    case .topoJSON: "ogr2ogr NEW.geojson FILE"
    case .xz: "unxz -k FILE"
    case .zstd: "unzstd FILE"
    case .parquet: "duckdb -csv -c \"FROM 'FILE'\" > NEW.csv"
    case .flatGeobuf: "ogr2ogr NEW.geojson FILE"
    }
  }
}
