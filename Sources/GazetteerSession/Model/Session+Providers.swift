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
    try requirePool(of: provider)
    guard let answer = answer(to: request, asksAgain: asksAgain, context) else {
      let title = around.title ?? Untrusted(around.origin.word)
      return ask(PlacesAsking(request: request, asksAgain: asksAgain, line: line, title: title), context)
    }
    var source = ProvidedSource(
      provider: provider, origin: around.origin, places: answer.places, time: answer.time, isFood: isFood)
    (source.title, source.station, source.order) = (around.title, around.station, order)
    var reply = try list(.provided(source), in: catalog(of: [provider.rawValue]), limit: limit, context)
    reply.notices += answer.remarks(at: context.now)
    return reply
  }

  /// Throws if the name of a provider is that of another dataset.
  func requirePool(of provider: PlacesRequest.Provider) throws(Failure) {
    guard (open.map(\.name) + openings).contains(provider.rawValue), !isPool(provider.rawValue) else { return }
    throw Failure(
      "another dataset is called \(own: provider.rawValue)", try: "close \(own: provider.rawValue), then run it again")
  }

  /// The answer to a request, if it is there.
  func answer(to request: PlacesRequest, asksAgain: Bool = false, _ context: Context) -> ProvidedPlaces? {
    if let given = context.provided(request) { return given }
    guard !asksAgain, let known = answers[request], known.isFresh(at: context.now) else { return nil }
    return known
  }

  /// The reply of a command that needs an answer which is not there.
  func ask(_ asking: PlacesAsking, _ context: Context) -> Reply {
    // A dry run only says that it would ask.
    let isAnswered = !context.asksInBackground && !context.isDryRun
    return isAnswered ? Reply(needs: .places(asking)) : Reply(events: [.placesAsked(asking)])
  }

  /// Whether a dataset has the answers of a provider.
  func isPool(_ name: String) -> Bool { sources[name]?.isPool == true }

  /// The provider is asked from now on.
  mutating func ask(_ asking: PlacesAsking) -> [Effect] {
    guard !jobs.contains(.asking(asking.request)) else {
      // One answer is enough; it is for the command that was given last.
      askings[asking.request] = asking
      return [.notice("\(own: asking.request.provider.rawValue) is being asked already; to wait for it: wait")]
    }
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
  /// The words of a command that uses the answer, whatever is listed or selected then.
  package let line: [Word]
  /// What is at the point: `Newark, New Jersey, US`, or the point. What is looked for if it may be anywhere.
  let title: Untrusted

  /// That a provider gave so many places, and how to use them.
  package func notice(count: Int) -> Message {
    let (provider, line) = (request.provider.rawValue, Untrusted(bytes: FactLine.text(line)))
    let places = Numeral.places(count)
    guard request.area == nil else {
      return "\(own: provider) gave \(own: places) around \(cut: title); to list them: \(line)"
    }
    guard count > 0 else { return "\(own: provider) does not know \(quoted: title)" }
    return "\(own: provider) knows \(own: places) for \(quoted: title); to go on: \(line)"
  }

  package var statement: Statement { Statement(words: line) }
}

extension ProvidedPlaces {
  /// Whether it can be listed again without asking: it is what was asked for, and new enough.
  fileprivate func isFresh(at now: Int64) -> Bool { excuse == nil && PlacesRequest.isFresh(time, at: now) }

  /// That it is an older answer, and why; nil if it is as new as was asked for.
  func age(at now: Int64) -> Message? {
    excuse.map { "\($0), so this is an answer of \(own: Numeral.age(seconds: now - time)) ago" }
  }

  /// What the user should know about the answer.
  fileprivate func remarks(at now: Int64) -> [Message] {
    var remarks = [age(at: now)].compactMap(\.self)
    if excuse == nil, now - time >= 60 {
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
