import GazetteerIndex
import Testing

@testable import GazetteerSession

@Suite struct RefreshTests {
  private func places(_ names: [String], named dataset: String = "stops") -> Dataset {
    var builder = DatasetBuilder()
    for (number, name) in names.enumerated() {
      builder.set(id: .number(Int64(number + 1)))
      name.withBytes { builder.set(name: $0) }
      builder.addDraft()
    }
    return Dataset(name: dataset, about: DatasetAbout(source: Untrusted("stops.csv"), format: "csv"), builder: builder)
  }

  private func conversation(source: String = "stops.csv") -> Conversation {
    var conversation = Conversation()
    _ = conversation.session.receive(.openAsked(OpenRequest(source: Untrusted(source), name: "stops")))
    _ = conversation.session.receive(.opened(places(["A", "B", "C"])))
    return conversation
  }

  private func notices(_ effects: [Effect]) -> [String] {
    effects.compactMap { if case .notice(let message) = $0 { message.neutralised } else { nil } }
  }

  @Test func theSourcesInUseAreReadAgain() throws {
    var conversation = conversation()
    #expect(conversation.say("refresh") == "")
    guard case .refresh(let request) = try #require(conversation.effects.last) else {
      Issue.record("\(conversation.effects)")
      return
    }
    #expect(request.source == OpenRequest(source: Untrusted("stops.csv"), name: "stops"))
    #expect(conversation.say("refresh stops").hasPrefix("! stops is already being refreshed"))
  }

  @Test func aNewVersionTakesThePlaceOfTheOldOne() {
    var conversation = conversation()
    conversation.say("search --limit all")
    conversation.say("check 2")
    conversation.say("check 3")
    conversation.say("select 3")
    conversation.say("refresh")
    #expect(
      notices(conversation.session.receive(.refreshed(SourceReference(places(["A2", "B2"])))))
        == ["stops now has 2 places (before: 3)", "1 place with a check mark does not exist any more"])
    #expect(conversation.session.checked.places == [PlaceID(dataset: "stops", id: .number(2))])
    #expect(conversation.session.jobs.isEmpty && conversation.session.inUse == ["stops"])
    #expect(conversation.say("show 2").contains("B2"))
    #expect(conversation.say("show 3").hasPrefix("! there is no place \"stops:3\""))
    #expect(conversation.say("show .").hasPrefix("! there is no place \"stops:3\""))
    #expect(conversation.say("list").contains("A2"))
  }

  /// The lists before have shown all of three places, or as many as were asked for.
  @Test(arguments: [
    (["search"], 5), (["search --limit 2"], 2), (["search --limit 2", "more"], 5),
    (["search --limit 2", "more --limit 1"], 3),
    (["search --limit 2", "more --limit all"], 5), (["search", "list"], 5), (["select-category Default", "list"], 5),
    (["select-category Default", "list --limit 1"], 1),
  ])
  func whatARefreshHasAddedIsListed(before: [String], rows: Int) {
    var conversation = conversation()
    for line in before { conversation.say(line) }
    conversation.say("refresh")
    _ = conversation.session.receive(.refreshed(SourceReference(places(["A", "B", "C", "D", "E"]))))
    conversation.say("list")
    #expect(conversation.session.filtered.count == rows)
  }

  @Test func withoutANewVersionAllStays() {
    var conversation = conversation()
    let before = conversation.session
    conversation.say("refresh")
    #expect(notices(conversation.session.receive(.unchanged("stops"))) == ["stops has not changed"])
    conversation.say("refresh")
    let failure = Failure("stops was not refreshed and stays as it was")
    #expect(conversation.session.receive(.refreshFailed("stops", failure)) == [.report(failure)])
    #expect(conversation.session == before)
  }

  /// With a login, the locations of the service are asked for too.
  @Test func theLocationsOfTheServiceAreAskedFor() {
    var conversation = conversation()
    conversation.context.allowed = [.account]
    let ada = Untrusted("ada")
    let fetched = Event.fetched(
      LocationsRequest(.local, .newest), LocationNews(LocationDataset(.local, [], own: ada), .init()))
    _ = conversation.session.receive(.loggedIn(Account(service: "local", key: ada, user: ada), .local))
    #expect(conversation.say("refresh local").hasPrefix("! the locations of local are still being fetched"))
    _ = conversation.session.receive(fetched)
    func asked(_ line: String) -> [String] {
      let before = conversation.effects.count
      conversation.say(line)
      return conversation.effects[before...].map { effect in
        switch effect {
        case .refresh(let request): request.name
        case .fetch(LocationsRequest(.local, .newer)): "newer locations"
        default: "\(effect)"
        }
      }
    }
    #expect(asked("refresh local") == ["newer locations"])
    _ = conversation.session.receive(fetched)
    #expect(asked("refresh") == ["stops", "newer locations"])
    _ = conversation.session.receive(fetched)
    #expect(asked("refresh") == ["newer locations"], "stops is already being refreshed")
    _ = conversation.session.receive(.unchanged("stops"))
    _ = conversation.session.receive(fetched)
    #expect(asked("refresh stops") == ["stops"])
    _ = conversation.session.receive(.unchanged("stops"))
    #expect(asked("refresh local stops local") == ["newer locations", "stops"])
    _ = conversation.session.receive(.unchanged("stops"))
    _ = conversation.session.receive(.logoutAsked(LogoutRequest(.local)))
    #expect(asked("refresh") == ["stops"])
    #expect(conversation.say("refresh local").hasPrefix("! you are not logged in to local"))
  }

  /// Two jobs may end at the same time, and the answer that was made first may come last.
  @Test func anOlderAnswerReplacesNoNewerOne() {
    var conversation = conversation()
    let ada = Untrusted("ada")
    _ = conversation.session.receive(.loggedIn(Account(service: "local", key: ada, user: ada), .local))
    let (older, newer) = (LocationDataset(.local, [], own: ada), LocationDataset(.local, [], own: ada))
    for dataset in [newer, older] {
      _ = conversation.session.receive(
        .fetched(LocationsRequest(.local, .newest), LocationNews(dataset, .init())))
      #expect(conversation.session.locations(of: "local") === newer)
    }
  }

  /// Without the power to use the account, what waits is not sent, and the user is told so.
  @Test(arguments: [true, false]) func whatWaitsIsSentOnlyWithTheAccount(isAllowed: Bool) throws {
    var conversation = conversation()
    let ada = Untrusted("ada")
    _ = conversation.session.receive(.loggedIn(Account(service: "local", key: ada, user: ada), .local))
    _ = conversation.session.receive(
      .fetched(LocationsRequest(.local, .newest), LocationNews(LocationDataset(.local, [], own: ada), .init())))
    conversation.context.allowed = isAllowed ? [.account] : []
    let draft = LocationDraft(place: Untrusted("Rome"), url: Untrusted("https://example.org"), coordinate: nil)
    conversation.context.waiting = WaitingChanges([
      WaitingChange(
        number: 1, service: "local", account: ada, user: ada, .create(draft, clientID: "c"), time: 0)
    ])
    let reply = try conversation.session.answer(
      Statement(words: ["refresh", "local"].map { Word(Untrusted($0)) }), in: conversation.context)
    guard case .fetchAsked(let request)? = reply.events.first else {
      Issue.record("nothing is fetched: \(reply.events)")
      return
    }
    #expect(request.sendsChanges == isAllowed)
    #expect(
      reply.notices.map(\.neutralised)
        == (isAllowed
          ? []
          : [
            "1 change waits to be sent to local; refresh may not send here, because that needs the power account; "
              + "try: outbox retry at the prompt, or gaz --allow=account"
          ]))
  }

  @Test func closingEndsTheRefresh() {
    var conversation = conversation()
    conversation.say("refresh")
    conversation.say("close stops")
    #expect(conversation.effects.contains(.stop(.refreshing("stops"))))
    #expect(conversation.session.receive(.refreshed(SourceReference(places(["A"])))) == [])
    #expect(conversation.session.open.map(\.name) == ["world"])
  }

  @Test(arguments: [
    ("refresh world", "world is not read again; it is built in"),
    ("refresh favorites", "favorites is not read again; the favorites are always the newest"),
    ("refresh nothing", "no dataset is called \"nothing\""),
  ])
  func whatHasNoSourceIsNotReadAgain(line: String, error: String) {
    var conversation = conversation()
    #expect(conversation.say(line).hasPrefix("! " + error))
    #expect(conversation.effects == [])
  }

  @Test func withoutSourcesThereIsNothingToReadAgain() {
    var conversation = Conversation()
    conversation.context.waiting = WaitingChanges()
    #expect(conversation.say("refresh").hasPrefix("! there is nothing to read again"))
    let draft = LocationDraft(place: Untrusted("Munich"), url: Untrusted("https://a.b"), coordinate: nil)
    conversation.context.waiting = WaitingChanges([
      WaitingChange(
        number: 1, service: "campus", account: Untrusted("k"), user: Untrusted("ada"),
        .create(draft, clientID: "c"), time: 0)
    ])
    #expect(
      conversation.say("refresh").hasPrefix(
        "! nothing was sent or fetched; you are not logged in, and 1 change waits to be sent; "
          + "try: login campus --user ada"))
    var fromInput = self.conversation(source: "-")
    #expect(fromInput.say("refresh stops").hasPrefix("! stops cannot be read again"))
  }

  @Test func anAddressNeedsTheNetwork() {
    var conversation = conversation(source: "https://example.org/stops.csv")
    #expect(conversation.say("refresh").contains("network"))
    #expect(conversation.effects == [])
    conversation.context.allowed = [.network]
    #expect(conversation.say("refresh") == "")
  }
}
