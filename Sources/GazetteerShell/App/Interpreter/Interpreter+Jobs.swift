import GazetteerIndex
import GazetteerServices
import GazetteerSession

extension Interpreter {
  /// Whether the results of background jobs are applied only at `wait`, so that a replay does not depend on timing.
  var learnsOnlyByWaiting: Bool { purpose == .replay }

  /// Opens a dataset, in the background if that was asked for.
  func open(_ request: OpenRequest, for cause: Cause) -> Outcome {
    if request.isStandardInput, readsStandardInput {
      return apply(.openFailed(request, .opensCommandInput), for: cause)
    }
    let opening = Opening(request, in: environment, with: data)
    return run(
      opening.job(isForPrompt: purpose == .prompt), as: .opening(request.name),
      interrupted: opening.event(.failure(.interrupted)), isAwaited: !request.inBackground, for: cause)
  }

  /// Reads the source of an open dataset again.
  func refresh(_ request: RefreshRequest, for cause: Cause) -> Outcome {
    let opening = Opening(request.source, in: environment, with: data)
    let open = session.open.first { $0.name == request.name } as? Dataset
    return run(
      opening.refreshJob(from: request.about, open: open), as: .refreshing(request.name),
      interrupted: opening.refreshFailed(.interrupted), for: cause)
  }

  /// Runs a job; at the prompt it goes on in the background if it is not over soon.
  ///
  /// - Parameters:
  ///   - started: called with the number of a job in the background.
  ///   - interrupted: the event if the user does not wait for the job.
  ///   - isAwaited: whether scripts wait for it.
  func run(
    _ job: Job<Event>, as id: JobID, started: (Int) -> Void = { _ in }, interrupted: @autoclosure () -> Event,
    isAwaited: Bool = true, for cause: Cause
  ) -> Outcome {
    // While the user types, and between the parts of a list, nothing waits even for a moment.
    let isLater = printsAbove || extendsList || isWaiting
    guard opensInBackground || isLater || !isAwaited else {
      return apply(ending: wait.result(of: job) ?? interrupted(), for: cause)
    }
    started(jobs.start(job, as: id, for: cause, at: environment.stopwatch()))
    if isLater || !isAwaited {
      // Without a row that shows it, a line does.
      return printsAbove && !extendsList && environment.isTerminalDumb ? inBackground(job, for: cause) : Outcome()
    }
    // Most jobs are over before anybody could type the next command.
    if isOneOverSoon { return applied(jobs.ended()) }
    return inBackground(job, for: cause)
  }

  /// Waits a moment for the end of a job. Without patience, it does not even look, so that what is said does not depend
  /// on how busy the machine is.
  var isOneOverSoon: Bool {
    openingPatience > 0 && Readiness.wait(jobs.descriptor, milliseconds: openingPatience)[0]
  }

  private func inBackground(_ job: Job<Event>, for cause: Cause) -> Outcome {
    notice("\(job.progress().title ?? job.title) in the background; to wait for it: wait", for: cause)
  }

  /// Applies the result of a job.
  private func apply(ending event: Event, for cause: Cause) -> Outcome {
    switch event {
    case .loginFailed(let request, _, _):
      commandsBefore[.loggingIn(request.service.name)] = nil
      forgetKept(at: request.service.name)
    case .loggedIn(_, let service, _):
      typedUsers[service.name] = keepings.removeValue(forKey: service.name)?.user
    default: break
    }
    return apply(event, for: cause)
  }

  /// Applies the results of background jobs; returns what to tell the user.
  func applied(_ ended: [Jobs.Ended]) -> Outcome {
    let isWithinOther = printsResultsOfJobs
    printsResultsOfJobs = true
    defer { printsResultsOfJobs = isWithinOther }
    return ended.reduce(into: Outcome()) { outcome, ended in
      changeCalls[ended.number] = nil
      outcome.add(apply(ending: ended.event, for: ended.cause))
      outcome.add(endCommand(ended.id.command))
    }
  }

  /// Applies the results of background jobs while the user is typing; returns what to show above the line.
  func news(of ended: [Jobs.Ended]) -> [Message] {
    printsAbove = true
    defer { printsAbove = false }
    return applied(ended).notes.map { note in
      switch note {
      case .notice(let text), .error(let text, _), .result(let text): Message(own: String(text.dropLast()))
      }
    }
  }

  /// Waits until no job is running, then applies the results in the order of starting. Ctrl-C ends the wait, not the
  /// jobs.
  func waitForJobs(for cause: Cause) -> Outcome {
    var outcome = Outcome()
    var isInterrupted = false
    isWaiting = true
    defer { isWaiting = false }
    // A result may start the next job: a long list comes in parts.
    while !jobs.isIdle, !isInterrupted {
      var ended: [Jobs.Ended] = []
      while !jobs.isIdle, !isInterrupted {
        isInterrupted = !wait.isReadable(jobs.descriptor)
        ended += jobs.ended()
      }
      outcome.add(applied(ended.sorted { $0.number < $1.number }))
    }
    if isInterrupted { outcome.add(error(.interrupted, for: cause)) }
    return outcome
  }

  /// Reads a file that a command needs.
  func file(_ request: ImportRequest, _ cancellation: Cancellation) throws(Failure) -> ImportedFile {
    if request.path.text == "-", readsStandardInput { throw .importsCommandInput }
    let path = environment.path(request.path)
    let job = Job("reading \(request.path)", cancellation: cancellation) { request.file(at: path, $0) }
    return try (wait.result(of: job) ?? .failure(.interrupted)).get()
  }

  /// The QR code of a text, or why there is none.
  func code(of text: String, _ cancellation: Cancellation) throws(Failure) -> Result<QRCode, Failure> {
    let job = Job<Result<QRCode, Failure>>("drawing a QR code", cancellation: cancellation) { _ in
      do throws(QRError) {
        return .success(try .encode(text))
      } catch {
        return .failure(Failure("no QR code is drawn", why: error.reason, try: error.remedy))
      }
    }
    guard let result = wait.result(of: job) else { throw .interrupted }
    return result
  }
}

extension ImportRequest {
  /// The content of the file. This can take long.
  fileprivate func file(at path: Untrusted, _ cancellation: Cancellation) -> Result<ImportedFile, Failure> {
    do throws(ImportError) {
      var named: ImportFormat?
      if let format {
        named = ImportFormat(named: format.text)
        if named == nil { throw .unknownFormat(format) }
      }
      return .success(try readFavorites(at: path.text, as: named, cancellation: cancellation))
    } catch {
      return .failure(error == .cancelled ? .interrupted : .noImport(self, error))
    }
  }
}

extension Failure {
  /// `-` cannot be imported, because the commands are read from there.
  fileprivate static var importsCommandInput: Failure {
    var failure = Failure(
      "nothing was imported from the standard input", why: "the commands come from there",
      try: "gaz -c 'import -' < FILE")
    failure.command = "import"
    return failure
  }

  fileprivate static func noImport(_ request: ImportRequest, _ error: ImportError) -> Failure {
    var code = ExitCode.dataNotLoaded
    if case .unknownFormat = error { code = .usage }
    var failure = Failure(
      "nothing was imported from \(quoted: request.path)", why: error.reason, try: error.remedy, code: code)
    failure.command = "import"
    return failure
  }
}
