import GazetteerIndex
import GazetteerServices
import GazetteerSession

/// A dataset on its way: what was asked for, and all that it takes to make it.
package struct Opening: Sendable {
  package let request: OpenRequest
  let cancellation: Cancellation
  /// Where it tells how far it has come.
  package let progress = DatasetProgress()
  /// The path to read; `-` for the standard input.
  private let path: Untrusted
  private let stopwatch: @Sendable () -> Double
  private let world: @Sendable (String) -> Dataset?

  init(_ request: OpenRequest, in environment: Environment, cancellation: Cancellation = Cancellation()) {
    self.request = request
    self.cancellation = cancellation
    path = environment.path(request.source)
    stopwatch = environment.stopwatch
    world = environment.world
  }

  /// The dataset, or why there is none. Takes its time.
  package func dataset() -> Result<Dataset, Failure> {
    if request.isRemote { return .failure(.notLocal(request.source)) }
    if request.isWorld { return world(request.name).map { .success($0) } ?? .failure(.noWorld) }
    do throws(ImportError) {
      let dataset = try openDataset(
        at: path.text, named: request.name, as: try format(), cancellation: cancellation, progress: progress,
        clock: stopwatch)
      // Said as the user says it.
      var about = dataset.about
      about.source = request.source
      return .success(dataset.described(by: about))
    } catch {
      return .failure(Failure(error, of: request))
    }
  }

  private func format() throws(ImportError) -> ImportFormat? {
    guard let name = request.format else { return nil }
    guard let format = ImportFormat(named: name.text) else { throw .unknownFormat(name) }
    return format
  }
}

extension OpenRequest {
  /// Whether it asks for the built-in dataset.
  fileprivate var isWorld: Bool { source.text == Session.world }
  /// Whether it asks for something that is not on this machine.
  fileprivate var isRemote: Bool { source.text.contains("://") }
  /// Whether it asks for what comes in.
  var isStandardInput: Bool { source.text == "-" }
}

extension Failure {
  fileprivate static var noWorld: Failure {
    Failure(
      "places could not be retrieved from the world", why: "the program was built without its data",
      try: "Scripts/setup, then build again",
      code: .dataNotLoaded)
  }

  fileprivate static func notLocal(_ source: Untrusted) -> Failure {
    Failure(
      .notRetrieved(from: source), why: "only files can be opened, not what is on a network",
      try: "curl -L URL | gaz -c 'open - --as NAME'", code: .dataNotLoaded)
  }

  fileprivate init(_ error: ImportError, of request: OpenRequest) {
    switch error {
    case .cancelled: self = .interrupted
    default:
      var code = ExitCode.dataNotLoaded
      if case .unknownFormat = error { code = .usage }
      self.init(.notRetrieved(from: request.source), why: error.reason, try: error.remedy, code: code)
    }
  }

  /// `-` cannot be opened, because the commands are read from there.
  static var commandsComeFromThere: Failure {
    var failure = Failure(
      "places could not be retrieved from the standard input", why: "the commands come from there",
      try: "gaz -c 'open -' < FILE")
    failure.command = "open"
    return failure
  }
}

extension Message {
  fileprivate static func notRetrieved(from source: Untrusted) -> Message {
    "places could not be retrieved from \(quoted: source)"
  }
}
