import GazetteerIndex

/// What a command can use besides the session: the clock, its powers, cancellation.
package struct Context: Sendable {
  /// Cancelled when nobody waits for the answer any more.
  package var cancellation = Cancellation()
  /// Seconds since 1970-01-01 00:00 UTC.
  package var now: Int64
  /// Measures the stages of the command; nil: nothing is measured.
  package var stopwatch: Stopwatch?
  /// The local time in a time zone at a moment; nil if the zone is unknown.
  package var localTime: @Sendable (_ zone: String, _ at: Int64) -> LocalTime?
  /// The language of the user, such as `ja`, as the locale says; empty if that is not known.
  package var language = ""
  /// The US zip code with these five digits; nil if there is none.
  package var zipCode: @Sendable (_ digits: String) -> ZipCode? = { _ in nil }
  /// The built-in dataset, also if it is not open; nil if there is none.
  package var world: @Sendable () -> (any PlaceSource)? = { nil }
  /// Whether two sources, as they were typed or restored, are the same file or address.
  package var isSameSource: @Sendable (Untrusted, Untrusted) -> Bool = { $0 == $1 }
  /// Makes a unique id for a new favorite. Later ids are greater.
  package var newFavoriteID: @Sendable () -> FavoriteID = { FavoriteID(milliseconds: 0, counter: 0, random: 0) }
  /// What commands may do besides reading.
  package var allowed: Set<Power> = []
  /// Whether commands only say what they would do.
  package var isDryRun = false
  /// Whether a line that begins with no command is a search.
  package var mayLeaveOutCommand = false
  /// Whether the user can be shown a picker on the screen.
  package var hasPicker = false
  /// How many rows a list prints if the command does not say; set by `Session.answer`.
  package var limit: Limit = .rows(20)
  /// What the user has chosen for names that may mean several places.
  package var chosen: [Untrusted: Untrusted] = [:]
  /// Whether the result is printed as an object of `--json`; set by `Session.answer`.
  package internal(set) var asksObject = false
  /// The lines typed at the prompt, oldest first; empty for commands from elsewhere.
  package var history: [String] = []
  /// The author of this session's edits of the favorites; may be empty.
  package var author = ""
  /// The data that the command asked for with a `Need`; nil when it first runs.
  package var given: Given?
  /// The changes of locations that wait to be sent; nil when a command that needs them first runs.
  package var waiting: WaitingChanges?
  /// Whether `undo` undoes the newest saved edit of any session if this session changed nothing.
  package var undoesAnyEdit = false
  /// Whether providers are asked in the background, so that the prompt can be used meanwhile.
  package var asksInBackground = false
  /// Whether the result is shown in a window.
  package var isInWindow = false
  /// Whether a map is shown beside lists.
  package var showsMap = false
  /// The size of a map in cells.
  package var mapSize = (columns: 80, rows: 22)
  /// What `about` says about the program.
  package var program: @Sendable () -> ProgramFacts = { ProgramFacts() }
  /// The template for pages with a map; nil if the program was built without it.
  package var mapTemplate: @Sendable () -> MapTemplate? = { nil }
  /// The largest number of rows of a list, whatever the command says; nil: no limit.
  package var mostRows: Int?
  /// Whether the total of a search may be "at least" if very many places match, so that the rows come sooner.
  package var mayCountRoughly = false
  /// How far the background jobs have come; empty if that must not be shown.
  package var jobs: [JobStatus] = []
  /// The location services that the user can log in to.
  package var services: [ServiceFacts] = [.local]
  /// Whether the network is never used.
  package var isOffline = false
  /// Whether `Session.favorites` are the latest ones.
  package var favorites = FavoritesAccess.latest

  package init(
    now: Int64 = 0, localTime: @escaping @Sendable (_ zone: String, _ at: Int64) -> LocalTime? = { _, _ in nil }
  ) {
    self.now = now
    self.localTime = localTime
  }

  /// The edits that the command asked for; nil when it first runs.
  var edits: [KeptEdit]? { if case .edits(let edits)? = given { edits } else { nil } }

  /// The contacts and messages that the command asked for; nil when it first runs.
  var telling: TellingData? { if case .telling(let data)? = given { data } else { nil } }

  /// The answers of providers that the command asked for so far.
  package var answers: [ProvidedPlaces] { if case .places(let answers)? = given { answers } else { [] } }

  /// The answer to a request that the command asked for; nil when it first runs.
  func provided(_ request: PlacesRequest) -> ProvidedPlaces? { answers.last { $0.request == request } }

  /// Whether a name may mean a place that was found for it. After the user has chosen, it means only one.
  func mayMean(_ place: Place, by name: Untrusted) -> Bool { chosen[name].map { $0 == place.id.word } ?? true }

  /// The file that the command asked for; nil when it first runs.
  var file: ImportedFile? { if case .file(let file)? = given { file } else { nil } }

  /// Throws if the command needs a power that it does not have. For commands that need it only for some arguments.
  func require(_ power: Power, for command: String) throws(Failure) {
    guard allowed.contains(power) || isDryRun else { throw .notAllowed(command, [power]) }
  }

  /// How far a job has come.
  func status(of id: JobID) -> JobStatus {
    jobs.first { $0.id == id } ?? JobStatus(id, title: "")
  }
}
