import GazetteerIndex
import GazetteerServices
import GazetteerSession

/// The lines typed at the prompt, as commands see them.
struct PastLines {
  /// Oldest first.
  let lines: () -> [String]
  /// Keeps one more.
  let add: (String) -> Void
}

extension Interpreter {
  /// Remembers a setting that the user gave for the next runs. What a script sets is for its session.
  func keep(_ change: Setting.Change, from origin: Origin) {
    guard origin.savesSettings, let file = settingsFile else { return }
    do throws(SystemError) {
      try file.keep(change)
    } catch {
      // Once in a session is enough.
      settingsFile = nil
      tell("settings are not kept in \(quoted: Untrusted(file.path)): \(own: error.reason); they hold for this session")
    }
  }

  /// Takes the results from now on for a file, which can be written to as far as one can know.
  func startOutput(_ path: Untrusted, from origin: Origin, asJSON: Bool) -> Outcome {
    do throws(Failure) {
      let file = try ResultFile(path: path, at: environment.path(path).text)
      let outcome = endOutput(from: origin, asJSON: asJSON)
      guard outcome.code == nil else { return outcome }
      resultFile = file
      return receive([.outputStarted(path)], from: origin)
    } catch {
      return complain(error, from: origin, asJSON: asJSON)
    }
  }

  /// Writes the file that takes the results, if one does. Where that fails it goes on taking them.
  func endOutput(from origin: Origin, asJSON: Bool = false) -> Outcome {
    guard let file = resultFile else { return Outcome() }
    do throws(Failure) {
      try file.write()
      resultFile = nil
      return receive([.outputEnded(lines: file.lineCount)], from: origin)
    } catch {
      return complain(error, from: origin, asJSON: asJSON)
    }
  }

  /// Writes a file. One that is there already goes only where the user said so.
  func write(_ file: FileWriting, from origin: Origin, asJSON: Bool) -> Outcome {
    let (place, bytes) = (environment.path(file.path).text, Array(file.text.utf8))
    do throws(SystemError) {
      if file.mayReplace {
        try FileReplacement.replace(place, with: bytes)
      } else {
        guard try FileReplacement.create(place, with: bytes) else {
          return receive([.fileFound(file)], from: origin, asJSON: asJSON)
        }
      }
    } catch {
      return complain(.cannotBeWritten(file.path, error, try: "another file"), from: origin, asJSON: asJSON)
    }
    return receive([.fileWritten(file)], from: origin, asJSON: asJSON)
  }

  /// Runs a line of the history as if it were typed.
  func rerun(_ line: Untrusted, from origin: Origin, asJSON: Bool) -> Outcome {
    guard !isRerunning else {
      return complain(
        Failure("\(quoted: line) is in the history", why: "a line that runs again cannot run others again"),
        from: origin, asJSON: asJSON)
    }
    isRerunning = true
    defer { isRerunning = false }
    output.tell(line.neutralised.wrapped(to: width) + "\n")
    pastLines?.add(line.text)
    return run(line, from: origin)
  }

  func pause(_ pause: Pause, from origin: Origin, asJSON: Bool) -> Outcome {
    let (cancellation, wait) = (Cancellation(), environment.pause)
    let job = Job<Void>("waiting", cancellation: cancellation) { wait(pause.seconds, $0) }
    let result: Void? = self.wait.result(of: job)
    return result == nil ? complain(.interrupted, from: origin, asJSON: asJSON) : Outcome()
  }
}
