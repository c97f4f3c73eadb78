import GazetteerIndex
import GazetteerServices
import GazetteerSession
import Glibc

/// Changes of locations that wait to be sent.
extension Interpreter {
  /// What waits, for a command about an account. If its file cannot be read, the command goes on without it, and the user
  /// is told once. The command also finds the switch for several locations as another session has left it.
  ///
  /// - Parameter isSubject: whether the command is about what waits. Then it says itself that it cannot be read.
  func waitingChanges(isSubject: Bool, _ cancellation: Cancellation) throws(Failure) -> WaitingChanges {
    followSwitch()
    let data = data
    let job = Job("reading the outbox", cancellation: cancellation) { cancellation in
      Swift.Result { () throws(ServiceError) in try data.waiting(tells: !isSubject, cancellation) }
    }
    guard let waiting = try? wait.result(of: job)?.get() else { throw .interrupted }
    for notice in data.takeNotices(unless: cancellation) { warn(notice) }
    return waiting
  }

  /// Follows another session that has switched whether the user can have several locations.
  private func followSwitch() {
    guard let change = keeper.switchedElsewhere() else { return }
    var preferences = preferences
    try? preferences.apply(change)
    _ = receive([.preferencesGiven(preferences)], for: .commandLine)
  }

  /// Looks in the background for changes that wait since an earlier run, so that the prompt does not come later. Does
  /// nothing if there never were any.
  func lookForWaitingChanges() {
    guard let path = UserFiles(in: environment).changes, access(path, F_OK) == 0 else { return }
    let pending = PendingChanges(path: path, now: environment.now)
    let job = Job<Event>("reading the outbox") { cancellation in
      let waiting = (try? pending.all(cancellation)) ?? WaitingChanges()
      return .changesFound(waiting, notices: pending.takeNotices())
    }
    jobs.start(job, as: .lookingForChanges, for: .typed, at: environment.stopwatch())
  }

  /// Takes out what is being sent to a service, after the user has cancelled that, and says what is certain.
  func withdraw(at service: String, for cause: Cause) -> Outcome {
    // What waits for a lock or for the network ends first.
    jobs.stop(.posting(service))
    let calls = changeCalls.filter { $0.value.service == service }
    for number in calls.keys { changeCalls[number] = nil }
    return notice(
      isWithdrawn(calls.values.map(\.call))
        ? "stopped; nothing was sent to \(own: service)"
        : "stopped sending a location; it may have been stored (to make sure of it: refresh; to give it up: outbox)",
      for: cause)
  }

  /// Whether everything that these calls were sending is taken out, and nothing of it is stored.
  func isWithdrawn(_ calls: [ChangeCall]) -> Bool {
    let data = data
    let job = Job("cancelling a change") { _ in
      calls.map { (try? data.withdraw($0)) ?? false }.allSatisfy(\.self)
    }
    return wait.end(of: job).result ?? false
  }

  /// Takes a change out of the outbox, with those that build on it. If a job is just making it, the job ends, so that it
  /// says nothing else about the change.
  func cancelChange(_ number: Int64, for cause: Cause) -> Outcome {
    let data = data
    let job = Job("cancelling a change") { _ in
      Swift.Result { () throws(ServiceError) in try data.cancel(number) }
    }
    let posting = changeCalls.first { $0.value.call.number == number }?.key
    switch wait.end(of: job).result {
    case .success(let changes)?:
      if let posting, !changes.isEmpty {
        jobs.stop(number: posting)
        changeCalls[posting] = nil
      }
      var outcome = Outcome()
      for change in changes {
        let (service, title) = (change.service, change.change.title)
        outcome.add(
          done(
            Deed([
              change.mayBeStored
                ? "given up: \(title); \(own: service) may have stored it already (to make sure of it: refresh)"
                : "it will not be sent to \(own: service): \(title)"
            ]), for: cause))
      }
      return changes.isEmpty ? notice("it waits no longer; see locations", for: cause) : outcome
    case .failure(let error)?:
      return self.error(Failure("nothing was cancelled", why: error.reason), for: cause)
    case nil: return self.error(.interrupted, for: cause)
    }
  }

  /// Ctrl-C on an empty line: what goes on in the background ends.
  func interruptBackground() {
    _ = carryOut(session.interrupting(context(for: .typed)), for: .typed)
  }
}

extension Failure {
  /// The user has interrupted the change of a location.
  static func interruptedPost(isTakenOut: Bool) -> Failure {
    isTakenOut
      ? Failure("interrupted", why: "nothing was sent", code: .interrupted)
      : Failure(
        "interrupted", why: "the change may have been stored", try: "refresh, which makes sure of it, or outbox",
        code: .interrupted)
  }
}
