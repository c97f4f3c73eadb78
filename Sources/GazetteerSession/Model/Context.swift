import GazetteerIndex

/// What surrounds a command besides the session: the clock, the consent, the wish to stop.
package struct Context: Sendable {
  /// Set when nobody waits for the answer any more.
  package var cancellation = Cancellation()
  /// Seconds since 1970-01-01 00:00 UTC.
  package var now: Int64
  /// Told where the time goes; nil where nobody asked.
  package var stopwatch: Stopwatch?
  /// What clocks show in a time zone at a moment; nil where the zone is unknown.
  package var localTime: @Sendable (_ zone: String, _ at: Int64) -> LocalTime?
  /// Makes the id of a new favorite; no other is like it, and later ones are greater.
  package var newFavoriteID: @Sendable () -> FavoriteID = { FavoriteID(milliseconds: 0, counter: 0, random: 0) }
  /// What commands may do beyond reading.
  package var allowed: Set<Power> = []
  /// Whether commands only say what they would do.
  package var isDryRun = false
  /// Whether the user can be shown a picker on the screen.
  package var hasPicker = false
  /// How many rows a list prints where the command itself does not say; set by `Session.answer`.
  package var limit: Limit = .rows(20)
  /// The lines typed at the prompt, oldest first; none for commands that come from elsewhere.
  package var history: [String] = []
  /// What the edits of this session are known by; empty where it is not one of many.
  package var author = ""
  /// The kept edits that the command wants to know, oldest first; nil as long as it has not said so.
  package var edits: [KeptEdit]?
  /// Whether `undo` without a change of this session means the newest edit that is kept, whoever made it.
  package var undoesAnyEdit = false
  /// What the program says of itself.
  package var program = ProgramFacts()
  /// What pages with a map are made of; nil where the program was built without it.
  package var mapTemplate: @Sendable () -> MapTemplate? = { nil }
  /// How many rows a list has at most, whatever the command says; nil: no such bound.
  package var mostRows: Int?
  /// What is in the file that the command asked for; nil before it was read.
  package var imported: ImportedFile?

  /// How far the background jobs have come, if that may be shown.
  package var jobs: [JobStatus] = []

  package init(
    now: Int64 = 0, localTime: @escaping @Sendable (_ zone: String, _ at: Int64) -> LocalTime? = { _, _ in nil }
  ) {
    self.now = now
    self.localTime = localTime
  }

  /// How far a job has come.
  func status(of id: JobID) -> JobStatus {
    jobs.first { $0.id == id } ?? JobStatus(id, title: "")
  }
}
