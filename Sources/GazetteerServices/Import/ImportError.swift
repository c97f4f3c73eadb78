import GazetteerIndex

/// Why a file could not be read as places.
package enum ImportError: Error, Equatable, Sendable {
  case missing
  /// A folder that is not a GTFS feed.
  case isDirectory
  /// A device or a socket.
  case notAFile
  case notPermitted
  case unreadable(reason: Untrusted)
  case web(WebError)
  case empty
  case tooLarge
  /// It cannot be unpacked.
  case archive(ArchiveError)
  /// The error of a file in an archive, with its name.
  indirect case archived(Untrusted, ImportError)
  /// The file is in UTF-16.
  case utf16
  case utf32(isBigEndian: Bool)
  case foreign(ForeignFormat)
  /// Many of its first bytes are controls, and it is in no known format.
  case notText
  /// It is no text, but in this format.
  case otherFormat(ImportFormat)
  /// It is one of the files of a Shapefile, but not the one to open.
  case partOfShapefile
  case notUTF8(line: Int)
  case malformed(ImportFormat, line: Int, column: Int, reason: Message)
  /// A text in an encoding that the user or a byte order mark named has bytes that are no text in it.
  case notInEncoding(SourceReading.Encoding, line: Int)
  case noConverter(SourceReading.Encoding)
  /// The first row of a table has no column for names: its first columns.
  case noNameColumn(ImportFormat, [Untrusted])
  /// The same, but the first row may be a place already: its first cells.
  case noHeader(ImportFormat, [Untrusted])
  /// The user names more or fewer columns than the first row has cells.
  case otherHeader(names: Int, cells: Int)
  /// There is no column that the user named: the first columns that there are.
  case noColumn(SourceReading.Aspect, Untrusted, names: [Untrusted])
  /// No value of a column that the user named is a position: the first one.
  case noPositions(Untrusted, example: Untrusted)
  /// The user names one column for two things.
  case chosenTwice(Untrusted, SourceReading.Aspect, SourceReading.Aspect)
  /// The user says something that files of this format do not have.
  case notForFormat(SourceReading.Aspect, ImportFormat)
  /// libproj, or its table of coordinate reference systems, is missing.
  case noProjections
  case unknownSystem(SourceReading.System)
  /// It is not known in which columns the positions of a coordinate reference system are.
  case noProjectedColumns
  /// A database that SQLite cannot read, with its reason.
  case damagedDatabase(Untrusted)
  /// A database with changes that are only in the file beside it with this ending.
  case unfinishedDatabase(ending: String)
  /// A database without tables of places.
  case noTables
  /// A database of several tables: the first ones, with their counts of rows.
  case severalTables([Untrusted])
  /// The table that the user named is a view.
  case isView(Untrusted)
  /// A database without the table that the user named: the first tables that there are.
  case noTable(Untrusted, names: [Untrusted])
  /// The coordinate reference system of a geometry has no code.
  case unnamedSystem(Int)
  /// OpenStreetMap data with something that this program does not know.
  case unknownFeature(Untrusted)
  /// OpenStreetMap data that is compressed in a way that this program does not know.
  case unknownCompression
  /// A block of OpenStreetMap data that cannot be read, with its place in the file.
  case damagedBlock(offset: Int)
  /// The first line does not have the columns of a dump of GeoNames.
  case notGeoNames
  /// shapelib is missing.
  case noShapelib
  /// A Shapefile that shapelib cannot read.
  case damagedShapes
  /// A Shapefile without the file of the same name with this ending.
  case noFileBeside(String)
  /// The texts of a Shapefile are in this code page.
  case unknownCodePage(Untrusted)
  /// The positions of a Shapefile are metres, and nothing says of which projection.
  case noSystem
  /// The texts of a Shapefile are not UTF-8, and nothing says what they are.
  case unknownTexts
  /// libproj does not understand the text that describes a coordinate reference system.
  case unknownText(Untrusted)
  /// The file has no records at all.
  case noRecords(ImportFormat)
  /// No record is a place: the first reason, with its place in the file, and the first columns.
  case noPlaces(ImportFormat, records: Int, reason: Message, columns: [Untrusted] = [])
  /// It has no places, only other things.
  case onlyOthers(ImportFormat, Message)
  /// XML of an unknown format.
  case otherXML
  case webPage
  case unknownFormat(Untrusted)
  case snapshot(SnapshotError)
  /// Its places cannot become favorites as a whole.
  case snapshotOfPlaces
  case cancelled
}

extension ImportError {
  /// What went wrong. It follows the name of the file in a message.
  package var reason: Message {
    switch self {
    case .missing: "no such file"
    case .isDirectory: "it is a folder without the stops.txt of a GTFS feed"
    case .notAFile: "it is neither a file nor a pipe"
    case .notPermitted: "permission denied"
    case .unreadable(let reason): "it cannot be read: \(reason)"
    case .web(let error): error.reason
    case .empty: "it is empty"
    case .tooLarge: "it has more text than one dataset can hold (4 GB)"
    case .archive(let error): error.reason
    case .archived(let name, let error): "\"\(name)\" in it: \(error.reason)"
    case .utf16: "it is in UTF-16"
    case .utf32: "it is in UTF-32, which gaz does not read"
    case .foreign(let format): "it is \(own: format.title), which gaz does not read"
    case .notText: "it is no text, and in no format that gaz knows"
    case .otherFormat(let format): "it is \(own: format.title)"
    case .partOfShapefile: "it is a part of a Shapefile"
    case .notUTF8(let line): "line \(line) is not UTF-8"
    case .malformed(let format, let line, let column, let reason):
      "not \(own: format.title): line \(line), column \(column): \(reason)"
    case .noNameColumn(.gtfs, let names):
      "a stops.txt without the columns stop_id and stop_name: \(Message.list(names))"
    case .noNameColumn(let format, let names):
      "\(own: format.title) without a column that could be a name: its columns are \(Message.list(names))"
    case .noHeader(let format, let cells):
      "\(own: format.title) whose first line has numbers instead of the names of columns: \(Message.list(cells))"
    case .otherHeader(let names, let cells):
      "its first line has \(Message.counts([(cells, "cell")])), and --header has \(Message.counts([(names, "name")]))"
    case .noConverter(let encoding): "the C library of this system has no converter for \(own: encoding.rawValue)"
    case .notInEncoding(let encoding, let line): "line \(line) is not in \(own: encoding.rawValue)"
    case .noColumn(_, let name, let names): "it has no column \"\(name)\": its columns are \(Message.list(names))"
    case .noPositions(let name, let example):
      "the column \"\(name)\" has no positions: its first value is \"\(example)\""
    case .chosenTwice(let name, let first, let second):
      "the column \"\(name)\" cannot be both --\(own: first.rawValue) and --\(own: second.rawValue)"
    case .notForFormat(.encoding, let format) where format.isXML:
      "it is \(own: format.title), which says itself in what encoding it is"
    case .notForFormat(.lat, .geojson), .notForFormat(.lon, .geojson), .notForFormat(.geometry, .geojson):
      "it is GeoJSON, so its positions are its geometries"
    case .notForFormat(let aspect, let format):
      "it is \(own: format.title), to which --\(own: aspect.rawValue) does not apply"
    case .noProjections: "the library libproj, which knows map projections, is not installed"
    case .unknownSystem(let system): "libproj knows no coordinate reference system \(own: system.code)"
    case .noProjectedColumns: "it has no columns with the positions of --crs"
    case .damagedDatabase(let reason): "SQLite cannot read it: \(reason)"
    case .unfinishedDatabase(let ending): "a program has changes of it in the file that ends in \(own: ending)"
    case .noTables: "it is a database without tables"
    case .severalTables(let tables): "it has several tables: \(Message.list(tables))"
    case .isView(let name): "\"\(name)\" is a view, and views of other people's databases are not run"
    case .noTable(let name, let names): "it has no table \"\(name)\": its tables are \(Message.list(names))"
    case .unnamedSystem(let number): "it does not say the code of its coordinate reference system \(number)"
    case .unknownCompression: "a block of it is compressed in another way than zlib"
    case .unknownFeature(let name): "it needs \"\(name)\", which gaz does not know"
    case .damagedBlock(let offset): "not OpenStreetMap data: the block at byte \(offset) is damaged or incomplete"
    case .notGeoNames: "its first line does not have the columns of a dump of GeoNames"
    case .noShapelib: "the library shapelib, which reads Shapefiles, is not installed"
    case .damagedShapes: "shapelib cannot read it as a Shapefile"
    case .noFileBeside(let ending):
      "a Shapefile is several files, and the one that ends in .\(own: ending) is not there"
    case .unknownCodePage(let name): "its texts are in the code page \"\(name)\", which gaz does not know"
    case .noSystem: "its positions are no degrees, and it has no .prj, which would say what they are"
    case .unknownTexts: "its texts are not UTF-8, and it has no .cpg, which would say what they are"
    case .unknownText(let text): "libproj does not understand its coordinate reference system: \(text)"
    case .noRecords(let format): "no places in it: it is \(own: format.title) without any records"
    case .noPlaces(_, let records, let reason, let columns):
      "no places in it: \(Self.none(of: records)) (\(reason))\(Self.list(columns))"
    case .onlyOthers(let format, let others):
      "no places in it: it is \(own: format.title) with \(others), but no \(own: Self.places(in: format))"
    case .webPage: "it is a web page"
    case .otherXML: "it is XML, but not GPX, KML or OpenStreetMap data"
    case .unknownFormat(let name): "unknown format \"\(name)\""
    case .snapshot(let error): error.reason
    case .snapshotOfPlaces: "a snapshot has a dataset, not favorites"
    case .cancelled: "it was cancelled"
    }
  }

  /// What to try.
  package var remedy: Message? {
    switch self {
    case .missing: "check the path; a relative path starts at the current folder"
    case .isDirectory: "a file in it, or the folder that contains stops.txt"
    case .notAFile: "use - for the standard input"
    case .notPermitted: "ls -l FILE to see its permissions; chmod +r FILE if it is yours"
    case .unreadable, .cancelled: nil
    case .chosenTwice: "leave out one of them"
    case .web(let error): error.remedy
    case .empty, .noRecords: "a file with at least one record"
    case .tooLarge: "split it into several files"
    case .archive(let error): error.remedy
    case .archived(_, let error): error.remedy
    case .utf16: "iconv -f UTF-16 -t UTF-8"
    case .foreign(let format): format.conversion
    case .utf32(let isBigEndian): "iconv -f UTF-32\(own: isBigEndian ? "BE" : "LE") -t UTF-8 FILE > NEW"
    case .notText: "another file; help open lists the formats"
    case .otherFormat: "open it without --format"
    case .partOfShapefile: "the file of the same name that ends in .shp; if it is lost: ogr2ogr NEW.csv FILE"
    case .notUTF8: "iconv -f ISO-8859-1 -t UTF-8, if it is in ISO-8859-1"
    case .malformed(let format, _, _, _):
      "check that the file is complete, or use --format if it is not \(own: format.title)"
    case .noNameColumn(.gtfs, _): "--format csv, if it is not the stops.txt of a GTFS feed"
    case .noNameColumn(.shapefile, _): "--name COLUMN"
    case .noNameColumn: "name the columns name, lat and lon"
    case .noHeader, .otherHeader: "a name for each cell: --header name,lat,lon"
    case .notInEncoding: "another --encoding"
    case .noConverter: "install its modules (gconv), or convert the file with iconv elsewhere"
    case .notForFormat(let aspect, _): "leave out --\(own: aspect.rawValue)"
    case .noColumn, .noPositions: "another column"
    case .noProjections: "apt install libproj25"
    case .unknownSystem: "a code of epsg.io, or a zone such as utm:32N"
    case .noProjectedColumns: "also --lat NORTHING --lon EASTING, or --geometry COLUMN with WKT or GeoJSON"
    case .damagedDatabase: "a whole file that is not encrypted; sqlite3 FILE .recover saves what can be read"
    case .unfinishedDatabase: "close that program, or sqlite3 FILE vacuum"
    case .noTables: "a database with tables; views are not run"
    case .severalTables: "one of them"
    case .isView: "sqlite3 FILE 'CREATE TABLE NEW AS SELECT * FROM VIEW', then --table NEW"
    case .noTable: "another table; views are not run"
    case .unnamedSystem: "--crs with its code"
    case .unknownFeature: "osmium time-filter FILE -o NEW.osm.pbf, if it is a history of changes"
    case .unknownCompression: "osmium cat FILE -o NEW.osm.pbf"
    case .damagedBlock: "a whole file; osmium fileinfo -e FILE shows what is wrong"
    case .notGeoNames: "--format tsv"
    case .noShapelib: "apt install libshp2"
    case .damagedShapes: "ogrinfo FILE shows what is wrong"
    case .noFileBeside: "unpack all files into one folder, or open the zip archive that has them all"
    case .unknownCodePage: "ogr2ogr -lco ENCODING=UTF-8 NEW.shp FILE"
    case .noSystem, .unknownText: "--crs with its code"
    case .unknownTexts: "--encoding windows-1252, or another encoding"
    case .noPlaces(.geojson, _, _, _): "features with type, geometry and properties"
    case .noPlaces(.campus, _, _, _): "members with _id, name, coordX, coordY"
    case .noPlaces(.gpx, _, _, _): "waypoints with the attributes lat and lon"
    case .noPlaces(.kml, _, _, _): "placemarks with a name"
    case .onlyOthers(.osm, _): "a file with named shops, stations or villages"
    case .onlyOthers(.gpx, _): "a file with waypoints; tracks and routes are not places"
    case .onlyOthers: "a file with at least one placemark"
    case .webPage: "the address of the file itself"
    case .otherXML: "export it as GPX, KML or .osm"
    case .noPlaces: "records with the keys id, name, lat, lon"
    case .snapshot(let error): error.remedy
    case .snapshotOfPlaces: "open it, then favorite N"
    case .unknownFormat: "one of \(own: ImportFormat.allCases.map(\.rawValue).joined(separator: ", "))"
    }
  }
}

extension ImportError {
  /// The options with which `open` may understand the file. They follow the source.
  package var options: Message? {
    switch self {
    case .noNameColumn(.shapefile, _): "--name COLUMN"
    case .noNameColumn(let format, let names) where names.count == 1 && [.csv, .tsv].contains(format):
      "--name COLUMN, or --header name if its first line is a row already"
    case .noNameColumn(let format, _) where format != .gtfs: "--name COLUMN --lat COLUMN --lon COLUMN"
    case .noHeader: "--header name,lat,lon, with a name for each cell; or --name COLUMN, if these are names"
    case .otherHeader: "--header name,lat,lon, with a name for each cell"
    case .noPlaces(_, _, _, let columns) where !columns.isEmpty: "--name COLUMN --lat COLUMN --lon COLUMN"
    case .noColumn(let aspect, _, _): "--\(own: aspect.rawValue) COLUMN"
    case .severalTables, .noTable: "--table TABLE"
    case .noPositions: "--geometry COLUMN, or --lat COLUMN --lon COLUMN"
    case .utf16: "--encoding utf-16"
    case .noSystem, .unknownText: "--crs EPSG:CODE"
    case .unknownCodePage, .unknownTexts: "--encoding windows-1252, if an older program wrote it"
    case .notUTF8:
      "--encoding windows-1252, if an older program wrote it; windows-1251 for Russian, shift_jis for Japanese, gb18030 for Chinese"
    case .archived(_, let error): error.options
    default: nil
    }
  }

  /// What the user said already and what these options replace.
  package var replaced: [SourceReading.Aspect] {
    switch self {
    case .noNameColumn, .noPlaces: [.name, .lat, .lon, .geometry]
    case .noHeader, .otherHeader: [.header]
    case .noColumn(let aspect, _, _): [aspect]
    case .noTable: [.table]
    case .noPositions: [.geometry, .lat, .lon]
    case .utf16, .notUTF8: [.encoding]
    case .archived(_, let error): error.replaced
    default: []
    }
  }

  /// What the places of a format are called.
  private static func places(in format: ImportFormat) -> String {
    switch format {
    case .kml: "placemarks"
    case .osm: "named places"
    default: "waypoints"
    }
  }

  private static func none(of records: Int) -> Message {
    records == 1 ? "its only record is not a place" : "none of its \(records) records is a place"
  }

  private static func list(_ columns: [Untrusted]) -> Message {
    columns.isEmpty ? "" : "; its columns are \(Message.list(columns))"
  }

  /// The error of a reader of JSON.
  static func malformed(_ format: ImportFormat, _ error: JSONError, in text: TextPiece, firstLine: Int = 1)
    -> ImportError
  {
    if error.fault == .cancelled { return .cancelled }
    let (line, column) = error.location(in: text)
    return .malformed(format, line: firstLine + line - 1, column: column, reason: error.message)
  }

  /// Any error of a reader of records in JSON.
  static func failed(_ format: ImportFormat, _ error: any Error, in text: TextPiece) -> ImportError {
    switch error {
    case let error as ImportError: error
    case let error as JSONError: .malformed(format, error, in: text)
    default: .unreadable(reason: Untrusted("\(error)"))
    }
  }

  /// The error of a reader of XML.
  static func malformed(_ format: ImportFormat, _ error: XMLError) -> ImportError {
    if error.fault == .cancelled { return .cancelled }
    return .malformed(format, line: error.line, column: error.column, reason: error.message)
  }
}

extension Message {
  /// `2 routes and 1 track`.
  static func counts(_ parts: [(count: Int, word: String)]) -> Message {
    let words = parts.map { "\($0.count) \(own: $0.count == 1 ? $0.word : $0.word + "s")" as Message }
    return words.dropFirst().reduce(words.first ?? "nothing") { "\($0) and \($1)" }
  }
}
