import GazetteerIndex
import GazetteerServices
import GazetteerSession

extension Interpreter {
  /// Performs an effect. Notes that are not printed yet are in the outcome.
  func perform(_ effect: Effect, for cause: Cause) -> Outcome {
    switch effect {
    case .keepFavorites(let edit, let message): return save(edit, saying: message, for: cause)
    case .keepContacts(let edit, let message): return save(edit, saying: message, for: cause)
    case .tell(let message): return tell(message, for: cause)
    case .resend(let number, let unknown): return resend(number, unknown: unknown, for: cause)
    case .giveUp(let number): return giveUp(number, for: cause)
    case .clearOutbox(let numbers): return clearOutbox(numbers, for: cause)
    case .write(let file): return write(file, for: cause)
    case .ask(let question): return ask(question, for: cause)
    case .editText(let text): return edit(text, for: cause)
    case .open(let request): return open(request, for: cause)
    case .build(let request): return build(request, for: cause)
    case .matchRows(let matching): return match(matching, for: cause)
    case .refresh(let request): return refresh(request, for: cause)
    case .askPlaces(let asking): return ask(asking, for: cause)
    case .placesCame(let asking, let answer): return goOn(with: answer, of: asking, for: cause)
    case .stop(let id):
      jobs.stop(id)
      commandsBefore[id] = nil
      if case .loggingIn(let service) = id { forgetKept(at: service) }
    case .wait: return waitForJobs(for: cause)
    case .source(let path): return source(path, for: cause)
    case .pickCategories: return pickCategories(for: cause)
    case .browseMap(let isASCII): return browseMap(isASCII: isASCII, for: cause)
    case .quit: return Outcome(quits: true)
    case .login(let request): return login(request, for: cause)
    case .adopt(let account): data.adopt(account)
    case .logout(let request): return logout(request, for: cause)
    case .fetch(let request): return fetch(request, for: cause)
    case .list(let request, let otherwise): return list(request, otherwise: otherwise, for: cause)
    case .extendList(let request): return extendList(for: request, for: cause)
    case .post(let request): return post(request, for: cause)
    case .withdraw(let service): return withdraw(at: service, for: cause)
    case .cancelChange(let number): return cancelChange(number, for: cause)
    case .visit(let request): return visit(request, for: cause)
    case .result(let deed): return result(deed, for: cause)
    case .notice(let message): return notice(message, for: cause)
    case .done(let deed): return done(deed, for: cause)
    case .keepSetting(let change): return save(change, for: cause)
    case .startOutput(let path): return startOutput(path, for: cause)
    case .endOutput: return endOutput(for: cause)
    case .run(let line): return rerun(line, for: cause)
    case .pause(let pause): return self.pause(pause, for: cause)
    case .clear: desk.clearScreen()
    case .send(let event): return receive([event], for: cause)
    case .report(let failure): return error(failure, for: cause)
    }
    return Outcome()
  }

  /// Lets the user select categories, then lists their places.
  private func pickCategories(for cause: Cause) -> Outcome {
    guard let pick = desk.pick else { return Outcome() }
    let job = Job("edit-categories") { [session] _ in Picker(categoriesOf: session) }
    guard let picker = wait.result(of: job) else { return complain(.interrupted, for: cause) }
    guard let picked = pick(picker, newerCategories()) else { return Outcome() }
    let categories = picked.categories(keeping: session.selectedCategories)
    var outcome = receive([.categoriesSelected(categories)], for: cause)
    outcome.add(say(endCommand(Untrusted("edit-categories"))))
    outcome.add(run(statement(["list"], for: cause), from: cause.origin))
    return outcome
  }

  /// A function that returns a new picker if datasets were opened or closed since its last call, else nil.
  private func newerCategories() -> () -> Picker? {
    var known = session.open.map { ObjectIdentifier($0) }
    return { [self] in
      let open = session.open.map { ObjectIdentifier($0) }
      guard open != known else { return nil }
      known = open
      return Picker(categoriesOf: session)
    }
  }

  /// Saves a setting that the user gave for the next runs. Settings of scripts are for their session only.
  private func save(_ change: Setting.Change, for cause: Cause) -> Outcome {
    guard cause.origin.savesSettings, let warning = keeper.save(change) else { return Outcome() }
    return notice(warning)
  }

  /// Collects the results from now on, for a file that can probably be written.
  private func startOutput(_ path: Untrusted, for cause: Cause) -> Outcome {
    do throws(Failure) {
      let file = try ResultFile(path: path, at: environment.path(path).text)
      let outcome = endOutput(for: cause)
      guard outcome.code == nil else { return outcome }
      keeper.resultFile = file
      return receive([.outputStarted(path)], for: cause)
    } catch {
      return self.error(error, for: cause)
    }
  }

  /// Writes the collected results to their file, if there is one. If that fails, results are still collected.
  func endOutput(for cause: Cause) -> Outcome {
    guard let file = keeper.resultFile else { return Outcome() }
    do throws(Failure) {
      try file.write()
      keeper.resultFile = nil
      return receive([.outputEnded(lines: file.lineCount)], for: cause)
    } catch {
      return self.error(error, for: cause)
    }
  }

  /// Writes a file. An existing one is replaced only if the user agreed.
  private func write(_ file: FileWriting, for cause: Cause) -> Outcome {
    let place = environment.path(file.path).text
    guard !file.isRaw || !FileReplacement.isDevice(place) else {
      let failure = Failure(
        "--raw cannot write to a device", why: "it may be a terminal", try: "a file, or without --raw", code: .usage)
      return error(failure, for: cause)
    }
    // Known before the work, not only after it.
    if !file.mayReplace, FileReplacement.isRegularFile(place) { return receive([.fileFound(file)], for: cause) }
    let job = Job("writing \(file.path)") { [variable = environment.variable] cancellation in
      Result { () throws(Failure) -> Event in
        let text = try file.text(cancellation)
        let picture = file.isDrawn ? try Self.drawn(text, variable, cancellation) : nil
        let write = { (target: Descriptor) throws(SystemError) in
          if let picture { try target.write(picture) } else { try target.write(text) }
        }
        do throws(SystemError) {
          if file.mayReplace {
            try FileReplacement.replace(place, write: write)
          } else if try !FileReplacement.create(place, write: write) {
            return .fileFound(file)
          }
        } catch {
          throw .cannotBeWritten(file.path, error, try: "another file")
        }
        return .fileWritten(file)
      }
    }
    let end = wait.end(of: job)
    switch end.result {
    case .success(let event)?:
      var outcome = receive([event], for: cause)
      if end.wasInterrupted { outcome.add(Outcome(code: .interrupted)) }
      return outcome
    case .failure(let failure)?: return error(failure, for: cause)
    case nil: return error(.interrupted, for: cause)
    }
  }

  /// A picture as a PNG file.
  private static func drawn(
    _ picture: String, _ variable: (String) -> String?, _ cancellation: Cancellation
  ) throws(Failure) -> [UInt8] {
    do throws(PictureProgram.Fault) {
      return try PictureProgram.png(of: picture, variable: variable, cancellation)
    } catch {
      switch error {
      case .cancelled: throw .interrupted
      case .notInstalled:
        throw Failure(
          "a PNG file needs the program \(own: PictureProgram.name)", why: "it is not installed",
          try: "install it (on Debian: apt install librsvg2-bin), or export to .svg")
      case .failed(let reason):
        throw Failure("\(own: PictureProgram.name) could not draw the picture", why: reason, try: "export to .svg")
      }
    }
  }

  /// Runs a line of the history as if it were typed.
  private func rerun(_ line: Untrusted, for cause: Cause) -> Outcome {
    guard !isRerunning else {
      return error(
        Failure("\(quoted: line) cannot run from the history", why: "it runs a line of the history itself"),
        for: cause)
    }
    isRerunning = true
    defer { isRerunning = false }
    output.tell(line.neutralised.wrapped(to: width) + "\n")
    desk.pastLines?.add(line.text)
    return run(line, from: cause.origin)
  }

  private func pause(_ pause: Pause, for cause: Cause) -> Outcome {
    let sleep = environment.pause
    let job = Job<Void>("waiting") { sleep(pause.seconds, $0) }
    return wait.result(of: job) == nil ? error(.interrupted, for: cause) : Outcome()
  }

  /// What a command was asked for.
  private func result(_ deed: Deed, for cause: Cause) -> Outcome {
    Outcome(.result(cause.saying?.object(deed) ?? deed.lines.map { $0.neutralised + "\n" }.joined()))
  }

  /// Lets the user edit a text in an editor.
  private func edit(_ text: EditedFavorite, for cause: Cause) -> Outcome {
    guard let editText = desk.editText, cause.origin == .typed else {
      return error(.editorNeedsPrompt, for: cause)
    }
    var text = text
    do throws(Failure) {
      text.bytes = try editText(text.bytes)
      _ = readFavorites(patience: .full, Cancellation())
      return receive([.textEdited(text)], for: cause)
    } catch {
      return receive([.textEditFailed(text, error)], for: cause)
    }
  }
}

extension Failure {
  fileprivate static let editorNeedsPrompt = Failure(
    "an editor can only be opened at the prompt", try: "edit-favorite N with options")
}
