import GazetteerIndex
import GazetteerSession
import Glibc

/// A script that is being run.
struct RunningScript {
  let path: Untrusted
  private let file: FileIdentity?

  init(_ path: Untrusted, at place: String) {
    self.path = path
    file = FileIdentity(path: place)
  }

  /// Whether both are the same file, whatever their paths are.
  func isSameFile(as other: RunningScript) -> Bool { file != nil && file == other.file }

  private struct FileIdentity: Equatable {
    let device: UInt64
    let number: UInt64

    init?(path: String) {
      var status = stat()
      guard stat(path, &status) == 0 else { return nil }
      device = UInt64(status.st_dev)
      number = UInt64(status.st_ino)
    }
  }
}

extension Interpreter {
  /// How many scripts may run inside one another: each needs its part of the stack.
  private static let mostNestedScripts = 32

  /// Runs the commands in a file.
  func source(_ path: Untrusted, from origin: Origin, asJSON: Bool = false) -> Outcome {
    let place = environment.path(path).text
    let script = RunningScript(path, at: place)
    guard !scripts.contains(where: script.isSameFile) else {
      return complain(.sourcesItself(path), from: origin, asJSON: asJSON)
    }
    guard scripts.count < Self.mostNestedScripts else {
      return complain(.nestedTooDeeply(path, inside: scripts.map(\.path)), from: origin, asJSON: asJSON)
    }
    scripts.append(script)
    defer { scripts.removeLast() }
    do throws(LineSource.Failure) {
      return run(try LineSource(path: place, waiting: waiting.isReadable), named: path)
    } catch {
      return complain(
        Failure("\(quoted: path) \(error.reason)", try: "a file of commands"), from: origin, asJSON: asJSON)
    }
  }

  /// Runs the lines of a script to its end, or to the first error if errors stop it.
  ///
  /// - Parameter origin: makes the origin of a line from its location.
  func run(
    _ lines: LineSource, named file: Untrusted, as origin: (SourceLocation) -> Origin = Origin.script
  ) -> Outcome {
    let startsAtTopLevel = session.mode == .commands
    var location = SourceLocation(file: file, line: 1)
    var outcome = Outcome()
    while !ends(outcome, origin(location)) {
      do throws(LineSource.Failure) {
        guard let line = try lines.next() else { break }
        location = SourceLocation(file: file, line: line.number)
        let text = Untrusted(bytes: line.bytes)
        if settings.echoes { output.tell("> \(text.neutralised)\n") }
        outcome.add(run(text, from: origin(location)))
      } catch {
        if let line = error.line { location = SourceLocation(file: file, line: line) }
        let failure = error == .interrupted ? Failure.interrupted : Failure("\(error.reason)")
        outcome.add(complain(failure, from: origin(location)))
        guard error.line != nil else { break }
      }
    }
    if startsAtTopLevel { outcome.add(leaveNestedPrompt(after: outcome, from: origin(location))) }
    guard outcome.code != nil, outcome.code != .interrupted else { return outcome }
    return Outcome(code: .scriptStopped, quits: outcome.quits)
  }

  /// Leaves a nested prompt at the end of its script or of the command line. Losing an edit is an error, unless there
  /// was one before.
  func leaveNestedPrompt(after outcome: Outcome, from origin: Origin) -> Outcome {
    guard outcome.code == nil, let lostEdit = session.lostEdit else {
      return receive([.draftAbandoned], from: origin)
    }
    _ = receive([.draftDiscarded], from: origin)
    return complain(lostEdit, from: origin)
  }
}

extension Failure {
  fileprivate static func sourcesItself(_ path: Untrusted) -> Failure {
    Failure(
      "\(quoted: path) is already running", why: "a script that runs itself never ends",
      try: "the script without this line")
  }

  fileprivate static func nestedTooDeeply(_ path: Untrusted, inside scripts: [Untrusted]) -> Failure {
    let chain = scripts.dropFirst().reduce("\(cut: scripts.first ?? path)" as Message) { "\($0) > \(cut: $1)" }
    return Failure(
      "\(quoted: path) is not run; scripts can be nested \(scripts.count) deep", why: "these are running: \(chain)",
      try: "fewer scripts that run others")
  }
}
