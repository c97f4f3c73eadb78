import GazetteerIndex
import GazetteerServices
import GazetteerSession

/// Runs a transcript, the blocks of a Markdown file that are one, or a script on a machine that is always the same: the
/// clock does not move by itself, a line has 80 cells, nothing is colored and nobody answers questions. Relative paths
/// start at the folder of the file.
package struct Replay {
  private let path: Untrusted
  private let settings: Flags
  private let environment: Environment

  package init(of path: Untrusted, _ settings: Flags, in environment: Environment) {
    self.path = path
    var settings = settings
    settings.echoes = false
    (settings.preferences.isQuiet, settings.preferences.times) = (false, false)
    settings.preferences.color = .auto
    self.settings = settings
    // What a server answers is not always the same.
    self.environment = environment.offline(if: settings.isOffline || !settings.allowed.contains(.network))
      .uncached(if: true)
  }

  /// Prints results to `show` and notices to `tell`.
  package func run(_ purpose: ReplayPurpose, show: (String) -> Void, tell: (Message) -> Void) throws(Failure)
    -> ExitCode
  {
    let lines = try read()
    let recorded = Transcript(lines, ofFile: path)
    if recorded.exchanges.isEmpty {
      if MarkdownBlocks.areIn(fileAt: path) {
        throw Failure(
          "\(quoted: path) is not a transcript", why: "none of its blocks of code starts with \"> \"",
          try: "help scripts")
      }
      guard purpose == .play else {
        throw Failure(
          "\(quoted: path) is not a transcript", why: "no line in it starts with \"> \"", try: "gaz replay \(path)")
      }
      return try play(script: lines, show)
    }
    let played = try answers(to: recorded) { exchange in if purpose == .play { show(Self.text(of: exchange)) } }
    let difference = TranscriptDifference(from: recorded, to: played)
    let changed = difference.hunks.count
    switch purpose {
    case .play: return .success
    case .check:
      show(difference.text(of: path))
      tell("\(path): \(changed) of \(recorded.exchanges.count) answers differ")
      return changed == 0 ? .success : .replayDiffers
    case .update:
      if played.lines != lines { try write(played) }
      tell("\(path): \(changed) of \(recorded.exchanges.count) answers changed")
      return .success
    }
  }

  /// The transcript with the answers that its commands give now.
  func answers(
    to recorded: Transcript, each: (Transcript.Exchange) -> Void = { _ in }
  ) throws(Failure) -> Transcript {
    let recorder = AnswerRecorder()
    let interpreter = try interpreter(for: recorded, to: recorder)
    defer { interpreter.jobs.stopAll() }
    var played = recorded
    var hasQuit = false
    for index in played.exchanges.indices {
      if !hasQuit { hasQuit = interpreter.run(played.exchanges[index].typed, from: .replay).quits }
      played.exchanges[index].answer = recorder.take()
      each(played.exchanges[index])
    }
    return played
  }

  /// Runs a script to its end, or to its first error if errors stop it.
  private func play(script lines: [Untrusted], _ show: (String) -> Void) throws(Failure) -> ExitCode {
    let recorder = AnswerRecorder()
    let interpreter = try interpreter(for: Transcript(lines), to: recorder)
    defer { interpreter.jobs.stopAll() }
    var outcome = Outcome()
    for (index, line) in lines.enumerated() {
      outcome.add(interpreter.run(line, from: .replay, mayLeaveOutCommand: false))
      show(Self.text(of: Transcript.Exchange(typed: line, line: index + 1, answer: recorder.take())))
      if outcome.quits || outcome.code != nil && interpreter.preferences.onError != .continue { break }
    }
    outcome.add(interpreter.leaveNestedPrompt(after: outcome, from: .replay))
    interpreter.tellMissingPowers(of: path)
    show(recorder.take().map { $0.neutralised + "\n" }.joined())
    return outcome.code == nil ? .success : .scriptStopped
  }

  private func interpreter(
    for transcript: Transcript, to recorder: AnswerRecorder
  ) throws(Failure) -> Interpreter {
    let head = try ReplayHead(of: transcript, in: path)
    let clock = ReplayClock(start: head.now)
    var environment = environment
    environment.now = { clock.now }
    environment.pause = { seconds, _ in clock.advance(by: seconds) }
    environment.stopwatch = { 0 }
    environment.copies = nil
    environment.newFavoriteID = FavoriteIDs(milliseconds: { clock.now * 1000 }, random: { 0 }).next
    environment.variable = { _ in nil }
    // A replay sends nothing: its messages stay in an outbox of its own.
    environment.channels = { _, _ in (.everything, PaperCarrier()) }
    environment.width = head.width
    environment.inputIsTerminal = false
    environment.outputIsTerminal = false
    environment.folder = environment.path(path).folder
    let desk = Desk()
    // A replay has accounts of its own, which end with it.
    desk.readSecret = { _ in .secret(Secret("the password of every replay".utf8)) }
    return Interpreter(settings, in: environment, to: recorder.output, for: .replay, desk: desk)
  }

  private static func text(of exchange: Transcript.Exchange) -> String {
    (["> " + exchange.typed.neutralised] + exchange.answer.map(\.neutralised)).map { $0 + "\n" }.joined()
  }

  private func read() throws(Failure) -> [Untrusted] {
    do throws(LineSource.Failure) {
      let source = try LineSource(path: environment.path(path).text)
      var lines: [Untrusted] = []
      while let line = try source.next() { lines.append(Untrusted(bytes: line.bytes)) }
      return lines
    } catch {
      throw Failure("\(quoted: path) \(error.reason)")
    }
  }

  private func write(_ transcript: Transcript) throws(Failure) {
    do throws(SystemError) {
      let bytes = transcript.lines.flatMap { $0.bytes + [UInt8(ascii: "\n")] }
      try FileReplacement.replace(environment.path(path).text, with: bytes)
    } catch {
      throw Failure("\(quoted: path) cannot be written", why: "\(own: error.reason)")
    }
  }
}

extension Untrusted {
  /// The folder of the file at this path.
  fileprivate var folder: Untrusted {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return Untrusted(".") }
    return Untrusted(bytes: bytes[...slash])
  }
}
