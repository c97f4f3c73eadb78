import CWorld
import GazetteerIndex
import GazetteerServices
import Testing

@testable import GazetteerSession

/// The columns of the preview depend on the window, not on the rows.
struct PreviewColumnsTests {
  private static let queries = [
    "lond", "springfield", "birmingham", "barcelona", "munich", "paris tx", "saint petersburg", "münchen bayern",
  ]

  private func rows(_ line: String, in session: Session, _ style: Style, rows: Int = 10) -> [Preview.Row] {
    PreviewedCommand(line)?.preview(in: session, rows: rows, style: style, context: Context())?.rows ?? []
  }

  /// The cells where columns begin, as far as a text shows it, and where those with numbers end.
  private func columns(_ row: Preview.Row) -> [String] {
    var columns: [String] = []
    var (cell, blanks) = (0, 2)
    for character in row.text {
      if character == " " {
        if blanks == 0, columns.last?.hasPrefix("number") == true {
          columns[columns.count - 1] = "number before \(cell)"
        }
        blanks += 1
      } else {
        if blanks > 1 { columns.append(character.isNumber || character == "-" ? "number" : "text from \(cell)") }
        blanks = 0
      }
      cell += Width.of(character)
    }
    if columns.last?.hasPrefix("number") == true { columns[columns.count - 1] = "number before \(cell)" }
    return columns
  }

  @Test(
    .enabled(if: gaz_world_size() > 0, "built without the world; try: Scripts/setup"), arguments: [40, 60, 80, 120])
  func columnsKeepTheirPlacesFromTheFirstLetterToTheLast(width: Int) throws {
    let bytes = UnsafeRawBufferPointer(start: gaz_world_bytes(), count: gaz_world_size())
    let session = Session(world: try Snapshot.dataset(at: bytes, named: "world"))
    var seen: [[String]: String] = [:]
    var count = 0
    for query in Self.queries {
      for end in query.indices.dropFirst(2) {
        for row in rows(String(query[...end]), in: session, Style(width: width)) {
          seen[columns(row)] = row.text
          count += 1
          #expect(Width.of(row.text) <= width)
        }
      }
    }
    #expect(count > 200)
    #expect(seen.count == 1, "\(seen.values.sorted().joined(separator: "\n"))")
    let numbers = [40: 1, 60: 2][width] ?? 3
    #expect(seen.first?.key.count { $0.hasPrefix("number") } == numbers)
  }

  /// A column is there if another place of the data has a value in it. So the row of a place is always the same,
  /// whatever rows are beside it.
  @Test(
    arguments: [
      "", "--columns all", "--columns name,population,height,latitude", "--columns name,height,grade,id",
      "--sort height",
      "--sort grade --reverse",
    ], [80, 200])
  func noColumnComesOrGoes(options: String, width: Int) {
    let places = [
      Example(id: .number(1), name: "Alba", position: (1, 2), category: "town", attributes: [("height", "7")]),
      Example(
        id: .number(2), name: "Albert", position: (-10.5, 120.25), country: "US", population: 101_000, category: "town",
        attributes: [("height", "1200"), ("grade", "A")]),
      Example(
        id: .number(3), name: "Albi", position: (1, 2), country: "FR", population: 9, category: "city",
        attributes: [("grade", "12")]),
    ]
    for isChecked in [false, true] {
      var conversation = Conversation(Example.dataset("d", places))
      if isChecked { conversation.say("search alba; check 1") }
      let shown = { (style: Style) in
        Set(
          ["alb", "alba", "albe", "albi", "alb --in us", "alb --category town"].flatMap { line in
            // A place has its further columns in further rows.
            Dictionary(grouping: rows("search \(line) \(options) ", in: conversation.session, style), by: \.number)
              .values.map { $0.map(\.text).joined(separator: "\n").dropFirst(2) }
          })
      }
      let fixed = shown(Style(width: width))
      #expect(fixed.count == places.count, "\(fixed.sorted().joined(separator: "\n"))")
      // The control: where lines have no width, columns are as wide as their texts.
      #expect(shown(Style()).count > places.count)
    }
  }

  @Test func checkMarksHaveAColumnIfAnyPlaceIsChecked() {
    var conversation = Conversation()
    let style = Style(width: 80)
    #expect(rows("springfield", in: conversation.session, style).first?.text.hasPrefix(" 1  ♡  Spr") == true)
    conversation.say("search zür")
    conversation.say("check 1")
    #expect(rows("springfield", in: conversation.session, style).first?.text.hasPrefix(" 1     ♡  Spr") == true)
    #expect(rows("zür", in: conversation.session, style).first?.text.hasPrefix(" 1  ✓  ♡  Zür") == true)
  }

  private static let long = "Llanfairpwllgwyngyllgogerychwyrndrobwll"

  /// What follows a name is cut first, then the name, then the division. The country and the marks stay.
  @Test func longTextsAreCut() throws {
    let session = Session(
      world: Example.dataset(
        "world",
        [
          Example(id: .number(1), name: Self.long, country: "GB", admin1: "Somewhere in the north of Wales"),
          Example(id: .number(2), name: "Oz", alternates: ["Llanelli of the many long names"], country: "GB"),
        ]))
    let rows = rows("llan", in: session, Style(width: 40))
    try #require(rows.count == 2)
    let name = rows[0].text.contains("Oz") ? rows.reversed() : rows
    #expect(name[0].text.hasSuffix("♡  Llanfairpwllgwyn…  Somewhere…, GB"))
    #expect(name[1].text.hasSuffix("♡  Oz, as Llanelli …  GB"))
    for row in name {
      #expect(row.matches.map { String(decoding: Array(row.text.utf8)[$0], as: UTF8.self) } == ["Llan"])
    }
  }

  /// A name is cut before what tells its place from others of that name, and has no marks where it is cut.
  @Test func whatTellsPlacesApartStays() {
    let session = Session(
      world: Example.dataset(
        "world",
        ["north", "south"].enumerated().map {
          Example(id: .number(Int64($0.offset)), name: Self.long, country: "GB", attributes: [("part", $0.element)])
        }))
    let rows = rows(Self.long, in: session, Style(width: 40))
    #expect(rows.map { $0.text.dropFirst(7) } == ["Llanfair… (north)  GB", "Llanfair… (south)  GB"])
    for row in rows {
      #expect(row.matches.map { String(decoding: Array(row.text.utf8)[$0], as: UTF8.self) } == ["Llanfair"])
    }
  }
}
