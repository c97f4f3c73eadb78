import GazetteerIndex

extension Session {
  /// The list of a provider's answer. If there is no answer yet, or a new one is asked for, the reply asks for it: in
  /// the background at the prompt, otherwise before it answers.
  func provided(
    _ around: AroundSource, from provider: PlacesRequest.Provider, order: AroundSource.Order?, asksAgain: Bool,
    limit: Limit, _ context: Context
  ) throws -> Reply {
    let isFood = around.kind == .food
    let request = PlacesRequest(
      provider, around: around.origin, within: around.radius, isFood: isFood, term: around.term)
    try context.require(.network, for: around.command)
    if let other = sources[provider.rawValue], other.source.text != provider.rawValue {
      throw Failure(
        "another dataset is called \(own: provider.rawValue)", try: "close \(own: provider.rawValue), then run it again"
      )
    }
    let given: ProvidedPlaces? = if case .places(let places)? = context.given { places } else { nil }
    guard let answer = given ?? (asksAgain ? nil : answers[request]) else {
      let asking = PlacesAsking(request: request, asksAgain: asksAgain)
      // A dry run only says that it would ask.
      let isAnswered = !context.asksInBackground && !context.isDryRun
      return isAnswered ? Reply(needs: .places(asking)) : Reply(events: [.placesAsked(asking)])
    }
    var source = ProvidedSource(
      provider: provider, origin: around.origin, places: answer.places, time: answer.time, isFood: isFood)
    (source.title, source.station, source.order) = (around.title, around.station, order)
    var seen = self
    _ = seen.receive(.placesProvided(answer))
    var reply = try seen.list(
      .provided(source), in: seen.catalog(of: [provider.rawValue]), limit: limit, context)
    if given != nil { reply.events.insert(.placesProvided(answer), at: 0) }
    reply.notices += answer.remarks(at: context.now)
    return reply
  }

  /// The provider is asked from now on.
  mutating func ask(_ asking: PlacesAsking) -> [Effect] {
    guard !jobs.contains(.asking(asking.request)) else { return [] }
    jobs.append(.asking(asking.request))
    return [.askPlaces(asking)]
  }

  /// Adds the places of an answer to those of the provider.
  mutating func take(_ answer: ProvidedPlaces) -> [Effect] {
    let name = answer.request.provider.rawValue
    let wasAsked = jobs.contains(.asking(answer.request))
    jobs.removeAll { $0 == .asking(answer.request) }
    answers[answer.request] = answer
    if let index = open.firstIndex(where: { $0.name == name }) {
      open[index] = answer.pool.source
    } else {
      open.append(answer.pool.source)
    }
    sources[name] = SessionState.Source(name: name, source: Untrusted(name))
    guard wasAsked else { return [] }
    return [
      .notice("\(own: name) gave \(own: Numeral.places(answer.places.count)); to list them, run the command again")
    ]
  }

  /// The provider gave no answer. What was listed before stays.
  mutating func refuse(_ asking: PlacesAsking, _ failure: Failure) -> [Effect] {
    jobs.removeAll { $0 == .asking(asking.request) }
    return [.report(failure)]
  }
}

/// A request to a provider, and whether a new answer is wanted even if there is a fresh copy.
package struct PlacesAsking: Equatable, Sendable {
  package let request: PlacesRequest
  package let asksAgain: Bool
}

extension ProvidedPlaces {
  /// What the user should know about the answer.
  fileprivate func remarks(at now: Int64) -> [Message] {
    var remarks: [Message] = []
    if let excuse {
      remarks.append("\(excuse), so this is an answer of \(own: Numeral.age(seconds: now - time)) ago")
    } else if now - time >= 60 {
      remarks.append("this answer is \(own: Numeral.age(seconds: now - time)) old; for a new one: --refresh")
    }
    if skipped > 0 { remarks.append("left out \(own: Numeral.grouped(skipped)) without a name") }
    return remarks
  }
}
