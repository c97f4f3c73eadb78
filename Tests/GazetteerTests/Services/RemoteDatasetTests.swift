import GazetteerIndex
import GazetteerServices
import Testing

@Suite struct RemoteDatasetTests {
  private func client() -> WebClient {
    WebClient(WebClient.Surroundings(agent: "gaz/test", clock: { 0 }, pause: { _, _ in }, random: { 0 }))
  }

  private func open(_ address: String) throws(ImportError) -> Dataset {
    try RemoteSource(Untrusted(address), through: client(), copies: nil, now: { 0 }).dataset(
      named: "x", cancellation: Cancellation())
  }

  @Test(arguments: [
    ("/a.csv", "id,name,lat,lon\n7,Here,48.1,11.5\n"),
    ("/places", #"[{"id": 7, "name": "Here", "lat": 48.1, "lon": 11.5}]"#),
    ("/a.tsv?version=2", "id\tname\tlat\tlon\n7\tHere\t48.1\t11.5\n"),
  ])
  func anAddressIsReadLikeAFile(path: String, content: String) throws {
    let server = try LoopbackServer.answering(200, [], content)
    let dataset = try open(server.address + path)
    #expect(dataset.count == 1)
    #expect(dataset.place(0).name == Untrusted("Here"))
    #expect(dataset.about.source == Untrusted(server.address + path))
  }

  @Test func anErrorOfTheServerIsTold() throws {
    let server = try LoopbackServer.answering(404, [], "id,name\n1,No\n")
    let host = Untrusted("127.0.0.1")
    #expect(throws: ImportError.web(.refused(host: host, status: 404))) { try open(server.address + "/a.csv") }
  }

  @Test(arguments: ["<!DOCTYPE html><html></html>", " \n<HTML lang=en>"])
  func aWebPageIsTold(content: String) throws {
    let server = try LoopbackServer.answering(200, [], content)
    #expect(throws: ImportError.webPage) { try open(server.address + "/a.csv") }
  }
}
