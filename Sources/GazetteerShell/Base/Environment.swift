import GazetteerIndex
import GazetteerServices
import GazetteerSession
import Glibc

/// Everything that the program uses of the machine it runs on: time, variables, terminal, files. Made once, in `gaz` or
/// by a test; no other code asks the machine.
package struct Environment: Sendable {
  /// Seconds since 1970-01-01 00:00 UTC.
  package var now: @Sendable () -> Int64
  /// Seconds that only go forward, from any start.
  package var stopwatch: @Sendable () -> Double
  /// Makes the id of a new favorite.
  package var newFavoriteID: @Sendable () -> FavoriteID = FavoriteIDs(milliseconds: { 0 }, random: { 0 }).next
  /// The value of an environment variable.
  package var variable: @Sendable (_ name: String) -> String?
  /// What clocks show in a time zone at a moment.
  package var localTime: @Sendable (_ zone: String, _ at: Int64) -> LocalTime?
  /// The built-in dataset under a name; nil if the program was built without it. Costs microseconds.
  package var world: @Sendable (_ name: String) -> Dataset?
  /// Opens a dataset. This can take long.
  package var open: @Sendable (Opening) -> Result<Dataset, Failure>
  /// The template of pages with a map; nil if the program was built without it.
  package var mapTemplate: @Sendable () -> MapTemplate? = { nil }
  /// The US zip code with these five digits; nil if there is none.
  package var zipCode: @Sendable (_ digits: String) -> ZipCode? = { _ in nil }
  /// Asks servers on the network.
  package var web = WebClient.offline
  /// Asks providers of places.
  package var providers = PlaceProviders.none
  /// How messages are sent, as the user has configured it in a file.
  package var channels: @Sendable (_ path: String?, Environment) -> (ChannelConfiguration, any Carrier) = { _, _ in
    (ChannelConfiguration(), PaperCarrier())
  }
  /// Whether no server may be asked.
  private(set) var isOffline = false
  /// The copies of files on servers; nil: none are kept.
  package var copies: SourceCopies?
  /// The copies of datasets that take long to read; nil: none are kept.
  package var parsed: ParsedCopies?
  /// Waits so many seconds, or until it is cancelled.
  package var pause: @Sendable (_ seconds: Double, Cancellation) -> Void = { _, _ in }
  /// Cells of a line of the output; nil: no limit.
  package var width: Int?
  /// Lines of the window of the output; nil: it is no window.
  package var rows: Int?
  package var inputIsTerminal = false
  package var outputIsTerminal = false
  /// The terminal for questions when commands come from elsewhere; nil: nobody can be asked.
  package var terminalPath: String?
  /// What relative paths start from; nil: the working directory.
  package var folder: Untrusted?
  /// The folder of the favorites; nil: the one in the home folder.
  private(set) var dataFolder: String?

  package init(
    now: @escaping @Sendable () -> Int64, stopwatch: @escaping @Sendable () -> Double = { 0 },
    variable: @escaping @Sendable (String) -> String? = { _ in nil },
    localTime: @escaping @Sendable (String, Int64) -> LocalTime? = { _, _ in nil },
    world: @escaping @Sendable (String) -> Dataset? = { _ in nil },
    open: @escaping @Sendable (Opening) -> Result<Dataset, Failure> = { $0.dataset() }
  ) {
    self.now = now
    self.stopwatch = stopwatch
    self.variable = variable
    self.localTime = localTime
    self.world = world
    self.open = open
  }

  /// The path for the system of a path that the user typed: `~/` is the home folder.
  func path(_ path: Untrusted) -> Untrusted {
    if path.bytes.starts(with: "~/".utf8), let home = variable("HOME") {
      return Untrusted(bytes: Array(home.utf8) + path.bytes.dropFirst())
    }
    guard let folder, path.bytes.first != UInt8(ascii: "/"), path.bytes != [UInt8(ascii: "-")] else { return path }
    return Untrusted(bytes: folder.bytes + [UInt8(ascii: "/")] + path.bytes)
  }

  /// Whether a path leads to a file, or to a folder with stops.
  func isPlaceFile(_ word: Untrusted) -> Bool {
    let path = path(word).text
    var status = stat()
    guard !word.isEmpty, stat(path, &status) == 0 else { return false }
    return status.st_mode & S_IFMT != S_IFDIR || access(path + "/stops.txt", F_OK) == 0
  }
}

extension Environment {
  /// The version of the program.
  package static let version = "0.1.0"

  /// Whether there is a terminal on which the user can be asked.
  var canAsk: Bool {
    guard let terminalPath else { return false }
    let terminal = Glibc.open(terminalPath, O_RDWR | O_CLOEXEC | O_NOCTTY)
    guard terminal >= 0 else { return false }
    defer { close(terminal) }
    return isatty(terminal) == 1
  }

  /// The same with another folder for the favorites, if one is given.
  func keepingData(in folder: Untrusted?) -> Environment {
    var environment = self
    environment.dataFolder = folder.map { path($0).text }
    return environment
  }

  /// The same without a network, if `isOffline`.
  func offline(if isOffline: Bool) -> Environment {
    var environment = self
    environment.web = web.offline(if: isOffline)
    if isOffline { environment.providers = providers.through(environment.web) }
    environment.isOffline = isOffline
    return environment
  }

  /// The same without copies of opened files, if `isUncached`.
  func uncached(if isUncached: Bool) -> Environment {
    var environment = self
    if isUncached { environment.parsed = nil }
    return environment
  }

  /// The real machine. `GAZ_NOW` stops its clock, `COLUMNS` sets the width of a line.
  package static func process(world: @escaping @Sendable (String) -> Dataset?) -> Environment {
    let value: @Sendable (String) -> String? = { name in getenv(name).map { String(cString: $0) } }
    let zones = TimeZones(directory: value("TZDIR"))
    var environment = Environment(now: { Int64(time(nil)) }, stopwatch: monotonicSeconds, variable: value, world: world)
    environment.localTime = { zone, moment in zones.localTime(zone, at: moment) }
    if let moment = value("GAZ_NOW").flatMap(Moment.init(written:)) { environment.now = { moment.seconds } }
    environment.newFavoriteID = FavoriteIDs.process.next
    environment.inputIsTerminal = isatty(STDIN_FILENO) == 1
    environment.outputIsTerminal = isatty(STDOUT_FILENO) == 1
    environment.width = value("COLUMNS").flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
    environment.terminalPath = "/dev/tty"
    environment.pause = pause
    environment.web = web(variable: value)
    let cache = cacheFolder(variable: value)
    environment.copies = cache.map { SourceCopies(folder: $0 + "/copies") }
    environment.parsed = parsedCopies(in: cache, variable: value)
    environment.providers = PlaceProviders(
      PlacesRequest.Provider.allCases.map { site(of: $0, variable: value) }, through: environment.web,
      copiesIn: cache.map { $0 + "/places" }, now: environment.now, clock: monotonicSeconds, pause: pause)
    environment.channels = { channels(path: $0, $1) }
    if environment.width == nil, environment.outputIsTerminal { environment.width = terminalWidth() }
    if environment.outputIsTerminal { environment.rows = terminalRows() }
    return environment
  }

  private static func site(of provider: PlacesRequest.Provider, variable: (String) -> String?) -> ProviderSite {
    let key =
      provider == .yelp ? variable(ProviderSite.keyVariable).flatMap { $0.isEmpty ? nil : Secret($0.utf8) } : nil
    return ProviderSite(provider, base: variable(ProviderSite.baseVariable(of: provider)), key: key)
  }

  private static func cacheFolder(variable: (String) -> String?) -> String? {
    let cache = variable("XDG_CACHE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let home = variable("HOME").flatMap { $0.isEmpty ? nil : $0 + "/.cache" }
    return (cache ?? home).map { $0 + "/gaz" }
  }

  /// `GAZ_CACHE` is the most megabytes; 0, or no number: no copies.
  private static func parsedCopies(in cache: String?, variable: (String) -> String?) -> ParsedCopies? {
    let size =
      variable("GAZ_CACHE").map { Int($0).map { min(max(0, $0), 1 << 40) << 20 } ?? 0 } ?? ParsedCopies.mostBytes
    guard size > 0, let cache else { return nil }
    return ParsedCopies(folder: cache + "/parsed", mostBytes: size)
  }

  private static func channels(path: String?, _ environment: Environment) -> (ChannelConfiguration, any Carrier) {
    let configuration = ChannelConfiguration.read(path)
    var surroundings = ChannelSurroundings(variable: environment.variable, web: environment.web)
    surroundings.isOffline = environment.isOffline
    surroundings.certificates = environment.variable("SSL_CERT_FILE")
    return (configuration, Channels(configuration, in: surroundings))
  }

  private static func web(variable: (String) -> String?) -> WebClient {
    var surroundings = WebClient.Surroundings(
      agent: "gaz/\(version)", clock: monotonicSeconds, pause: pause, random: { Double.random(in: 0...1) })
    surroundings.certificates = variable("SSL_CERT_FILE")
    surroundings.proxy = WebProxy(variable: variable)
    return WebClient(surroundings)
  }

  private static func pause(seconds: Double, cancellation: Cancellation) {
    let end = monotonicSeconds() + seconds
    let cancelled = Mailbox<Bool>()
    let registration = cancellation.onCancel { cancelled.post(true) }
    while !cancellation.isCancelled, case let left = end - monotonicSeconds(), left > 0 {
      _ = Readiness.wait(cancelled.descriptor, milliseconds: Int32(min(left * 1000, 1e9).rounded(.up)))
    }
    registration.end()
  }

  static func monotonicSeconds() -> Double {
    var now = timespec()
    clock_gettime(CLOCK_MONOTONIC, &now)
    return Double(now.tv_sec) + Double(now.tv_nsec) / 1e9
  }

  /// Cells of a line of the terminal; nil if unknown.
  static func terminalWidth() -> Int? { ScreenSize.columns(of: STDOUT_FILENO) }

  /// Lines of the terminal; nil if unknown.
  static func terminalRows() -> Int? { ScreenSize.rows(of: STDOUT_FILENO) }
}
