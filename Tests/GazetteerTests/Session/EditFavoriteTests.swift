import GazetteerIndex
import Testing

@testable import GazetteerSession

/// `edit-favorite` as state: drafted, saved, discarded.
struct EditFavoriteTests {
  /// A conversation in which London is a favorite and number 1.
  private static func conversation() -> Conversation {
    var conversation = Conversation()
    conversation.context.allowed = [.favorites]
    conversation.say("search london; favorite 1")
    conversation.keep()
    return conversation
  }

  @Test func aDraftIsKeptOnlyByDoneAndThePromptEndsOnceItIsKept() throws {
    var conversation = Self.conversation()
    let before = try #require(conversation.session.favorites.all.first)
    conversation.say("edit-favorite 1; name Londinium; rate 5")
    #expect(conversation.session.favorites.all == [before])
    conversation.say("done")
    #expect(conversation.session.favoriteDraft?.hasChanges == true, "it is not kept yet")
    conversation.keep()
    #expect(conversation.session.mode == .commands)
    let after = try #require(conversation.session.favorites.all.first)
    #expect((after.place.name.text, after.rating, after.id) == ("Londinium", 5, before.id))
    #expect(after.place.id == before.place.id && after.created == before.created)
  }

  @Test func aDraftThatCannotBeSavedStays() {
    var conversation = Self.conversation()
    conversation.say("edit-favorite 1; rate 5; done")
    _ = conversation.session.receive(.favoritesRead(Favorites()))
    #expect(conversation.session.favoriteDraft?.after.rating == 5)
  }

  @Test func changesByAnotherSessionStay() throws {
    var conversation = Self.conversation()
    conversation.say("edit-favorite 1; rate 5")
    let text = EditedFavorite(try #require(conversation.session.favoriteDraft), at: 0)
    let before = try #require(conversation.session.favorites.all.first)
    var other = before
    (other.note, other.changed) = (Untrusted("theirs"), 9)
    let update = FavoritesUpdate(revision: 7, isWhole: true, changed: [other])
    _ = conversation.session.receive(.favoritesRead(conversation.session.favorites.updated(by: update)))
    guard case .ask(let question)? = conversation.session.receive(.textEdited(text)).first,
      case .keepFavorites(let edit, _)? = question.effects.first
    else {
      Issue.record("nothing is asked")
      return
    }
    let change = try #require(edit.changes.first)
    #expect(change.before == other && change.after?.note == other.note && change.after?.rating == 5)
    _ = conversation.session.receive(.answered(.no))
    conversation.say("done")
    conversation.keep()
    let after = try #require(conversation.session.favorites.all.first)
    #expect(after.note == other.note && after.rating == 5)
    #expect(conversation.session.mode == .commands)
  }

  @Test func leavingAsksOnlyIfSomethingChanged() {
    for (line, quits) in [("cancel", false), ("quit", true)] {
      var conversation = Self.conversation()
      conversation.say("edit-favorite 1")
      let untouched = conversation.session
      conversation.say("rate 3")
      let drafting = conversation.session
      conversation.say(line)
      guard case .ask(let question)? = conversation.effects.last else {
        Issue.record("\(line) asks nothing")
        continue
      }
      #expect(question.prompt.neutralised == "London has unsaved changes: stay or disregard?")
      var staying = conversation.session
      _ = staying.receive(.answered(.no))
      #expect(staying == drafting)
      let farewell = Effect.notice("edit-favorite ended without done: \(cut: Untrusted("London")) is unchanged")
      #expect(conversation.session.receive(.answered(.yes)) == [farewell] + (quits ? [.quit] : []))
      #expect(conversation.session.mode == .commands)
      conversation.session = untouched
      let known = conversation.effects.count
      conversation.say(line)
      #expect(conversation.effects[known...] == [.notice("nothing changed")] + (quits ? [.quit] : []))
      #expect(conversation.session.mode == .commands)
    }
  }

  @Test func aScriptThatEndsInTheNestedPromptDiscardsTheDraft() {
    var conversation = Self.conversation()
    conversation.say("edit-favorite 1; rate 3")
    let farewell = Effect.notice("edit-favorite ended without done: \(cut: Untrusted("London")) is unchanged")
    #expect(conversation.session.receive(.draftAbandoned) == [farewell])
    #expect(conversation.session.mode == .commands)
  }

  @Test func aDryRunPrintsWhatItWouldSave() {
    var conversation = Self.conversation()
    conversation.context.isDryRun = true
    #expect(conversation.say("edit-favorite 1 --rating 2") == "would edit-favorite London\n")
    #expect(conversation.say("edit-favorite 1 --editor") == "would edit London in an editor\n")
    #expect(conversation.say("unfavorite 1") == "would remove London from the favorites, after asking\n")
    conversation.say("edit-favorite 1; rate 3")
    #expect(conversation.say("done") == "would edit-favorite London\n")
    #expect(conversation.session.mode == .commands)
  }

  @Test func aTextThatWasNotChangedChangesNothing() {
    var (session, text) = Self.edited { $0 }
    #expect(session.receive(.textEdited(text)) == [.notice("nothing changed")])
    #expect(session.mode == .commands)
    // The same after a failure of the editor.
    #expect(session.receive(.textEditFailed(text, Failure("x"))) == [.report(Failure("x"))])
    text.bytes += Array("more".utf8)
    #expect(session.receive(.textEditFailed(text, Failure("x"))).last == .ask(text.editAgain()))
  }

  @Test func changesAreShownAndConfirmedBeforeTheyAreSaved() {
    var (session, text) = Self.edited { $0.replacing("rating:", with: "rating: 4") }
    let effects = session.receive(.textEdited(text))
    guard case .ask(let question)? = effects.first, effects.count == 1 else {
      Issue.record("nothing is asked")
      return
    }
    #expect(question.prompt.neutralised == "save these changes? [y/N]")
    #expect(question.details.map(\.neutralised) == ["rating: 4, was none"])
    var refused = session
    #expect(refused.receive(.answered(.no)) == [.notice("nothing was saved")])
    guard case .keepFavorites(let edit, let message)? = session.receive(.answered(.yes)).first else {
      Issue.record("nothing is saved")
      return
    }
    #expect(edit.changes.map(\.after?.rating) == [4] && edit.title.text == "edit-favorite London")
    #expect(message.neutralised == "saved: London; rating: 4, was none")
  }

  @Test func aMistakeLosesNoText() {
    let (start, text) = Self.edited { $0.replacing("rating:", with: "rating: 9\nvisitd: x") }
    var session = start
    guard case .ask(let question)? = session.receive(.textEdited(text)).first else {
      Issue.record("nothing is asked")
      return
    }
    #expect(question.prompt.neutralised == "edit it again? [Y/n]")
    #expect(question.details.map(\.neutralised) == ["line 8: there is no field \"visitd\"; \(Self.fields)"])
    #expect(session.receive(.answered(.yes)) == [.editText(text)])
    #expect(session.mode == .commands)
  }

  /// A session with a favorite, and its text as it was left.
  private static func edited(_ change: (String) -> String) -> (Session, EditedFavorite) {
    let conversation = conversation()
    var text = EditedFavorite(FavoriteDraft(conversation.session.favorites.all[0]), at: 5)
    text.bytes = Array(change(String(decoding: text.bytes, as: UTF8.self)).utf8)
    return (conversation.session, text)
  }

  private static let fields =
    "the fields are name, position, category, list, tag, rating, visited, station and note"
}

extension Conversation {
  /// Performs the last effect as a store does.
  fileprivate mutating func keep() {
    guard case .keepFavorites(let edit, _)? = effects.last else { return }
    let update = FavoritesUpdate(
      revision: session.favorites.revision + 1, isWhole: false, changed: edit.changes.compactMap(\.after))
    _ = session.receive(.favoritesRead(session.favorites.updated(by: update)))
  }
}
