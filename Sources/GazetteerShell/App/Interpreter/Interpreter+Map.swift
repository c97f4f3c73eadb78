import GazetteerIndex
import GazetteerSession

/// Maps as pictures, and the map that fills the screen.
extension Interpreter {
  /// Shows a map as a picture if the user wants that; false if it must be drawn with dots.
  func paints(_ reply: Reply, for cause: Cause) -> Bool {
    guard preferences.graphics != .off, let paint = desk.paintMap, cause.origin == .typed, let subject = reply.pictured,
      keeper.resultFile == nil, flags.outputPath == nil
    else { return false }
    do throws(Failure) {
      return try paint(subject, preferences.graphics, style)
    } catch {
      _ = complain(error, for: cause)
      return false
    }
  }

  func browseMap(isASCII: Bool, for cause: Cause) -> Outcome {
    guard let browse = desk.browse else { return Outcome() }
    let before = session
    do {
      var subject = try session.mapSubject(context(for: cause.origin))
      browse(MapBrowser(subject, isASCII: isASCII)) { [self] request, columns, rows in
        var context = context(for: cause.origin)
        context.mapSize = (columns, rows)
        if case .preview(let text) = request { return .later(preview(of: text, in: context)) }
        let answer = Result { try self.answer(request, about: subject, for: cause, in: context) }
        if case .success(let shown) = answer { subject = shown }
        return .now(answer.mapError { Failure(wrapping: $0) })
      }
    } catch {
      return self.error(Failure(wrapping: error), for: cause)
    }
    var outcome = say(endCommand(Untrusted("map")))
    outcome.add(sayChange(since: before, for: cause))
    return outcome
  }

  /// Says what was found or selected on the map: the numbers of the list above may no longer be valid.
  private func sayChange(since before: Session, for cause: Cause) -> Outcome {
    if let message = session.selection(since: before) { return say(notice(message)) }
    guard session.filtered != before.filtered, session.picked == nil else { return Outcome() }
    return run(Statement(words: [Word(Untrusted("list"))]), from: cause.origin)
  }

  /// - Parameter subject: what is shown now.
  private func answer(
    _ request: MapBrowser.Request, about subject: MapSubject, for cause: Cause, in context: Context
  ) throws -> MapSubject {
    switch request {
    case .look(let viewport):
      var map = session.map
      map.viewport = viewport
      // After one place was chosen, all are those of its list again.
      if viewport == nil, session.picked != nil, !session.filtered.isEmpty { map.refit(to: .filtered) }
      _ = receive([.mapped(map)], for: cause)
      if let viewport { return try session.mapSubject(showing: subject, at: viewport, context) }
    case .search(let text):
      let reply = try Interpreter.found(text, by: session, in: context)
      guard reply.view?.isEmptyList != true else { throw Failure("no place matches \(quoted: Untrusted(text))") }
      _ = receive(reply.events, for: cause)
    case .select(let number):
      let place = try session.place(.numbers([number...number]))
      _ = receive([.picked(place.id)], for: cause)
    case .back, .preview: break
    }
    return try session.mapSubject(context)
  }

  /// Finds what the map would show after a search.
  private func preview(of text: String, in context: Context)
    -> @Sendable (Cancellation) -> Result<MapSubject, Failure>
  {
    { [session] cancellation in
      var (trial, context) = (session, context)
      context.cancellation = cancellation
      context.mayCountRoughly = true
      return Result {
        for event in try Interpreter.found(text, by: session, in: context).events { _ = trial.receive(event) }
        return try trial.mapSubject(context)
      }.mapError { Failure(wrapping: $0) }
    }
  }

  private static func found(_ text: String, by session: Session, in context: Context) throws -> Reply {
    let statement = Statement(words: ["search", "--"].map { Word(Untrusted($0)) } + [Word(Untrusted(text))])
    return try session.answer(statement, in: context)
  }
}
