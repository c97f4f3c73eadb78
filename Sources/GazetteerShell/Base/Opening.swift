import GazetteerIndex
import GazetteerServices
import GazetteerSession
import Synchronization

/// A dataset being opened: the request, and everything needed to make the dataset.
package struct Opening: Sendable {
  package let request: OpenRequest
  package let cancellation = Cancellation()
  package let progress = DatasetProgress()
  /// The path to read; `-` for the standard input.
  private let path: Untrusted
  private let web: WebClient
  private let copies: SourceCopies?
  private let parsed: ParsedCopies?
  private let now: @Sendable () -> Int64
  private let stopwatch: @Sendable () -> Double
  private let copying = LaterWork()
  /// Has the pools of providers; nil if none is to be opened.
  private let data: DataManager?
  private let world: @Sendable (String) -> Dataset?
  private let open: @Sendable (Opening) -> Result<Dataset, Failure>

  init(_ request: OpenRequest, in environment: Environment, with data: @autoclosure () -> DataManager) {
    self.request = request
    path = environment.path(request.source)
    web = environment.web.offline(if: request.usesCopy)
    copies = environment.copies
    parsed = environment.parsed
    now = environment.now
    stopwatch = environment.stopwatch
    self.data = request.isPool ? data() : nil
    world = environment.world
    open = environment.open
  }

  /// The job that opens it.
  ///
  /// - Parameter isForPrompt: whether to make afterwards what completion, preview and first questions need.
  func job(isForPrompt: Bool) -> Job<Event> {
    Job(
      "opening \(request.source)", cancellation: cancellation,
      progress: { [progress] in JobProgress(progress.sample) },
      afterwards: { [copying] event in
        if isForPrompt, case .opened(let opened) = event { opened.source.prepareForTyping() }
        copying.run()
        if isForPrompt, case .opened(let opened) = event { opened.source.prepareForQuestions() }
      },
      work: { [self] _ in event(open(self)) })
  }

  /// The job that reads the source of an open dataset again.
  ///
  /// - Parameters:
  ///   - about: what is known about the version that is open. If a server has no other one, nothing is read.
  ///   - open: that version, if it has its places.
  func refreshJob(from about: DatasetAbout, open: Dataset?) -> Job<Event> {
    Job(
      "refreshing \(own: request.name)", cancellation: cancellation,
      progress: { [progress] in JobProgress(progress.sample) }, afterwards: { [copying] _ in copying.run() },
      work: { [self] _ in
        do throws(Failure) {
          guard let dataset = try newerVersion(than: about, open) else { return .unchanged(request.name) }
          return .refreshed(SourceReference(dataset))
        } catch {
          return refreshFailed(error)
        }
      })
  }

  /// The event for a refresh that failed.
  func refreshFailed(_ failure: Failure) -> Event {
    var failure = failure
    failure.command = "refresh"
    return .refreshFailed(request.name, failure)
  }

  /// The event for this result.
  func event(_ result: Result<Dataset, Failure>) -> Event {
    switch result {
    case .success(let dataset): return .opened(dataset)
    case .failure(var failure):
      failure.command = failure.command ?? "open"
      return .openFailed(request, failure)
    }
  }

  /// The dataset, or why it cannot be opened. This can take long.
  package func dataset() -> Result<Dataset, Failure> {
    if let data, let provider = PlacesRequest.Provider(rawValue: request.name) {
      do throws(Cancelled) {
        return .success(try data.pool(of: provider, cancellation))
      } catch {
        return .failure(.interrupted)
      }
    }
    if request.isWorld { return world(request.name).map { .success($0) } ?? .failure(.noWorld) }
    do throws(ImportError) {
      let dataset =
        request.isRemote
        ? try remote.dataset(
          named: request.name, as: try format(), reading: request.reading, cancellation: cancellation,
          progress: progress, clock: stopwatch)
        : try local(try format())
      return .success(withTypedSource(dataset))
    } catch {
      if request.usesCopy, case .web(.offline) = error { return .failure(.noCopy(of: request.source)) }
      var others = request.reading
      for aspect in error.replaced { others[aspect] = nil }
      let command: Message = "\(request.command(for: request.source.withoutUserInfo))\(others.options)"
      return .failure(Failure(error, .notRetrieved(from: request.source), again: command))
    }
  }

  /// The dataset again; nil if the source has no other version.
  private func newerVersion(than about: DatasetAbout, _ known: Dataset?) throws(Failure) -> Dataset? {
    guard request.isRemote else {
      let dataset = try open(self).get()
      return known.map(dataset.isTheSame) == true ? nil : dataset
    }
    do throws(ImportError) {
      return try remote.dataset(
        newerThan: about, named: request.name, as: try format(), reading: request.reading,
        cancellation: cancellation, progress: progress, clock: stopwatch
      ).map(withTypedSource)
    } catch {
      throw Failure(error, "\(own: request.name) was not refreshed and stays as it was")
    }
  }

  private var remote: RemoteSource { RemoteSource(request.source, through: web, copies: copies, now: now) }

  /// The source is shown as the user typed it, and a copy with the reason that the user knows.
  private func withTypedSource(_ dataset: Dataset) -> Dataset {
    var about = dataset.about
    about.source = request.source
    if request.usesCopy {
      about.localCopy = about.localCopy.map { LocalCopy(age: $0.age, reason: "its server was not asked") }
    }
    return dataset.described(by: about)
  }

  /// The dataset of a file on this machine. If reading it takes long, it is kept in a form that takes less time, once
  /// nobody waits any more.
  private func local(_ format: ImportFormat?) throws(ImportError) -> Dataset {
    let start = stopwatch()
    let origin = parsed.flatMap { _ in ParsedOrigin(path.text, as: format, reading: request.reading) }
    if let parsed, let origin, let known = parsed.dataset(of: origin, named: request.name) {
      var about = known.about
      about.seconds = stopwatch() - start
      return known.described(by: about)
    }
    let dataset = try openDataset(
      at: path.text, named: request.name, as: format, reading: request.reading, cancellation: cancellation,
      progress: progress, clock: stopwatch)
    if let parsed, let origin, parsed.isWorthwhile(origin, seconds: dataset.about.seconds) {
      copying.set { parsed.save(dataset, of: origin) }
    }
    return dataset
  }

  private func format() throws(ImportError) -> ImportFormat? {
    guard let name = request.format else { return nil }
    guard let format = ImportFormat(named: name.text) else { throw .unknownFormat(name) }
    return format
  }
}

/// Work that is found while a job runs, and done after its result was delivered.
private final class LaterWork: Sendable {
  private let work = Mutex<(@Sendable () -> Void)?>(nil)

  func set(_ new: @escaping @Sendable () -> Void) { work.withLock { $0 = new } }

  /// Does the work that was set last, once.
  func run() {
    let work = work.withLock { work in
      defer { work = nil }
      return work
    }
    work?()
  }
}

extension JobProgress {
  /// The part of the whole that is done when a phase begins and ends: a guess that fits large files of JSON lines.
  private static let shares: [DatasetProgress.Phase: ClosedRange<Double>] = [
    .reading: 0...0.1, .parsing: 0.1...0.4, .indexing: 0.4...1,
  ]

  init(_ sample: DatasetProgress.Sample) {
    items = sample.records
    isCounting = sample.phase == .parsing
    guard sample.total > 0, let share = Self.shares[sample.phase] else { return }
    let done = min(1, Double(sample.done) / Double(sample.total))
    fraction = share.lowerBound + (share.upperBound - share.lowerBound) * done
  }
}

extension OpenRequest {
  /// Whether it asks for the built-in dataset.
  fileprivate var isWorld: Bool { source.text == Session.world }
  /// Whether it asks for the standard input.
  var isStandardInput: Bool { source.text == "-" }
}

extension Failure {
  fileprivate static var noWorld: Failure {
    Failure(
      "places could not be retrieved from the world", why: "the program was built without its data",
      try: "run Scripts/setup, then build again",
      code: .dataNotLoaded)
  }

  fileprivate static func noCopy(of source: Untrusted) -> Failure {
    Failure(
      .notRetrieved(from: source), why: "there is no copy of an earlier answer", try: "open \(source)",
      code: .dataNotLoaded)
  }

  /// - Parameters:
  ///   - message: what could not be done.
  ///   - command: what may be typed again with options; nil: nothing.
  fileprivate init(_ error: ImportError, _ message: Message, again command: Message? = nil) {
    switch error {
    case .cancelled: self = .interrupted
    default:
      var code = ExitCode.dataNotLoaded
      if case .unknownFormat = error { code = .usage }
      let better = command.flatMap { command in error.options.map { "\(command) \($0)" as Message } }
      self.init(message, why: error.reason, try: better ?? error.remedy, code: code)
    }
  }

  /// `-` cannot be opened, because the commands are read from there.
  static var opensCommandInput: Failure {
    var failure = Failure(
      "places could not be retrieved from the standard input", why: "the commands come from there",
      try: "gaz -c 'open -' < FILE")
    failure.command = "open"
    return failure
  }
}

extension Message {
  fileprivate static func notRetrieved(from source: Untrusted) -> Message {
    "places could not be retrieved from \(quoted: source.withoutUserInfo)"
  }
}
