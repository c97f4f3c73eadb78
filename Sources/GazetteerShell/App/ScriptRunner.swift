import GazetteerIndex
import GazetteerServices
import GazetteerSession

extension Interpreter {
  /// Runs the commands in a file.
  func source(_ path: Untrusted, from origin: Origin, asJSON: Bool = false) -> Outcome {
    let place = environment.path(path).text
    let identity = FileIdentity(place)
    if let identity {
      guard !scripts.contains(identity) else {
        return complain(.sourcesItself(path), from: origin, asJSON: asJSON)
      }
      scripts.append(identity)
    }
    defer { if identity != nil { scripts.removeLast() } }
    do throws(LineSource.Failure) {
      return run(try LineSource(path: place), named: path)
    } catch {
      return complain(
        Failure("\(quoted: path) \(error.reason)", try: "a file of commands"), from: origin, asJSON: asJSON)
    }
  }

  /// Runs the lines of a script to the end, or to the first error where that stops it.
  ///
  /// - Parameter origin: what the lines count as.
  func run(
    _ lines: LineSource, named file: Untrusted, as origin: (SourceLocation) -> Origin = Origin.script
  ) -> Outcome {
    var outcome = Outcome()
    let mode = session.mode
    defer { if mode == .commands { leaveNestedPrompt() } }
    var location = SourceLocation(file: file, line: 1)
    while !ends(outcome, origin(location)) {
      do throws(LineSource.Failure) {
        guard let line = try lines.next() else { return outcome }
        location = SourceLocation(file: file, line: line.number)
        let text = Untrusted(bytes: line.bytes)
        if settings.echoes { output.tell("> \(text.neutralised)\n") }
        outcome.add(run(text, from: origin(location)))
      } catch {
        if let line = error.line { location = SourceLocation(file: file, line: line) }
        outcome.add(complain(Failure("\(error.reason)"), from: origin(location)))
        guard error.line != nil else { break }
      }
    }
    guard outcome.code != nil, outcome.code != .interrupted else { return outcome }
    return Outcome(code: .scriptStopped, quits: outcome.quits)
  }
}

extension Failure {
  fileprivate static func sourcesItself(_ path: Untrusted) -> Failure {
    Failure(
      "\(quoted: path) is being run already", why: "a script that runs itself never ends",
      try: "the script without this line")
  }
}
