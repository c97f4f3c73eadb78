import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices
@testable import GazetteerSession

/// Messages to a room of a real server of Matrix, Synapse.
@Suite(.enabled(if: RealMatrixServer.isInstalled, "Synapse is not installed: Scripts/test --services installs it"))
struct RealMatrixTests {
  @Test func theRoomGetsTheTextAndThePositionsOnce() throws {
    let server = try RealMatrixServer()
    let telling = TellingFixture.telling(
      [TellingFixture.place("Café ♥", region: TellingFixture.bavaria), TellingFixture.place("Nowhere", at: nil)])
    let content = Array(telling.messageContent.utf8)
    let text = "[matrix]\nserver = \"\(server.address)\"\n"
    let channels = ChannelFixture.channels(text, variables: ["GAZ_MATRIX_TOKEN": server.token])
    let expected = [
      RealMatrixServer.Content(msgtype: "m.text", body: telling.messageLines.joined(separator: "\n"), geo: nil),
      RealMatrixServer.Content(
        msgtype: "m.location", body: "1) Café ♥ @ Bavaria, Germany geo:48.13743,11.57549",
        geo: "geo:48.13743,11.57549"),
    ]
    // The same copy again, by the id of the room and by its alias: the server knows that it has it.
    for address in [server.room, server.room, server.alias] {
      #expect(ChannelFixture.carry("matrix:" + address, content, by: channels).outcome == .sent)
      #expect(try server.messages() == expected)
    }
    // The control: another copy is another message.
    var delivery = try #require(ChannelFixture.delivery("matrix:" + server.room, content, key: "key-2"))
    #expect(channels.carry(delivery, mayHandOver: { true }, cancellation: Cancellation()) == .sent)
    #expect(try server.messages() == expected + expected)
    // A wrong token is refused, and the reason does not repeat it.
    let wrong = ChannelFixture.channels(text, variables: ["GAZ_MATRIX_TOKEN": "planted-token"])
    delivery = try #require(ChannelFixture.delivery("matrix:" + server.room, content, key: "key-3"))
    let refused = wrong.carry(delivery, mayHandOver: { true }, cancellation: Cancellation())
    #expect(refused.word == "failed" && refused.reason == "127.0.0.1 answered 401 (login required)", "\(refused)")
    let nowhere = ChannelFixture.carry("matrix:#nowhere:localhost", content, by: channels).outcome
    #expect(nowhere.word == "failed" && nowhere.reason.contains("404"), "\(nowhere)")
  }
}

/// Messages through the real program apprise.
@Suite(.enabled(if: ServerProcess.has("apprise"), "apprise is not installed: Scripts/test --services installs it"))
struct RealAppriseTests {
  @Test func theProgramHandsTheMessageOver() throws {
    let server = try LoopbackServer.answering(200)
    let program = ServerProcess.python.deletingLastPathComponent().path + "/apprise"
    let telling = TellingFixture.telling([TellingFixture.place("Café ♥", region: TellingFixture.bavaria)])
    let content = Array(telling.messageContent.utf8)
    let text = "[apprise.bob]\nprogram = \"\(program)\"\n"
    let channels = ChannelFixture.channels(
      text, variables: ["GAZ_APPRISE_BOB_URL": "json://127.0.0.1:\(server.port)/planted-token"])
    #expect(ChannelFixture.carry("apprise:bob", content, by: channels).outcome == .sent)
    let request = try #require(server.requests.first)
    #expect(server.requests.count == 1 && request.path.hasPrefix("/planted-token"))
    struct Body: Decodable {
      let title: String
      let message: String
    }
    let body = try JSONDecoder().decode(Body.self, from: Data(request.body.utf8))
    #expect(body.title == "1 place: Café ♥")
    #expect(body.message.trimmingCharacters(in: .newlines) == telling.messageLines.joined(separator: "\n"))
  }

  @Test func aFailureIsReportedWithoutTheAddress() throws {
    let server = try LoopbackServer.answering(500)
    let program = ServerProcess.python.deletingLastPathComponent().path + "/apprise"
    let channels = ChannelFixture.channels(
      "[apprise.bob]\nprogram = \"\(program)\"\n",
      variables: ["GAZ_APPRISE_BOB_URL": "json://127.0.0.1:\(server.port)/planted-token"])
    let content = Array(TellingFixture.telling([TellingFixture.place("A")]).messageContent.utf8)
    let (outcome, _) = ChannelFixture.carry("apprise:bob", content, by: channels)
    // apprise does not say whether the server may have it.
    #expect(outcome.word == "unknown" && !outcome.reason.contains("planted"), "\(outcome)")
  }
}
