import GazetteerIndex
import Testing

@testable import GazetteerShell

struct PickerTests {
  private static let escape = Key.escape.rawValue, up = Key.up.rawValue, down = Key.down.rawValue

  private static func picker(_ names: [String], ticked: Set<String> = []) -> Picker {
    Picker(
      names.enumerated().map { .init(Untrusted($1), detail: "\($0)", isTicked: ticked.contains($1)) },
      title: "categories")
  }

  private static let campus = picker(
    ["ATM", "Café Nord", "Lecture Hall", "Library", "Öffice", "***"], ticked: ["Library"])

  /// The rows of a picker.
  private func rows(_ picker: Picker, columns: Int, rows: Int, isASCII: Bool = false) -> [String] {
    var picker = picker
    picker.fit(rows: rows)
    let scene = picker.scene(columns: columns, rows: rows, isASCII: isASCII)
    return [scene.prompt.map(\.text).joined() + scene.text + scene.hint] + scene.below.map { $0.map(\.text).joined() }
  }

  /// The picker after keys: text is typed, and keys in brackets are pressed.
  private func press(_ keys: [UInt32], on picker: Picker = campus) -> (picker: Picker, ending: PickerEnding?) {
    var picker = picker
    for key in keys {
      if let ending = picker.press(key) { return (picker, ending) }
    }
    return (picker, nil)
  }

  private func keys(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

  @Test(arguments: [
    ("l", ["Lecture Hall", "Library"]), ("HALL", ["Lecture Hall"]), ("cafe", ["Café Nord"]), ("office", ["Öffice"]),
    ("Ö", ["Café Nord", "Öffice"]), ("urehall", ["Lecture Hall"]), ("*", ["***"]), ("xyz", []), ("-", []),
    ("e", ["Café Nord", "Lecture Hall", "Öffice"]),
  ])
  func typingNarrowsTheItems(text: String, matches: [String]) {
    let picker = press(keys(text)).picker
    #expect(picker.matches.map { picker.items[$0].label } == matches)
    #expect(picker.cursor == 0)
  }

  private static let places = Picker(
    ["San José, CR", "San Jose, California, US", "San Jose 2, PH"].map { .init(Untrusted($0)) }, title: "san jose",
    takesOne: true)

  @Test(arguments: [
    ([Control.enter], "San José, CR"), ([down, Control.enter], "San Jose, California, US"),
    ([Control.tab, Control.tab, Control.enter], "San Jose 2, PH"), ([50], "San Jose, California, US"),
    // With a filter, a digit belongs to it, as a blank does.
    ([106, 111, 115, 101, 32, 50, Control.enter], "San Jose 2, PH"), ([0x663], "San Jose 2, PH"),
  ])
  func oneItemIsTaken(keys: [UInt32], expected: String) {
    let (picker, ending) = press(keys, on: Self.places)
    #expect(ending == .done)
    #expect(picker.current?.label == expected)
    #expect(picker.tickedCount == 0)
  }

  @Test(arguments: [[escape], [Control.c], [52, escape, escape], [120, Control.enter, escape, escape]])
  func noneIsTaken(keys: [UInt32]) { #expect(press(keys, on: Self.places).ending == .cancelled) }

  @Test func theItemsToTakeHaveNumbers() {
    let narrowed = press(keys("jose 2"), on: Self.places).picker
    #expect(
      rows(Self.places, columns: 60, rows: 10) == [
        "san jose> ", "3 places   enter or number: take, esc: cancel", "> 1 San José, CR",
        "  2 San Jose, California, US", "  3 San Jose 2, PH",
      ])
    #expect(
      rows(narrowed, columns: 60, rows: 10)[1...] == [
        "3 places   enter or number: take, esc: clear", "> 3 San Jose 2, PH",
      ])
    #expect(rows(narrowed, columns: 60, rows: 1)[0] == "san jose> jose 2 3 San Jose 2, PH")
  }

  @Test func spaceTogglesWhatIsUnderTheCursor() {
    var (picker, _) = press([Self.down] + keys(" ") + [Self.down, Self.down] + keys(" "))
    #expect(picker.items.filter(\.isTicked).map(\.label) == ["Café Nord"])
    #expect(picker.tickedCount == 1)
    (picker, _) = press(keys("xyz "), on: picker)
    #expect(picker.tickedCount == 1, "nothing is under the cursor where nothing matches")
    (picker, _) = press([Self.escape, Control.tab, Control.tab], on: Self.campus)
    #expect(picker.tickedCount == 1, "the control: Esc without a filter leaves, so no key after it counts")
    #expect(press([Control.tab, Control.tab]).picker.tickedCount == 3)
  }

  @Test func allAndNoneMeanEveryItemNotOnlyTheVisibleOnes() {
    let all = press(keys("lib") + [Control.a]).picker
    #expect(all.tickedCount == 6 && all.items.allSatisfy(\.isTicked))
    let none = press(keys("xyz") + [Control.d], on: all).picker
    #expect(none.tickedCount == 0 && !none.items.contains(where: \.isTicked))
  }

  @Test func escapeClearsTheFilterBeforeItLeaves() {
    let (picker, ending) = press(keys("lib") + [Self.escape])
    #expect(ending == nil && picker.filter.isEmpty && picker.matches.count == 6)
    #expect(picker.current?.label == "Library", "the cursor stays where it was")
    #expect(press([Self.escape], on: picker).ending == .cancelled)
  }

  @Test(
    arguments: [
      ([Control.enter], .done), ([Control.newline], .done), ([Control.c], .cancelled), ([Control.g], .cancelled),
      ([0x6c, Control.c], .cancelled), ([0x6c, Control.enter], .done), ([Control.a, Control.d], nil), ([], nil),
    ] as [([UInt32], PickerEnding?)])
  func itIsLeft(keys: [UInt32], ending: PickerEnding?) { #expect(press(keys).ending == ending) }

  @Test func theFilterIsEditedAtItsEnd() {
    let (picker, _) = press(keys("libx") + [Control.delete])
    #expect(picker.filter == "lib" && picker.matches.count == 1)
    #expect(press([Control.u], on: picker).picker.matches.count == 6)
    #expect(press(keys("e\u{301}") + [Control.h]).picker.filter.isEmpty, "a letter with its mark is one")
    var pasted = Self.campus
    pasted.type("li\r\nb\t\n")
    #expect(pasted.filter == "lib")
    pasted.type(String(repeating: "x", count: 300))
    #expect(pasted.filter == "lib", "too long")
  }

  @Test func theCursorStopsAtTheEndsAndTheWindowFollows() {
    var picker = Self.picker((0..<100).map { "c\($0)" })
    picker.show(height: 10)
    (picker, _) = press([Self.up], on: picker)
    #expect(picker.cursor == 0)
    (picker, _) = press([Key.pageDown.rawValue, Control.n, Self.down], on: picker)
    #expect(picker.cursor == 12 && picker.window == 3..<13)
    (picker, _) = press([Key.end.rawValue, Self.down], on: picker)
    #expect(picker.cursor == 99 && picker.window == 90..<100)
    (picker, _) = press([Control.p, Key.pageUp.rawValue], on: picker)
    #expect(picker.cursor == 88 && picker.window == 88..<98)
    picker.show(height: 50)
    #expect(picker.window == 50..<100)
    (picker, _) = press([Key.home.rawValue], on: picker)
    #expect(picker.window == 0..<50)
    (picker, _) = press(keys("c9"), on: picker)
    #expect(picker.window == 0..<11)
  }

  @Test func theScreenShowsIt() {
    let (picker, _) = press([Self.down] + keys(" "))
    #expect(
      rows(picker, columns: 40, rows: 12) == [
        "categories> ", "2 of 6 selected   space ^A ^D enter esc", "    ATM           0", "> ✓ Café Nord     1",
        "    Lecture Hall  2", "  ✓ Library       3", "    Öffice        4", "    ***           5",
      ])
    #expect(
      rows(press(keys("li"), on: picker).picker, columns: 15, rows: 12, isASCII: true) == [
        "> li", "2 of 6 selected", "> x Library",
      ])
    #expect(rows(press(keys("xyz")).picker, columns: 8, rows: 2) == ["> xyz", "nothing…"])
    #expect(rows(picker, columns: 80, rows: 2) == ["categories> ", "> ✓ Café Nord     1"])
    #expect(rows(picker, columns: 80, rows: 1).first == "categories>  ✓ Café Nord")
  }

  @Test func hostileNamesAreShownNeutralised() {
    let shown = rows(Self.picker(["\u{1b}[2Jx", "\u{202e}y"]), columns: 80, rows: 24).joined(separator: "\n")
    #expect(!shown.unicodeScalars.contains { ["\u{1b}", "\u{202e}"].contains($0) })
  }

  /// After any keys, on any screen, the cursor is visible, the count is right, and every row fits.
  @Test(arguments: [(1, 1), (5, 2), (12, 3), (40, 12), (80, 24), (200, 50)])
  func anyKeyLeavesItWhole(columns: Int, rows: Int) {
    var generator = SplitMix(state: UInt64(columns))
    let names = (0..<60).map { "\(["Ö", "b", "東京", "d e"][$0 % 4])\($0)" }
    var picker = Self.picker(names)
    let keys: [UInt32] =
      Key.allCases.map(\.rawValue) + (1...0x7f) + [0xe9, 0x6771, 0x301, 0xfffd, 0x1f44d]
    for _ in 0..<2000 {
      let size = Bool.random(using: &generator) ? rows : Int.random(in: 1...rows, using: &generator)
      picker.fit(rows: size)
      _ = picker.press(keys.randomElement(using: &generator) ?? 0)
      #expect(picker.matches.isEmpty ? picker.cursor == 0 : picker.window.contains(picker.cursor))
      #expect(picker.tickedCount == picker.items.count(where: \.isTicked))
      let scene = picker.scene(columns: columns, rows: size, isASCII: false)
      #expect(scene.below.count <= max(size - 1, 1))
      #expect(scene.below.allSatisfy { row in Width.of(row.map(\.text).joined()) <= max(columns, 5) })
    }
  }

  @Test func tenThousandItemsAreNarrowedAsByAScan() {
    var picker = Self.picker((0..<10_000).map { "Ünit \($0)" })
    for text in ["u", "n", "i", "t", "7", "7"] { picker.type(text) }
    // "unit77" is in a name only if its blank is ignored.
    #expect(picker.matches == (0..<10_000).filter { "\($0)".hasPrefix("77") })
    picker.eraseAll()
    picker.type("77")
    #expect(picker.matches == (0..<10_000).filter { "\($0)".contains("77") })
    picker.tickAll(true)
    #expect(picker.tickedCount == 10_000)
  }

  @Test func itemsThatHaveChangedMeanwhileAreReplaced() {
    var (picker, _) = press([Self.down] + keys(" ") + keys("e"))
    picker.show(height: 3)
    picker.move(by: 2)
    #expect(picker.current?.label == "Öffice")
    picker.replaceItems(by: Self.picker(["Café Nord", "Garden", "Library", "Öffice"], ticked: ["Garden"]))
    #expect(picker.items.filter(\.isTicked).map(\.label) == ["Café Nord", "Garden", "Library"])
    #expect(picker.tickedCount == 3 && picker.filter == "e" && picker.height == 3)
    #expect(picker.matches.map { picker.items[$0].label } == ["Café Nord", "Garden", "Öffice"])
    #expect(picker.current?.label == "Öffice")
    picker.replaceItems(by: Self.picker([]))
    #expect(picker.matches.isEmpty && picker.current == nil)
  }

  @Test func theSelectionOfOtherDatasetsStays() {
    let names = Self.campus.categories(keeping: [Untrusted("ATM"), Untrusted("elsewhere")])
    #expect(names == [Untrusted("Library"), Untrusted("elsewhere")])
  }
}
