import GazetteerIndex

/// Receives records one by one, adds those that are places to a dataset, and counts the others with the reasons.
///
/// A record without a name is left out; in a table, one with a position is called after its place in the file, such as
/// `line 7`. A record without a position is kept. A record whose position is off the globe, or
/// not a number, is kept without the position, counted and reported; but a file in which the position of no record is a
/// number is refused. A value that fits no field becomes an attribute. A field without a value counts as missing.
///
/// If several keys can have the same role, the right one is known only at the end of the record. So a record is first
/// read with the best keys of the previous record. If those were wrong, it is read again:
///
///     repeat { … take(…, as: sink.role(of: field), …) … } while !sink.isSettled()
///     try sink.endRecord(offset) { "line \(line)" }
struct RecordSink: ~Copyable {
  /// How many problems are reported.
  private static let remembered = 20
  /// The key of names that only stops have.
  private static let stopName = "stop_name".utf8.withContiguousStorageIfAvailable { RecordField(key: $0) } ?? .attribute

  var builder: DatasetBuilder
  private(set) var records = 0
  private(set) var skipped = 0
  private(set) var unplaced = 0
  private(set) var warnings = 0
  private var withoutPosition = 0
  private var swapped = 0
  private var withoutName = 0
  /// How many records have a position that is not a number, and the first of them.
  private var unreadable = 0
  private var firstUnreadable: Message?
  private(set) var problems: [Message] = []
  private var firstFault: Message?
  /// When the source was last changed, according to the file.
  var lastModified: Untrusted?
  private var fault: RowFault?
  /// The beginning of the position of the draft that is not a number.
  private var lostPosition: Untrusted?
  var angleParts = AngleParts()
  private var hasName = false
  /// How many of the units of positions are a degree, if they are in small parts of it.
  private var unitsOfDegree: Double?
  /// What the columns were taken for.
  private var columns: Message?
  private var headers: [DatasetAbout.Header] = []
  private(set) var hasGuessedIDs = false
  /// The column that would be the id if fewer of its values repeated.
  private var repeatedIDs: Untrusted?
  /// The names of the first columns, for errors.
  private(set) var columnNames: [Untrusted] = []
  private var hasNames = true
  /// What the user says about the file.
  let reading: SourceReading
  /// Whether a column may be taken for the id.
  let identifies: Bool
  /// Whether records with a position and without a name get one.
  var namesRecords = false
  /// Whom to credit.
  var attribution: Untrusted?
  private var expected = RoleRanks()
  private var found = RoleRanks()
  /// The repeated ids, each under the row that its record would have in the dataset.
  private let repeated: [Int: SourceID]
  private var row = 0
  /// Gets the places in the file and the remarks; nil if nobody needs them.
  private let notes: RecordNotes?
  /// From the positions in the file to degrees; nil if they are in degrees.
  private(set) var projection: Projection?
  /// The number of the map projection that the positions name, if it is used.
  private var namedSystem: Int?
  let cancellation: Cancellation
  private let progress: DatasetProgress
  /// The offset in the file at which to poll the cancellation next.
  private var nextPoll = 0
  private static let pollEvery = 1 << 17

  /// - Parameter limit: how many bytes the texts of a column may have.
  init(
    repeated: [Int: SourceID] = [:], notes: RecordNotes? = nil, cancellation: Cancellation,
    progress: DatasetProgress = DatasetProgress(), limit: Int = DatasetBuilder.mostText, identifies: Bool = true,
    reading: SourceReading = SourceReading(), projection: Projection? = nil
  ) {
    self.reading = reading
    self.projection = projection
    self.identifies = identifies
    builder = DatasetBuilder(limit: limit)
    self.repeated = repeated
    self.notes = notes
    self.progress = progress
    self.cancellation = cancellation
    // Favorites keep their attributes under the very names that the file has.
    builder.numbersKeys = notes == nil
  }

  /// Whether entries of this program stay as they are, because favorites are made from them.
  var keepsEntries: Bool { notes != nil }

  /// The number of the system that the file names beside its records, for positions that are no degrees.
  var statedSystem: Int?

  /// Whether positions are those of a map projection, not degrees.
  var isProjected: Bool { projection != nil }

  /// Reads the positions as those of the system that the file names, unless the user has named one.
  mutating func take(_ system: SourceReading.System) throws(ImportError) {
    if projection == nil { projection = try Projection(system) }
  }

  /// What the columns mean. If their only positions are those of a map projection that they or the file name, it is
  /// used. Without libproj, that is only told.
  mutating func roles(of samples: ColumnSamples) -> ColumnRoles {
    let roles = guessed(from: samples, reading)
    guard projection == nil, !roles.havePositions, let number = roles.geometryInMetres?.system ?? statedSystem,
      let system = ReferenceNumber.system(number), (try? take(system)) != nil
    else { return roles }
    var reading = reading
    reading[.crs] = Untrusted(system.code)
    let projected = guessed(from: samples, reading)
    guard projected.havePositions else {
      projection = nil
      return roles
    }
    namedSystem = number
    return projected
  }

  private mutating func guessed(from samples: ColumnSamples, _ reading: SourceReading) -> ColumnRoles {
    var roles = samples.roles(identifies: identifies, reading: reading)
    if !identifies { repeatedIDs = roles.dropID().map { Untrusted($0).beginning } }
    return roles
  }

  /// Remembers what the columns were taken for. Throws if they are not what the user says.
  mutating func note(_ roles: ColumnRoles) throws(ImportError) {
    if let fault = roles.fault { throw fault }
    if projection != nil, !roles.havePositions { throw .noProjectedColumns }
    columns = namedSystem.map { "\(roles.told) · projection: EPSG:\($0)" } ?? roles.told
    unitsOfDegree = roles.unitsOfDegree
    headers = roles.headers(areDegrees: projection == nil && unitsOfDegree == nil)
    builder.namesOfFields = Set(headers.filter { $0.field != nil }.map(\.name))
    columnNames = roles.names(most: ColumnRoles.mostNames)
    hasNames = roles.has(.name)
    hasGuessedIDs = roles.isIDGuessed
    if let repeatedIDs { warn { "\(repeatedIDs) is no id, because its values repeat: it is a column like the others" } }
    if let first = roles.metres.first {
      let columns = roles.metres.dropFirst().reduce("\(first)" as Message) { "\($0) and \($1)" }
      warn {
        roles.geometryInMetres.map {
          "the values of \(columns) are positions of EPSG:\($0.system); try: open with --crs EPSG:\($0.system)"
        }
          ?? "the values of \(columns) look like metres of a map projection; try: open with --crs and the code of that projection, such as EPSG:27700 in Great Britain or EPSG:3857 on maps of the web"
      }
    }
  }

  /// The role of a value of `field` in this record.
  @inline(__always)
  mutating func role(of field: RecordField) -> RecordField.Role {
    guard field.role.isRanked else { return field.role }
    found.note(field)
    return expected.has(field) ? field.role : .attribute
  }

  /// Whether the expected keys were the right ones. If not, discards the draft; the record must then be read again.
  @inline(__always)
  mutating func isSettled() -> Bool {
    defer { found = RoleRanks() }
    if found == expected { return true }
    expected = found
    (fault, lostPosition, angleParts) = (nil, nil, AngleParts())
    builder.discardDraft()
    return false
  }

  /// Whether the record has a name so far.
  var isNamed: Bool { hasName || expected.has(.name) }

  /// Names the record, in formats where no key must be guessed.
  mutating func set(name: TextPiece) {
    builder.set(name: name)
    hasName = true
  }

  /// Gives the record a name if the file has none for it.
  ///
  /// - Parameter name: such as `feature 7`.
  mutating func set(madeName name: Untrusted) {
    name.bytes.withUnsafeBufferPointer { builder.set(madeName: $0) }
    hasName = true
  }

  /// Identifies the record, in the same formats.
  mutating func set(id: SourceID) { builder.set(id: id) }

  /// Counts and reports a problem with a record that is kept.
  mutating func warn(_ warning: () -> Message) {
    warnings += 1
    if problems.count < Self.remembered {
      let warning = warning()
      problems.append(warning)
      notes?.remarks.append(warning)
    }
  }

  /// The same for a problem that must not be lost among many others.
  mutating func warnFirst(_ warning: Message) {
    warnings += 1
    problems.insert(warning, at: 0)
    problems.removeLast(max(0, problems.count - Self.remembered))
    notes?.remarks.insert(warning, at: 0)
  }

  mutating func fail(_ fault: RowFault) { self.fault = self.fault ?? fault }

  /// Whether the record is left out.
  var hasFailed: Bool { fault != nil }

  /// Keeps the record without its position, which is not a number.
  mutating func losePosition(_ text: Untrusted) { lostPosition = lostPosition ?? text }

  /// Ends the record being drafted, which is at `place` in the file.
  ///
  /// - Parameter offset: how many bytes of the file have been read.
  @inline(__always)
  mutating func endRecord(_ offset: Int, at place: () -> Message) throws(ImportError) {
    records += 1
    if offset >= nextPoll { try poll(at: offset) }
    if fault == nil && !isNamed { addName(place) }
    if builder.isFull { throw .tooLarge }
    if let projection { project(by: projection, place) }
    if let unitsOfDegree { scale(unitsOfDegree) }
    if angleParts.changeAngles {
      joinAngles()
      angleParts = AngleParts()
    }
    if fault == nil {
      if let id = repeated[row] { separate(from: id, place) }
      row += 1
    }
    if let fault {
      builder.discardDraft()
      found = RoleRanks()
      skipped += 1
      if firstFault == nil { firstFault = "\(place()): \(fault.message)" }
      if let problem = remember(fault.message, place) { notes?.leftOut.append(problem) }
    } else {
      reportPosition(place)
      notes?.records.append((place(), builder.draftHasID))
      keep()
    }
    (fault, lostPosition, hasName) = (nil, nil, false)
  }

  /// Names a record with a position after its place in the file. Others are left out.
  private mutating func addName(_ place: () -> Message) {
    guard namesRecords, !keepsEntries, !builder.isWithoutPosition else { return fail(.noName) }
    setForWantOfName(Untrusted(place().neutralised))
  }

  /// Names a record that has no name. That is counted and told.
  mutating func setForWantOfName(_ name: Untrusted) {
    set(madeName: name)
    withoutName += 1
  }

  /// Gives a record with the id of an earlier one another id, and keeps that of the file as an attribute.
  private mutating func separate(from id: SourceID, _ place: () -> Message) {
    // If its column is no id, the record may have another one.
    guard builder.draftID == id else { return }
    if keepsEntries { return fail(.repeatedID(id)) }
    builder.dropID()
    id.written.bytes.withUnsafeBufferPointer { text in
      Self.idName.withUTF8Buffer { builder.add(attribute: $0, value: text) }
    }
    warn { "\(place()): \(RowFault.repeatedID(id).message); it was kept with another one" }
  }

  private static let idName: StaticString = "repeated_id"

  /// Counts and reports a position that cannot be used.
  private mutating func reportPosition(_ place: () -> Message) {
    var remark: Message?
    if let lostPosition, builder.isWithoutPosition {
      unreadable += 1
      if firstUnreadable == nil { firstUnreadable = "\(place()): \(RowFault.notANumber(lostPosition).message)" }
      remark = "kept without its position, which is not a number: \"\(lostPosition)\""
    } else if let (latitude, longitude) = builder.positionOffTheGlobe {
      remark = .offTheGlobe(latitude, longitude)
      if Coordinate.areSwapped(latitude, longitude) { swapped += 1 }
    }
    if let remark {
      unplaced += 1
      if let problem = remember(remark, place) { notes?.remarks.append(problem) }
    }
    if remark != nil || builder.isWithoutPosition { withoutPosition += 1 }
  }

  /// Puts degrees in the place of the easting and northing of the draft.
  private mutating func project(by projection: Projection, _ place: () -> Message) {
    guard fault == nil, let (northing, easting) = builder.draftedPosition else { return }
    if projection.isInDegrees(easting: easting, northing: northing) {
      return warn {
        "\(place()): its position \(own: "\(northing),\(easting)") was taken for degrees, in spite of the map projection"
      }
    }
    if let position = projection.degrees(easting: easting, northing: northing) {
      builder.set(latitude: position.latitude)
      builder.set(longitude: position.longitude)
    } else {
      builder.set(latitude: .nan)
      builder.set(longitude: .nan)
      warn { "\(place()): kept without its position \(own: "\(easting),\(northing)"), which --crs does not reach" }
    }
  }

  @inline(never)
  private mutating func poll(at offset: Int) throws(ImportError) {
    if cancellation.isCancelled { throw .cancelled }
    progress.reach(offset)
    progress.count(records)
    nextPoll = offset + Self.pollEvery
  }

  /// Reports a problem. Returns nil if enough problems were reported.
  private mutating func remember(_ problem: Message, _ place: () -> Message) -> Message? {
    guard problems.count < Self.remembered else { return nil }
    let problem = "\(place()): \(problem)" as Message
    problems.append(problem)
    return problem
  }

  private mutating func keep() {
    // Tables of stops need not say that they are stops.
    if expected.has(Self.stopName), !expected.has(.category) {
      var category = "stop"
      category.withUTF8 { builder.add(category: $0) }
    }
    builder.addDraft()
  }

  /// The dataset of the records that were kept.
  consuming func dataset(named name: String, format: ImportFormat, source: Untrusted) throws(ImportError) -> Dataset {
    guard records > 0 else { throw .noRecords(format) }
    if builder.count == 0, let firstFault {
      if !hasNames, !columnNames.isEmpty, format == .json || format == .jsonl {
        throw .noNameColumn(format, columnNames)
      }
      throw .noPlaces(format, records: records, reason: firstFault, columns: columnNames)
    }
    if let firstUnreadable, unreadable == builder.count {
      throw .noPlaces(format, records: records, reason: firstUnreadable, columns: columnNames)
    }
    if withoutName > 0 {
      let places = withoutName == 1 ? "1 place has" : "\(Numeral.grouped(withoutName)) places have"
      warnFirst(
        "\(own: places) no name and got one from where the record is in the file; to choose a column: --name COLUMN")
    }
    if cancellation.isCancelled { throw .cancelled }
    var about = DatasetAbout(source: source, format: format.rawValue)
    about.skipped = skipped
    about.unplaced = unplaced
    about.problems = problems
    about.lastModified = lastModified
    about.warnings = warnings
    about.attribution = attribution
    about.columns = columns
    about.headers = headers
    (about.withoutPosition, about.swapped) = (withoutPosition, swapped)
    progress.count(records)
    do throws(DatasetError) {
      return try Dataset(name: name, about: about, builder: builder, cancellation: cancellation, progress: progress)
    } catch {
      switch error {
      case .cancelled: throw .cancelled
      case .tooLarge: throw .tooLarge
      }
    }
  }
}

/// What a reader of records reports besides the dataset.
final class RecordNotes {
  /// Where in the file the records are that were kept, and whether they have ids there.
  fileprivate(set) var records: [(position: Message, hasID: Bool)] = []
  /// The first records that were left out, with the reasons.
  fileprivate(set) var leftOut: [Message] = []
  /// The first remarks about records that were kept.
  fileprivate(set) var remarks: [Message] = []

  func removeAll() { (records, leftOut, remarks) = ([], [], []) }
}
