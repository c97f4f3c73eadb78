import GazetteerIndex

extension Command {
  static let outbox = Command(
    "outbox", "List the messages that were sent or wait, and changes of locations that wait; send, give up or remove.",
    takes: Inputs(
      OptionalParameter<OutboxAction>("ACTION", "show, retry, cancel or clear; nothing: list them."),
      OptionalParameter<OutboxNumbers>(
        "N",
        "Numbers of messages, or of changes, such as c1; without them: retry all that were not sent, clear all that were."
      ),
      Flag("again", "With retry: also copies that may have been sent, without asking."),
      CommonInput.limit),
    family: .tell, synonyms: ["sent", "queue"],
    examples: [
      "outbox", .after("notify Anna --by mail", "outbox show 1"), "outbox retry",
      .after("notify Anna --by mail", "outbox cancel 1"), "outbox clear",
    ],
    atTimes: [.account, .network, .send]
  ) { session, context, action, numbers, isAgain, limit in
    let changed = action.flatMap { $0 == .show ? nil : "outbox \($0.rawValue)" }
    if let changed, numbers?.messages.isEmpty != true { try context.require(.send, for: changed) }
    let limit = limit ?? context.limit
    let wanted = try OutboxSelection(for: action, numbers?.messages, limit)
    guard let waiting = context.waiting else { return Reply(needs: .changes(areSubject: true)) }
    guard let data = context.telling else { return Reply(needs: .telling([.outbox(wanted)])) }
    // When the changes are known, it is also known what else they need.
    if let changed, numbers?.changes.isEmpty == false { try context.require(.account, for: changed) }
    let unread = waiting.unread.map { [Effect.report($0)] } ?? []
    guard let action else {
      let hasRows = unread.isEmpty || data.outbox.total > 0
      return Reply(hasRows ? View(OutboxView(data.outbox, waiting, limit: limit)) : nil, effects: unread)
    }
    let changes = try waiting.numbered(numbers)
    var messages = data.outbox.messages
    if case .numbers(let numbers) = wanted {
      if let missing = numbers.subtracting(messages.map(\.number)).min() {
        let change = waiting.changes.first { $0.number == missing }
        throw Failure(
          "there is no message \(Int(missing))",
          try: change.map { "outbox \(own: action.rawValue) \(own: $0.word), which is a change of a location" }
            ?? "outbox")
      }
      messages.removeAll { !numbers.contains($0.number) }
    }
    switch action {
    case .show: return Reply(Deed(showing: messages, data.texts, changes))
    case .retry:
      // Without numbers, changes of accounts without a login are left out.
      let events = try session.sending(changes, isAsked: numbers != nil, context)
      var reply = messages.retrying(again: isAgain, at: context.now, unless: !changes.isEmpty || waiting.problem != nil)
      reply.events += events
      if numbers == nil { reply.effects += unread }
      if numbers == nil {
        reply.notices += changes.compactMap(\.mustBeNamed) + waiting.elsewhere(than: session.accounts)
      }
      return reply
    case .cancel:
      let open = messages.filter { $0.deliveries.contains { $0.state.canBeCancelled } }
      guard !open.isEmpty || !changes.isEmpty else { return Reply(.text(["nothing waits there"])) }
      return Reply(effects: open.map { .giveUp($0.number) } + changes.map { .cancelChange($0.number) })
    case .clear:
      if let change = changes.first, numbers != nil {
        throw Failure("change \(own: change.word) still waits", try: "outbox cancel \(own: change.word)")
      }
      if let waiting = messages.first(where: { !$0.deliveries.allSatisfy(\.state.isEnd) }) {
        throw Failure(
          "message \(Int(waiting.number)) still waits", try: "outbox cancel \(Int(waiting.number)), then the same again"
        )
      }
      return Reply(effects: [.clearOutbox(numbers.map { Set($0.messages.map(Int64.init)) })])
    }
  }
}

extension OutboxSelection {
  /// The messages that an action is about.
  fileprivate init(for action: OutboxAction?, _ numbers: Set<Int>?, _ limit: Limit) throws(Failure) {
    switch (action, numbers) {
    case (nil, _): self = .newest(limit == .all ? nil : limit.count)
    case (_, let numbers?): self = .numbers(Set(numbers.map(Int64.init)))
    case (.retry, nil): self = .unsettled
    // Which ones are removed is decided when they are.
    case (.clear, nil): self = .newest(0)
    case (let action?, nil): throw Failure("N is missing", try: "outbox \(own: action.rawValue) N", code: .usage)
    }
  }
}

/// What to do with messages of the outbox.
enum OutboxAction: String, CaseIterable, Readable {
  case show, retry, cancel, clear

  static var expected: Message { "show, retry, cancel or clear" }
  static var completes: Completes? {
    .choices([
      Completes.Choice("show", "what was written"), Completes.Choice("retry", "send what was not sent"),
      Completes.Choice("cancel", "do not send it any more"), Completes.Choice("clear", "remove it from the outbox"),
    ])
  }

  init(word: Untrusted) throws(Malformed) {
    guard let action = OutboxAction(rawValue: word.text) else { throw Malformed() }
    self = action
  }
}

extension DeliveryState {
  /// Whether the user can decide that it is not sent any more, or not tried again.
  package var canBeCancelled: Bool { !isSettled }
  /// Whether sending it again certainly sends it for the first time.
  package var canBeRetried: Bool { [.waiting, .failed].contains(self) }
}

extension [OutboxMessage] {
  /// Sends again what was not sent. Asks first if somebody may get the same twice, unless `again`.
  ///
  /// - Parameter hasOthers: whether something else waits.
  fileprivate func retrying(again: Bool, at now: Int64, unless hasOthers: Bool) -> Reply {
    var reply = Reply()
    var names: [Untrusted] = []
    var numbers: [String] = []
    var effects: [Effect] = []
    for message in self {
      let unknown = message.deliveries.filter { $0.state == .unknown }
      let isSafe = message.knowsRepeats(at: now)
      let safe = Set(unknown.filter { isSafe && $0.address.knowsRepeats }.map(\.id))
      let doubtful = unknown.filter { !safe.contains($0.id) }
      if !safe.isEmpty || message.deliveries.contains(where: \.state.canBeRetried) {
        reply.effects.append(.resend(message.number, unknown: safe))
      }
      if !doubtful.isEmpty {
        effects.append(.resend(message.number, unknown: Set(doubtful.map(\.id))))
        numbers.append(String(message.number))
      }
      names += doubtful.map(\.recipient).filter { !names.contains($0) }
    }
    if !effects.isEmpty {
      var question = Question(
        "send it again to \(names.listedNames), who may have it already", power: .send, effects: effects,
        no: "nothing was sent again")
      question.option = "outbox retry \(numbers.joined(separator: ",")) --again"
      reply.effects += again ? effects : [.send(.asked(question))]
    }
    if reply.effects.isEmpty, !hasOthers { reply.view = .text(["nothing waits in the outbox"]) }
    return reply
  }
}

extension OutboxMessage {
  /// Whether servers that recognise copies still do. They forget them after a while: Synapse after half an hour at the
  /// earliest. Counted from when the message was written, because nothing was sent before.
  fileprivate func knowsRepeats(at now: Int64) -> Bool { (0...900).contains(now - time) }
}
