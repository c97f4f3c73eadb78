import GazetteerIndex

/// A format of places that other programs convert, by its first bytes.
package enum ForeignFormat: Equatable, Sendable {
  case parquet
  case flatGeobuf

  /// nil if the content is in none of them.
  init?(_ content: TextPiece) {
    if content.starts(with: "PAR1".utf8), content.prefix(64).contains(where: { $0 < 0x09 }) {
      self = .parquet
    } else if content.starts(with: "fgb\u{3}fgb".utf8) {
      self = .flatGeobuf
    } else {
      return nil
    }
  }

  var title: String {
    switch self {
    case .parquet: "Parquet"
    case .flatGeobuf: "FlatGeobuf"
    }
  }

  /// How to make a file that can be opened.
  var conversion: Message {
    switch self {
    case .parquet: "duckdb -csv -c \"FROM 'FILE'\" > NEW.csv"
    case .flatGeobuf: "ogr2ogr NEW.geojson FILE"
    }
  }
}
