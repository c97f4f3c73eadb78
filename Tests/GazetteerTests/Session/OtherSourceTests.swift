import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerSession

/// A session works with a source that is not a dataset in memory.
struct OtherSourceTests {
  private static let places = [
    ScannedPlace(
      id: .number(1), name: "Springfield", country: "US", population: 9, latitude: 10, longitude: 10,
      categories: ["town"]),
    ScannedPlace(
      id: .number(2), name: "Spring Lake", country: "US", population: 5, latitude: 10.1, longitude: 10,
      categories: ["lake"]),
    ScannedPlace(
      id: .text("x"), name: "Sprague", country: "CA", population: 7, latitude: 40, longitude: 40, categories: ["town"]),
  ]

  /// A conversation over the source alone.
  private func conversation(mostCounted: Int = .max) -> Conversation {
    var conversation = Conversation(nil)
    conversation.open(ScannedSource(Self.places, mostCounted: mostCounted))
    return conversation
  }

  private func handles(_ conversation: Conversation) -> [String] { conversation.session.filtered.map(\.word.text) }

  @Test(arguments: [
    ("search spr", ["scanned:1", "scanned:x", "scanned:2"]), ("search spring --limit 1", ["scanned:2"]),
    ("near 10,10", ["scanned:1", "scanned:2", "scanned:x"]), ("near 10,10 --within 1km", ["scanned:1"]),
    ("within 0,0 20,20", ["scanned:1", "scanned:2"]), ("select-category town", ["scanned:1", "scanned:x"]),
    ("search spr --category lake", ["scanned:2"]),
  ])
  func listsItsPlaces(line: String, expected: [String]) {
    var conversation = conversation()
    let text = conversation.say(line)
    #expect(handles(conversation) == expected, "\(text)")
    #expect(!text.contains("at least"))
  }

  @Test func goesOnAndShowsItsPlaces() {
    var conversation = conversation()
    conversation.say("search spr --limit 2")
    conversation.say("more")
    #expect(handles(conversation) == ["scanned:1", "scanned:x", "scanned:2"])
    #expect(conversation.say("show 3").contains("Spring Lake"))
    #expect(conversation.say("why 3").contains("prefix"))
    #expect(conversation.say("datasets -v").contains("Scanners"))
    #expect(conversation.say("categories").contains("lake"))
    #expect(conversation.say("check 1; checked").contains("Springfield"))
  }

  @Test func saysThatATotalIsAtLeastSoMuch() {
    var conversation = conversation(mostCounted: 2)
    #expect(conversation.say("search spr --limit 1").contains("1 of at least 2 places; the rest: more"))
    #expect(conversation.say("search spr --limit 0").contains("at least 2 places"))
    #expect(conversation.say("more").contains("at least 2 places"))
    #expect(handles(conversation).count == 3)
    #expect(conversation.say("datasets").contains("at least 2"))
    conversation.format = .object(fields: [])
    #expect(conversation.say("search spr").contains("\"total\":2,\"total_is_exact\":false"))
    // The control.
    var exact = self.conversation()
    exact.format = .object(fields: [])
    #expect(exact.say("search spr").contains("\"total\":3,\"query\":\"spr\",\"places\""))
  }

  @Test func isMergedWithDatasets() {
    var conversation = Conversation(Example.cities)
    conversation.open(ScannedSource(Self.places))
    conversation.say("use world scanned")
    conversation.say("search spr")
    let handles = handles(conversation)
    #expect(handles.contains { $0.hasPrefix("world:") } && handles.contains("scanned:1"))
  }

  @Test func completesItsNamesAndPlaces() {
    let conversation = conversation()
    func labels(_ line: String) -> [String] {
      let completion = conversation.session.completion(of: line, cursor: line.utf8.count, in: CompletionContext())
      return completion?.candidates.map(\.label) ?? []
    }
    #expect(labels("search spr") == ["Springfield", "Sprague", "Spring Lake"])
    #expect(labels("search x --category l") == ["lake"])
    #expect(labels("use sc") == ["scanned"])
    #expect(labels("show spri").count == 2)
  }

  @Test(arguments: ["search x", "near 1,2", "within 0,0 1,1", "select-category silence"])
  func aSourceThatDoesNotAnswerIsCancelled(line: String) throws {
    let source = SilentSource()
    var conversation = Conversation(nil)
    conversation.open(source)
    let cancellation = conversation.context.cancellation
    let statements = try Statement.statements(of: Untrusted(line))
    let (session, context) = (conversation.session, conversation.context)
    Thread.detachNewThread {
      source.isAsked.wait()
      cancellation.cancel()
    }
    #expect(throws: (any Error).self) { for statement in statements { _ = try session.answer(statement, in: context) } }
    #expect(cancellation.isCancelled)
  }
}
