import GazetteerIndex
import GazetteerServices
import GazetteerSession
import Glibc

/// Contacts, the outbox and sending.
extension Interpreter {
  /// What a command about contacts or messages needs to know.
  func telling(_ parts: Set<TellingPart>, _ cancellation: Cancellation) throws(Failure) -> TellingData {
    var data = TellingData()
    if parts.contains(.contacts) {
      data.contacts = try use("reading contacts", "contacts", cancellation) { stores, cancellation throws(StoreError) in
        (try stores.contacts.all(cancellation: cancellation), stores.contacts.takeNotices())
      }
    }
    for case .outbox(let wanted) in parts {
      data.outbox = try use("reading the outbox", "the outbox", cancellation) {
        stores, cancellation throws(StoreError) in
        // A file that cannot be written can still be read.
        try? stores.outbox.settleIfIdle(cancellation: cancellation)
        return (try stores.outbox.messages(wanted, cancellation: cancellation), stores.outbox.takeNotices())
      }
      if case .numbers = wanted { data.texts = data.outbox.texts }
    }
    if parts.contains(.channels) {
      let path = UserFiles(in: environment).channels
      let (configuration, _) = environment.channels(path, environment)
      data.channels.sender = configuration.mail?.sender
      data.channels.ways = configuration.ways
      data.channels.path = path.map { Untrusted($0) }
      data.channels.exists = path.map { access($0, F_OK) == 0 } ?? false
      data.channels.problems = configuration.problems
    }
    return data
  }

  /// The stores, for a job.
  private struct Stores: Sendable {
    let contacts: ContactsStore
    let outbox: OutboxStore
  }

  /// Runs work of a store as a job, and prints the store's notices.
  private func use<Value: Sendable>(
    _ title: Message, _ content: String, _ cancellation: Cancellation, code: ExitCode = .dataNotLoaded,
    what: Message? = nil,
    _ work: @escaping @Sendable (Stores, Cancellation) throws(StoreError) -> (Value, [Message])
  ) throws(Failure) -> Value {
    let stores = Stores(contacts: keeper.contacts, outbox: keeper.outbox)
    let job = Job(title, cancellation: cancellation) { cancellation in
      Result { () throws(StoreError) in try work(stores, cancellation) }
    }
    switch wait.end(of: job).result {
    case .success((let value, let notices))?:
      for notice in notices { warn(notice) }
      return value
    case .failure(let error)?:
      throw Failure(error, what: what ?? "\(own: content) cannot be read", of: content, code: code)
    case nil: throw .interrupted
    }
  }

  /// Saves an edit of the contacts, then prints the message.
  func save(_ edit: ContactsEdit, saying message: Message, for cause: Cause) -> Outcome {
    do throws(Failure) {
      try use("saving contacts", "contacts", Cancellation(), code: .failed, what: "nothing is saved") {
        stores, cancellation throws(StoreError) in
        try stores.contacts.keep(edit, cancellation: cancellation)
        return ((), stores.contacts.takeNotices())
      }
      return done(message, session.deed(message, by: edit), for: cause)
    } catch {
      return self.error(error, for: cause)
    }
  }

  /// Saves a message in the outbox, then sends it.
  func tell(_ message: OutboxMessage, for cause: Cause) -> Outcome {
    do throws(Failure) {
      let saved = try use("saving the message", "the outbox", Cancellation(), code: .failed, what: "nothing was sent") {
        stores, cancellation throws(StoreError) in
        (try stores.outbox.add(message, cancellation: cancellation), stores.outbox.takeNotices())
      }
      return send(saved.number, for: cause)
    } catch {
      return self.error(error, for: cause)
    }
  }

  /// Sends the copies of a message that were not sent, and those of the unknown ones that have these ids.
  func resend(_ number: Int64, unknown: Set<Int64>, for cause: Cause) -> Outcome {
    do throws(Failure) {
      let count = try use("reading the outbox", "the outbox", Cancellation(), what: "nothing was sent") {
        stores, cancellation throws(StoreError) in
        let copies = try stores.outbox.message(number, cancellation: cancellation)?.deliveries ?? []
        var changed = try stores.outbox.change(
          copies.map(\.id), from: [.failed], to: .waiting, cancellation: cancellation)
        changed += try stores.outbox.change(
          unknown.sorted(), from: [.unknown], to: .waiting, cancellation: cancellation)
        let waiting = copies.count { $0.state == .waiting }
        return (changed.count + waiting, stores.outbox.takeNotices())
      }
      return count > 0 ? send(number, for: cause) : Outcome()
    } catch {
      return self.error(error, for: cause)
    }
  }

  /// Stops sending a message, and gives up its copies.
  func giveUp(_ number: Int64, for cause: Cause) -> Outcome {
    jobs.stop(.sending(number))
    do throws(Failure) {
      let left = try use("changing the outbox", "the outbox", Cancellation(), code: .failed, what: "nothing changed") {
        stores, cancellation throws(StoreError) in
        // A stopped job needs a moment to end. Another program may send for minutes.
        try? stores.outbox.settleIfIdle(after: 500, cancellation: cancellation)
        return (try GivenUp(number, in: stores.outbox, cancellation), stores.outbox.takeNotices())
      }
      return notice(left.message, for: cause)
    } catch {
      return self.error(error, for: cause)
    }
  }

  /// The people whose copies were given up, and those whose copies are being sent.
  private struct GivenUp: Sendable {
    private let unsent: [Untrusted]
    private let unknown: [Untrusted]
    private let sending: [Untrusted]

    init(_ number: Int64, in outbox: OutboxStore, _ cancellation: Cancellation) throws(StoreError) {
      let copies = try outbox.message(number, cancellation: cancellation)?.deliveries ?? []
      func names(_ ids: [Int64]) -> [Untrusted] { copies.filter { ids.contains($0.id) }.map(\.recipient) }
      unsent = names(
        try outbox.change(copies.map(\.id), from: [.waiting, .failed], to: .cancelled, cancellation: cancellation))
      unknown = names(
        try outbox.change(
          copies.map(\.id), from: [.unknown], to: .cancelled, because: Untrusted("it may have been sent"),
          cancellation: cancellation))
      sending = copies.filter { $0.state == .sending }.map(\.recipient)
    }

    private static func list(_ names: [Untrusted]) -> String { names.map(\.neutralised).listed("and") }

    var message: Message {
      let parts: [Message] = [
        unsent.isEmpty ? "" : "it will not be sent to \(own: Self.list(unsent))",
        unknown.isEmpty ? "" : "\(own: Self.list(unknown)) may have it already",
        sending.isEmpty ? "" : "it is being handed over to \(own: Self.list(sending)); see outbox",
      ]
      let said = parts.filter { $0 != "" }
      return said.isEmpty ? "nothing waits there" : said.dropFirst().reduce(said[0]) { "\($0); \($1)" }
    }
  }

  /// Removes messages from the outbox.
  func clearOutbox(_ numbers: Set<Int64>?, for cause: Cause) -> Outcome {
    do throws(Failure) {
      let count = try use("changing the outbox", "the outbox", Cancellation(), code: .failed, what: "nothing changed") {
        stores, cancellation throws(StoreError) in
        (try stores.outbox.remove(numbers, cancellation: cancellation), stores.outbox.takeNotices())
      }
      return notice("removed \(own: Numeral.messages(count)) from the outbox", for: cause)
    } catch {
      return self.error(error, for: cause)
    }
  }

  /// Sends the copies of a message that wait; at the prompt, in the background.
  private func send(_ number: Int64, for cause: Cause) -> Outcome {
    let job = sending(number)
    guard opensInBackground else {
      let end = wait.end(of: job)
      var outcome = apply(end.result ?? .sendingFailed(.interruptedSending), for: cause)
      if end.wasInterrupted { outcome.add(Outcome(code: .interrupted)) }
      return outcome
    }
    jobs.start(job, as: .sending(number), for: cause, at: environment.stopwatch())
    if isOneOverSoon { return applied(jobs.ended()) }
    return notice(
      "sending in the background; to see how far it is: outbox; to stop: outbox cancel \(own: String(number))",
      for: cause)
  }

  private func sending(_ number: Int64) -> Job<Event> {
    let (_, carrier) = environment.channels(UserFiles(in: environment).channels, environment)
    let sender = OutboxSender(keeper.outbox, by: carrier)
    let progress = OutboxSender.Progress()
    return Job(
      "sending message \(own: String(number))", progress: { JobProgress(progress.copies) },
      work: { cancellation in
        do throws(StoreError) {
          let message = try sender.send(number, cancellation: cancellation, progress: progress)
          return message.map { Event.sendingEnded($0) } ?? .sendingFailed(.interruptedSending)
        } catch {
          guard error != .cancelled else { return .sendingFailed(.interruptedSending) }
          return .sendingFailed(Failure(error, what: "nothing more was sent", of: "the outbox"))
        }
      })
  }
}

extension JobProgress {
  fileprivate init(_ copies: (done: Int, all: Int)) {
    self.init()
    items = copies.done
    isCounting = true
    if copies.all > 0 { fraction = Double(copies.done) / Double(copies.all) }
  }
}

extension Failure {
  fileprivate static let interruptedSending = Failure(
    "interrupted", why: "some copies may not have been sent", try: "outbox", code: .interrupted)
}
