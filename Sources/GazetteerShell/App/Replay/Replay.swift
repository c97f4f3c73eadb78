import GazetteerIndex
import GazetteerServices
import GazetteerSession

/// Typing a transcript or a script again, on a machine that is always the same: the clock stands, a line has 80
/// cells, nothing is colored, nobody is there to ask. Relative paths start from the file's folder.
package struct Replay {
  package enum Purpose: String, Sendable {
    /// Print what is typed and answered.
    case play
    /// Say where the answers differ from the file.
    case check
    /// Put the answers into the file.
    case update
  }

  /// 2026-01-01 12:00 UTC; `# now: MOMENT` in the file's head says otherwise.
  static let now: Int64 = 1_767_268_800
  /// `# width: CELLS` in the file's head says otherwise.
  static let width = 80

  private let path: Untrusted
  private let settings: Settings
  private let environment: Environment

  package init(of path: Untrusted, _ settings: Settings, in environment: Environment) {
    self.path = path
    var settings = settings
    settings.echoes = false
    (settings.preferences.isQuiet, settings.preferences.times) = (false, false)
    settings.preferences.color = .auto
    self.settings = settings
    self.environment = environment
  }

  /// Does it, printing to `show` what was asked for and to `tell` what happened.
  package func run(_ purpose: Purpose, show: (String) -> Void, tell: (Message) -> Void) throws(Failure) -> ExitCode {
    let lines = try read()
    let told = Transcript(lines)
    if told.exchanges.isEmpty {
      guard purpose == .play else {
        throw Failure(
          "\(quoted: path) is no transcript", why: "no line in it starts with \"> \"", try: "gaz replay \(path)")
      }
      return play(script: lines, show)
    }
    let played = answers(to: told) { exchange in if purpose == .play { show(Self.text(of: exchange)) } }
    let difference = TranscriptDifference(from: told, to: played)
    let changed = difference.hunks.count
    switch purpose {
    case .play: return .success
    case .check:
      show(difference.text(of: path))
      tell("\(path): \(changed) of \(told.exchanges.count) answers differ")
      return changed == 0 ? .success : .replayDiffers
    case .update:
      if played.lines != lines { try write(played) }
      tell("\(path): \(changed) of \(told.exchanges.count) answers changed")
      return .success
    }
  }

  /// The transcript with the answers of now.
  func answers(to told: Transcript, each: (Transcript.Exchange) -> Void = { _ in }) -> Transcript {
    let recorder = AnswerRecorder()
    let interpreter = interpreter(for: told, to: recorder)
    defer { interpreter.jobs.stopAll() }
    var played = told
    var hasQuit = false
    for index in played.exchanges.indices {
      if !hasQuit { hasQuit = interpreter.run(played.exchanges[index].typed, from: .replay).quits }
      played.exchanges[index].answer = recorder.take()
      each(played.exchanges[index])
    }
    return played
  }

  /// Plays a script, up to its first error where that stops it.
  private func play(script lines: [Untrusted], _ show: (String) -> Void) -> ExitCode {
    let recorder = AnswerRecorder()
    let interpreter = interpreter(for: Transcript(lines), to: recorder)
    defer { interpreter.jobs.stopAll() }
    var outcome = Outcome()
    for (index, line) in lines.enumerated() {
      outcome.add(interpreter.run(line, from: .replay))
      show(Self.text(of: Transcript.Exchange(typed: line, line: index + 1, answer: recorder.take())))
      if outcome.quits || outcome.code != nil && interpreter.preferences.onError != .continue { break }
    }
    interpreter.leaveNestedPrompt()
    show(recorder.take().map { $0.neutralised + "\n" }.joined())
    return outcome.code == nil ? .success : .scriptStopped
  }

  private func interpreter(for transcript: Transcript, to recorder: AnswerRecorder) -> Interpreter {
    var environment = environment
    let now = transcript.setting("now").flatMap(Moment.init(written:))?.seconds ?? Self.now
    let clock = ReplayClock(start: now)
    environment.now = { clock.now }
    environment.pause = { seconds, _ in clock.advance(by: seconds) }
    environment.stopwatch = { 0 }
    environment.newFavoriteID = FavoriteIDs(milliseconds: { clock.now * 1000 }, random: { 0 }).next
    environment.variable = { _ in nil }
    environment.width = transcript.setting("width").flatMap { Int($0) } ?? Self.width
    environment.inputIsTerminal = false
    environment.outputIsTerminal = false
    environment.folder = environment.path(path).folder
    let interpreter = Interpreter(settings, in: environment, to: recorder.output)
    interpreter.readsStandardInput = true
    interpreter.learnsOnlyByWaiting = true
    return interpreter
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
  /// The folder of the file that this path names.
  fileprivate var folder: Untrusted {
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return Untrusted(".") }
    return Untrusted(bytes: bytes[...slash])
  }
}
