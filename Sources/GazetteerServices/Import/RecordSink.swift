import GazetteerIndex

/// Takes records one by one, keeps those that are places, and counts and remembers what is wrong with the others.
struct RecordSink: ~Copyable {
  /// How many of the rows left out are told with their reasons.
  private static let remembered = 20

  var builder = DatasetBuilder()
  var draft = RecordDraft()
  private(set) var records = 0
  private(set) var skipped = 0
  private(set) var problems: [Message] = []
  private(set) var firstFault: RowFault?
  private let cancellation: Cancellation

  init(cancellation: Cancellation) { self.cancellation = cancellation }

  /// Ends the record being drafted, which starts on `line`.
  mutating func endRecord(line: () -> Int) throws(ImportError) {
    records += 1
    if records & 4095 == 0 && cancellation.isCancelled { throw .cancelled }
    if !builder.draft.hasName { draft.fail(.noName) }
    if let id = builder.takenID { draft.fail(.repeatedID(Untrusted(bytes: id.bytes.prefix(80)))) }
    if builder.isFull { throw .tooLarge }
    if let fault = draft.fault {
      builder.discard()
      skipped += 1
      firstFault = firstFault ?? fault
      if problems.count < Self.remembered { problems.append("line \(line()): \(fault.message)") }
    } else {
      builder.keep()
    }
    draft.begin()
  }

  /// The dataset of the records that were kept.
  consuming func dataset(named name: String, format: ImportFormat, source: Untrusted) throws(ImportError) -> Dataset {
    guard records > 0 else { throw .noRecords(format) }
    if builder.count == 0, let firstFault { throw .noPlaces(records: records, reason: firstFault.message) }
    if cancellation.isCancelled { throw .cancelled }
    var about = DatasetAbout(source: source, format: format.rawValue)
    about.skipped = skipped
    about.problems = problems
    return Dataset(name: name, about: about, builder: builder)
  }
}
