import Testing

@testable import GazetteerIndex
@testable import GazetteerSession

struct ImportDiffTests {
  private static func id(_ number: Int64) -> FavoriteID { FavoriteID(milliseconds: number, counter: 0, random: 0) }

  private static func favorite(
    _ number: Int64, _ name: String, at latitude: Double? = 1, note: String? = nil
  ) -> Favorite {
    let place = Place(
      id: PlaceID(dataset: "d", id: .number(number)), name: Untrusted(name),
      coordinate: latitude.flatMap { Coordinate(latitude: $0, longitude: 2) })
    var favorite = Favorite(id: id(number), place: place, created: 100)
    favorite.note = note.map { Untrusted($0) }
    return favorite
  }

  private static func kept(_ favorites: [Favorite]) -> Favorites {
    Favorites().updated(by: FavoritesUpdate(revision: 1, isWhole: true, changed: favorites))
  }

  private static func record(
    _ name: String, at latitude: Double? = 1, line: Int = 1,
    _ change: Change = { _ in }
  ) -> ImportedFavorite {
    var record = ImportedFavorite(
      Untrusted(name), at: latitude.flatMap { Coordinate(latitude: $0, longitude: 2) }, position: "line \(line)")
    change(&record)
    return record
  }

  private static func diff(_ records: [ImportedFavorite], into favorites: [Favorite], list: String? = nil) -> ImportDiff
  {
    var file = ImportedFile(format: "gpx")
    file.favorites = records
    var next: Int64 = 1000
    return ImportDiff(file, into: kept(favorites), list: list.map { Untrusted($0) }, at: 500) {
      next += 1
      return id(next)
    }
  }

  /// A record, and whether it is the saved `Café` at latitude 1 with the id 7 in the dataset d.
  @Test(
    arguments: [
      (record("cafe"), true), (record("Café", at: 1.0004), true), (record("Café", at: 1.0005), false),
      (record("Bar"), false), (record("Café", at: nil), false),
      (record("Bar", at: 50) { $0.id = id(7) }, true), (record("Café") { $0.id = id(8) }, true),
      (record("Bar", at: 50) { $0.source = PlaceID(dataset: "d", id: .number(7)) }, true),
      (record("Bar", at: 50) { $0.source = PlaceID(dataset: "d", id: .text("7")) }, false),
      (record("Bar", at: 50) { $0.source = PlaceID(dataset: "e", id: .number(7)) }, false),
    ])
  func aFavoriteIsRecognised(record: ImportedFavorite, isKept: Bool) {
    let diff = Self.diff([record], into: [Self.favorite(7, "Café")])
    #expect(diff.rows.contains { $0.isNew } == !isKept)
  }

  @Test func twoFavoritesOfAFileStayTwo() {
    let kept = [Self.favorite(7, "Café"), Self.favorite(8, "Café")]
    let records = [Self.record("Café") { $0.id = Self.id(8) }, Self.record("Café") { $0.id = Self.id(9) }]
    let diff = Self.diff(records, into: kept)
    // The second is the other saved favorite, whose id is not in the file.
    #expect(diff.rows.isEmpty && diff.same == 2 && diff.repeated == 0)
    let first = Self.diff([records[0], Self.record("Café") { $0.id = Self.id(7) }], into: [Self.favorite(8, "Café")])
    #expect(first.rows.map(\.isNew) == [true] && first.same == 1 && first.rows[0].after.id == Self.id(7))
  }

  @Test func fieldsMissingInTheFileStay() {
    var kept = Self.favorite(7, "Café", note: "mine")
    kept.lists = [Untrusted("A")]
    kept.rating = 4
    kept.visited = CalendarDay("2026-01-31")
    kept.extras = [Place.Attribute(key: Untrusted("csv:tel"), value: Untrusted("1"))]
    kept.place.categories = [Untrusted("food")]
    kept.place.population = 5
    #expect(Self.diff([Self.record("Café")], into: [kept]).same == 1)
    let record = Self.record("Café") {
      $0.values.lists = [Untrusted("B"), Untrusted("A")]
      $0.values.extras = [Place.Attribute(key: Untrusted("csv:fax"), value: Untrusted("2"))]
      $0.values.rating = 5
    }
    let row = Self.diff([record], into: [kept]).rows[0]
    #expect(row.after.lists == [Untrusted("A"), Untrusted("B")] && row.after.note == Untrusted("mine"))
    #expect(row.after.changed == 500 && row.after.created == 100 && row.before == kept && !row.isOlder)
    #expect(
      row.fields.map { "\($0.label.text): \($0.old?.text ?? "-") \($0.new?.text ?? "-")" }
        == ["lists: A A, B", "rating: 4 5", "csv:fax: - 2"])
  }

  typealias Change = @Sendable (inout ImportedFavorite) -> Void

  private static let changes: [(String, Change)] = [
    ("name", { $0.values.place.name = Untrusted("CAFÉ") }),
    ("position", { $0.values.place.coordinate = Coordinate(latitude: 1.0001, longitude: 2) }),
    ("lists", { $0.values.lists = [Untrusted("L")] }), ("tags", { $0.values.tags = [Untrusted("t")] }),
    ("note", { $0.values.note = Untrusted("n") }), ("rating", { $0.values.rating = 3 }),
    ("visited", { $0.values.visited = CalendarDay("2026-01-31") }),
    (
      "station",
      {
        $0.values.station = Favorite.Station(
          id: PlaceID(dataset: "s", id: .number(1)), name: Untrusted("s"), coordinate: nil)
      }
    ),
    ("other names", { $0.values.place.alternates = [Untrusted("x")] }),
    ("categories", { $0.values.place.categories = [Untrusted("c")] }),
    ("country", { $0.values.place.region.country = Untrusted("DE") }),
    ("population", { $0.values.place.population = 9 }),
    ("time zone", { $0.values.place.timeZone = Untrusted("UTC") }),
    ("credit", { $0.values.attribution = Untrusted("x") }),
    ("its note", { $0.values.place.attributes = [Place.Attribute(key: Untrusted("note"), value: Untrusted("x"))] }),
    ("gpx:sym", { $0.values.extras = [Place.Attribute(key: Untrusted("gpx:sym"), value: Untrusted("x"))] }),
  ]

  /// A change of any single field is reported.
  @Test func everyFieldCanChange() {
    for (label, change) in Self.changes {
      let diff = Self.diff([Self.record("Café", change)], into: [Self.favorite(7, "Café")])
      #expect(diff.rows.first?.fields.map { $0.label.text } == [label])
    }
  }

  @Test func roundingByAnotherProgramIsNoChange() {
    let near = Self.record("Café", at: 1.000005)
    #expect(Self.diff([near], into: [Self.favorite(7, "Café")]).same == 1)
    let own = Self.record("Café", at: 1.000005) { $0.id = Self.id(7) }
    #expect(Self.diff([own], into: [Self.favorite(7, "Café")]).rows.count == 1)
  }

  @Test func aFavoriteChangedSinceTheFileWasWrittenIsSaid() {
    let record = Self.record("Café") {
      $0.values.note = Untrusted("old")
      $0.changed = 99
    }
    #expect(Self.diff([record], into: [Self.favorite(7, "Café", note: "new")]).rows.map(\.isOlder) == [true])
  }

  @Test func repetitionsInAFileAreOneFavorite() {
    let records = [
      Self.record("Café", line: 1) { $0.values.lists = [Untrusted("A")] },
      Self.record("cafe", line: 2) {
        $0.values.lists = [Untrusted("B")]
        $0.values.note = Untrusted("n")
      },
      Self.record("Café", at: 2, line: 3),
    ]
    let diff = Self.diff(records, into: [], list: "Trip")
    #expect(diff.repeated == 1 && diff.rows.map(\.position) == ["line \(1)", "line \(3)"])
    let first = diff.rows[0].after
    #expect(first.place.name == Untrusted("Café") && first.note == Untrusted("n"))
    #expect(first.lists.map(\.text) == ["A", "Trip", "B"])
  }

  @Test func aNewFavoriteIsFoundByItsOwnIdOrItsSource() {
    let added = Self.diff([Self.record("x")], into: []).rows[0].after
    #expect(added.place.id == added.handle && added.created == 500 && added.changed == 500)
    let source = PlaceID(dataset: "d", id: .number(1))
    let written = Self.diff(
      [
        Self.record("x") {
          $0.id = Self.id(3)
          $0.source = source
          $0.created = 5
          $0.changed = 6
        }
      ], into: []
    ).rows[0].after
    #expect(written.id == Self.id(3) && written.place.id == source && written.created == 5 && written.changed == 6)
  }

  @Test func everyRecordCountsOnceAndEveryFavoriteChangesOnce() {
    var random = SplitMix(state: 3)
    func point() -> (name: String, latitude: Double) {
      (["a", "A", "b", "ä", "!"][Int(random.next() % 5)], Double(random.next() % 200) * 1e-5)
    }
    for _ in 0..<30 {
      let kept = (0..<Int64(10)).map { number in
        let (name, latitude) = point()
        return Self.favorite(number, name, at: latitude)
      }
      let records = (0..<20).map { line in
        let (name, latitude) = point()
        return Self.record(name, at: latitude, line: line) { $0.values.rating = line % 5 + 1 }
      }
      let diff = Self.diff(records, into: kept)
      #expect(diff.rows.count + diff.same + diff.repeated == records.count)
      #expect(Set(diff.rows.map { $0.after.id }).count == diff.rows.count)
      #expect(diff.rows.allSatisfy { row in row.isNew != kept.contains { $0.id == row.after.id } })
    }
  }

  /// After a diff is saved, the same file has nothing more to change.
  @Test func importedFavoritesAreSaved() {
    let records = (0..<50).map { line in
      Self.record(["a", "b", "c"][line % 3], at: Double(line / 5), line: line) { $0.values.rating = line % 5 + 1 }
    }
    let diff = Self.diff(records, into: [Self.favorite(7, "a"), Self.favorite(8, "b", at: 2)])
    let kept = Self.kept([]).updated(
      by: FavoritesUpdate(revision: 2, isWhole: true, changed: diff.rows.map { $0.after }))
    let again = Self.diff(records, into: kept.all)
    #expect(diff.rows.contains { $0.isNew } && diff.rows.contains { !$0.isNew } && diff.repeated > 0)
    #expect(again.rows.isEmpty && again.repeated == diff.repeated)
  }
}
