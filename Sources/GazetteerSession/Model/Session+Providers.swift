import GazetteerIndex

extension Session {
  /// The list of a provider's answer. If there is no answer yet, or a new one is needed, the reply asks for it: in the
  /// background at the prompt, otherwise before it answers.
  ///
  /// - Parameter line: the words of a command that lists the same, whatever is listed or selected then.
  func provided(
    _ around: AroundSource, from provider: PlacesRequest.Provider, order: AroundSource.Order?, asksAgain: Bool,
    limit: Limit, line: [Word], _ context: Context
  ) throws -> Reply {
    let isFood = around.kind == .food
    let request = PlacesRequest(
      provider, around: around.origin, within: around.radius, isFood: isFood, term: around.term)
    try context.require(.network, for: around.command)
    if (open.map(\.name) + openings).contains(provider.rawValue), !isPool(provider.rawValue) {
      throw Failure(
        "another dataset is called \(own: provider.rawValue)", try: "close \(own: provider.rawValue), then run it again"
      )
    }
    let given: ProvidedPlaces? = if case .places(let places)? = context.given { places } else { nil }
    let known = asksAgain ? nil : answers[request].flatMap { $0.isFresh(at: context.now) ? $0 : nil }
    guard let answer = given ?? known else {
      let asking = PlacesAsking(
        request: request, asksAgain: asksAgain, line: line, title: around.title ?? Untrusted(around.origin.word))
      // A dry run only says that it would ask.
      let isAnswered = !context.asksInBackground && !context.isDryRun
      return isAnswered ? Reply(needs: .places(asking)) : Reply(events: [.placesAsked(asking)])
    }
    var source = ProvidedSource(
      provider: provider, origin: around.origin, places: answer.places, time: answer.time, isFood: isFood)
    (source.title, source.station, source.order) = (around.title, around.station, order)
    var seen = self
    if given != nil { _ = seen.receive(.placesProvided(answer)) }
    var reply = try seen.list(
      .provided(source), in: seen.catalog(of: [provider.rawValue]), limit: limit, context)
    if given != nil { reply.events.insert(.placesProvided(answer), at: 0) }
    reply.notices += answer.remarks(at: context.now)
    return reply
  }

  /// Whether a dataset has the answers of a provider.
  func isPool(_ name: String) -> Bool { sources[name]?.isPool == true }

  /// The provider is asked from now on.
  mutating func ask(_ asking: PlacesAsking) -> [Effect] {
    guard !jobs.contains(.asking(asking.request)) else { return [] }
    jobs.append(.asking(asking.request))
    askings[asking.request] = asking
    return [.askPlaces(asking)]
  }

  /// Adds the places of an answer to those of the provider.
  mutating func take(_ answer: ProvidedPlaces) -> [Effect] {
    let name = answer.request.provider.rawValue
    let asking = endAsking(answer.request)
    answers[answer.request] = answer
    if let index = open.firstIndex(where: { $0.name == name }) {
      // A pool only grows. Answers may come in another order than they were added to it.
      if open[index].size.count <= answer.pool.source.size.count { open[index] = answer.pool.source }
    } else {
      open.append(answer.pool.source)
    }
    sources[name] = SessionState.Source(poolOf: answer.request.provider)
    return asking.map { [.placesCame($0, answer)] } ?? []
  }

  /// The provider gave no answer. What was listed before stays.
  mutating func refuse(_ asking: PlacesAsking, _ failure: Failure) -> [Effect] {
    guard endAsking(asking.request) != nil else { return [] }
    return [.report(failure)]
  }

  /// Stops asking providers; all of them, or one.
  mutating func stopAsking(_ provider: String? = nil) -> [Effect] {
    let stopped = jobs.filter { job in job.provider.map { provider == nil || $0 == provider } ?? false }
    for case .asking(let request) in stopped { _ = endAsking(request) }
    return stopped.flatMap { job -> [Effect] in
      [.stop(job), .notice("stopped asking \(own: job.provider ?? "")")]
    }
  }

  /// What was asked; nil if it is not asked any more.
  private mutating func endAsking(_ request: PlacesRequest) -> PlacesAsking? {
    guard jobs.contains(.asking(request)) else { return nil }
    jobs.removeAll { $0 == .asking(request) }
    return askings.removeValue(forKey: request)
  }

  /// An answer is of use only while its places are open.
  mutating func forgetAnswersOfClosedProviders() {
    let names = Set(open.map(\.name))
    answers = answers.filter { names.contains($0.key.provider.rawValue) }
  }
}

/// A request to a provider.
package struct PlacesAsking: Equatable, Sendable {
  package let request: PlacesRequest
  /// Whether a new answer is wanted even if there is a fresh copy.
  package let asksAgain: Bool
  /// The words of a command that lists the answer, whatever is listed or selected then.
  package let line: [Word]
  /// What is at the point: `Newark, New Jersey, US`, or the point.
  let title: Untrusted

  /// That a provider gave so many places, and how to list them.
  package func notice(count: Int) -> Message {
    let came: Message = "\(own: request.provider.rawValue) gave \(own: Numeral.places(count)) around \(cut: title)"
    return "\(came); to list them: \(Untrusted(bytes: FactLine.text(line)))"
  }

  package var statement: Statement { Statement(words: line) }
}

extension ProvidedPlaces {
  /// Whether it can be listed again without asking: it is what was asked for, and new enough.
  fileprivate func isFresh(at now: Int64) -> Bool { excuse == nil && PlacesRequest.isFresh(time, at: now) }

  /// What the user should know about the answer.
  fileprivate func remarks(at now: Int64) -> [Message] {
    var remarks: [Message] = []
    if let excuse {
      remarks.append("\(excuse), so this is an answer of \(own: Numeral.age(seconds: now - time)) ago")
    } else if now - time >= 60 {
      remarks.append("this answer is \(own: Numeral.age(seconds: now - time)) old; for a new one: --refresh")
    }
    let provider = request.provider.rawValue
    if let radius = reach {
      remarks.append("\(own: provider) was asked only within \(own: Numeral.text(radius)), its limit")
    }
    switch cut {
    case nil: break
    case .known(let total):
      remarks.append(
        "\(own: provider) has \(own: Numeral.places(total)); it gave the first \(own: Numeral.grouped(entries))")
    case .likely: remarks.append("\(own: provider) may have more; it gave the first \(own: Numeral.grouped(entries))")
    }
    if nameless > 0 { remarks.append("left out \(own: Numeral.grouped(nameless)) without a name") }
    if malformed > 0 { remarks.append("left out \(own: Numeral.grouped(malformed)) that cannot be read") }
    return remarks
  }
}
