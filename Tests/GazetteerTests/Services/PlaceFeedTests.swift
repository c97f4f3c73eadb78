import GazetteerIndex
import Testing

@testable import GazetteerServices

/// The places of a provider are in one pool, and each answer is a group of it.
@Suite struct PlaceFeedTests {
  private let north = PlacesRequest(geocoding: Untrusted("north"))
  private let south = PlacesRequest(geocoding: Untrusted("south"))

  private func place(_ id: String, _ name: String = "") -> Place {
    Place(id: PlaceID(dataset: "yelp", id: .text(id)), name: Untrusted(name))
  }

  private func feed(_ earlier: [String] = []) -> PlaceFeed { PlaceFeed(earlier.map { place($0) }) }

  private func ids(_ feed: PlaceFeed, _ request: PlacesRequest) -> [String] {
    feed.places(answering: request).map(\.id.text)
  }

  @Test func pagesThatOverlapHaveNoRepeatsAndKeepTheOrder() {
    var feed = feed()
    feed.take(["c", "a", "c", "b", "a"].map { place($0) }, answering: north) { _ in true }
    #expect(ids(feed, north) == ["c", "a", "b"])
  }

  @Test func anAnswerHasOnlyWhatWasAskedFor() {
    var feed = feed()
    feed.take(["c", "a", "b"].map { place($0) }, answering: north) { $0.id.id != .text("a") }
    #expect(ids(feed, north) == ["c", "b"] && feed.dataset(of: .yelp).count == 3)
  }

  @Test func aNewAnswerTakesThePlaceOfTheOlderOne() {
    var feed = feed(["z", "b"])
    feed.take(["a", "b"].map { place($0) }, answering: north) { _ in true }
    feed.take(["b", "c"].map { place($0) }, answering: south) { _ in true }
    feed.take([place("c"), place("b", "New")], answering: north) { _ in true }
    #expect(ids(feed, north) == ["c", "b"] && ids(feed, south) == ["b", "c"])
    // Lists may still have what is in no answer any more, so it stays. Every place is where it came first.
    #expect(feed.pool.records.map(\.id) == ["z", "b", "a", "c"].map { .text($0) })
    #expect(feed.dataset(of: .yelp).place(.text("b"))?.name.text == "New")
  }
}

extension SourceID {
  fileprivate var text: String {
    switch self {
    case .text(let text): text
    case .number(let number): String(number)
    }
  }
}
