import GazetteerIndex
import Testing

@testable import GazetteerSession

/// A favorite as a text that is edited.
struct EditedFavoriteTests {
  private static let station = Favorite.Station(
    id: PlaceID(dataset: "stops", id: .text("A2")), name: Untrusted("Penn Station"), coordinate: nil)

  private static func favorite(_ change: (inout Favorite) -> Void = { _ in }) -> Favorite {
    let place = Place(
      id: PlaceID(dataset: "world", id: .number(1)), name: Untrusted("Paris"),
      coordinate: Coordinate(latitude: 48.85341, longitude: 2.3488))
    let id = FavoriteID(milliseconds: 1, counter: 0, random: 0)
    var favorite = Favorite(id: id, place: place, created: 0)
    change(&favorite)
    return favorite
  }

  private static let full = favorite { favorite in
    favorite.lists = ["summer", "to do"].map { Untrusted($0) }
    favorite.tags = [Untrusted("quiet")]
    favorite.note = Untrusted("Mind the gap.\n# no comment\nname: Rome")
    favorite.rating = 5
    favorite.visited = CalendarDay("2025-12-31")
    favorite.station = station
  }

  /// The favorite that an edited text gives. The only station is `stops:A2`.
  private static func read(_ text: [UInt8], of favorite: Favorite = full) throws(EditedFavorite.Mistake) -> Favorite {
    var edited = EditedFavorite(FavoriteDraft(favorite), at: 0)
    edited.bytes = text
    return try edited.draft { word throws(Failure) in
      guard word.text == "stops:A2" else { throw Failure("there is no place \(quoted: word)") }
      return station
    }.after
  }

  private static func text(_ favorite: Favorite) -> String {
    String(decoding: EditedFavorite(FavoriteDraft(favorite), at: 0).bytes, as: UTF8.self)
  }

  @Test func aFavoriteIsALineAFieldAndItsNote() {
    #expect(
      Self.text(Self.full) == """
        # category, list and tag may have several lines; an empty value is removed.
        name: Paris
        position: 48.85341,2.3488
        category: Default
        list: summer
        list: to do
        tag: quiet
        rating: 5
        visited: 2025-12-31
        station: stops:A2
        # Everything after the next line is the note.
        note:
        Mind the gap.
        # no comment
        name: Rome

        """)
  }

  private static let hostileTexts: [[UInt8]] =
    [
      "plain", " blanks ", "  ", "#", "-x", "--json", "a: b", "note:", "note:\n", "\n", "a\n", "\na\n\n", "a\r\nb\r",
      "\t",
      "\\", "\\x41", "\\\\n", "\u{1b}]0;x\u{7}", "\u{202e}gnp", "e\u{301}", "東京", "👩‍👩‍👧", "\u{feff}", "\u{0}", "\u{9b}2J",
      "\u{2028}", "\u{a0}", "\"", ";", "\u{ffff}",
    ].map { Array($0.utf8) } + [[0xff], [0xc3], [0x41, 0x80, 0x42], [0xed, 0xa0, 0x80], [0xf0, 0x9f]]

  @Test(arguments: hostileTexts) func aWrittenFileIsReadUnchanged(bytes: [UInt8]) throws {
    let text = Untrusted(bytes: bytes)
    let favorite = Self.favorite { favorite in
      if !text.trimmed.isEmpty { favorite.place.name = text }
      favorite.place.categories = [text, Untrusted("x")]
      (favorite.lists, favorite.tags, favorite.note) = ([text], [Untrusted("x"), text], text)
    }
    let written = Self.text(favorite)
    #expect(hostileCodePoints(in: Array(written.utf8)) == [])
    #expect(try Self.read(Array(written.utf8), of: favorite) == favorite)
    // As some editors save a file: with CR LF, without the last newline.
    let carriage = written.replacing("\n", with: "\r\n")
    #expect(try Self.read(Array(carriage.utf8), of: favorite) == favorite)
    if bytes.last != 0x0A { #expect(try Self.read(Array(written.dropLast().utf8), of: favorite) == favorite) }
  }

  @Test func missingAndEmptyFieldsAreRemoved() throws {
    let bare = Self.favorite { $0.place.coordinate = nil }
    #expect(try Self.read(Array("name: Paris".utf8)) == bare)
    let empty = "# x\n\n name :  Paris \nposition:\ncategory:\nlist:\ntag: \nrating:\nvisited:\nstation:\nnote:\n"
    #expect(try Self.read(Array(empty.utf8)) == bare)
  }

  @Test func everyChangedFieldIsRead() throws {
    let text = """
      name: Lutetia
      position: -1.5,2
      category: city
      list: winter
      list: winter
      rating: 1
      visited: 2024-02-29
      station: stops:A2
      note: one
      two
      """
    let expected = Self.favorite { favorite in
      favorite.place.name = Untrusted("Lutetia")
      favorite.place.coordinate = Coordinate(latitude: -1.5, longitude: 2)
      favorite.place.categories = [Untrusted("city")]
      favorite.lists = [Untrusted("winter")]
      (favorite.rating, favorite.visited) = (1, CalendarDay("2024-02-29"))
      (favorite.station, favorite.note) = (Self.station, Untrusted("one\ntwo"))
    }
    #expect(try Self.read(Array(text.utf8), of: Self.favorite()) == expected)
  }

  @Test(
    arguments: [
      ("", "name cannot be empty"), ("name:", "line 1: name cannot be empty"),
      ("list: a\nname:  ", "line 2: name cannot be empty"),
      ("name: a\nname: b", "line 2: name appears twice"),
      ("name: a\nhello", "line 2: \"hello\" has no colon"),
      (
        "name: a\n\ncolour: red",
        "line 3: there is no field \"colour\"; the fields are name, position, category, list, tag, rating, visited, "
          + "station and note"
      ),
      ("name: a\nrating: 6", "line 2: \"6\" is not valid for rating; expected a whole number of stars, from 1 to 5"),
      (
        "name: a\nvisited: 2025-02-29",
        "line 2: \"2025-02-29\" is not valid for visited; expected a day such as 2026-01-31"
      ),
      ("name: a\nposition: here", "line 2: \"here\" is not valid for position; expected LAT,LON in degrees"),
      ("name: a\nposition: 1,200", "line 2: \"1,200\" is not on the globe; expected LAT,LON in degrees"),
      ("name: a\nstation: A3", "line 2: there is no place \"A3\""),
      ("name: a\\b", "line 1: write a backslash as \\\\, and a byte as \\x with two digits, such as \\x1B"),
      (
        "name: a\nnote:\nfine\n\\x1",
        "line 4: write a backslash as \\\\, and a byte as \\x with two digits, such as \\x1B"
      ),
      ("name: a\\", "line 1: write a backslash as \\\\, and a byte as \\x with two digits, such as \\x1B"),
    ]) func aMistakeIsToldWithItsLine(text: String, message: String)
  {
    let mistake = #expect(throws: EditedFavorite.Mistake.self) { try Self.read(Array(text.utf8)) }
    #expect(mistake?.message.neutralised == message)
  }

  @Test func randomTextsAreReadOrRefused() {
    var random = SplitMix(state: 7)
    let pieces = ["name: a\n", "note:", "\n", "\\", "\\x4", ":", "rating: 3\n", "list: ", "\u{1b}", "#", "é", "\r\n"]
    var read = 0
    for _ in 0..<2000 {
      let text = (0..<8).map { _ in pieces[Int(random.next() % UInt64(pieces.count))] }.joined()
      guard let favorite = try? Self.read(Array(text.utf8)) else { continue }
      read += 1
      #expect((try? Self.read(Array(Self.text(favorite).utf8), of: favorite)) == favorite)
    }
    #expect(read > 20, "or this proves nothing")
  }
}
