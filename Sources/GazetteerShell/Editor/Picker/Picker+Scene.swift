import GazetteerIndex
import GazetteerSession

/// What the screen shows of a picker.
///
///     categories> lec                               ◄─ the filter
///     3 of 9 selected   space ticks, enter done …
///     > ✓ Lecture                                20 ◄─ the cursor
extension Picker {
  /// How many items are shown on a screen of so many rows. The filter and the keys need a row each; the rest of the
  /// screen keeps what was printed before.
  package static func height(onRows rows: Int, count: Int) -> Int {
    let room = rows > 2 ? rows - 2 : rows - 1
    return max(1, min(room, max(8, rows / 2), count))
  }

  /// Fits the window to the screen.
  package mutating func fit(rows: Int) { show(height: Self.height(onRows: rows, count: items.count)) }

  /// The scene on a screen of so many columns and rows.
  package func scene(columns: Int, rows: Int, isASCII: Bool) -> Scene {
    let style = Style(isASCII: isASCII)
    var scene = Scene()
    let prompt = title + "> "
    scene.prompt = [StyledText(columns >= 2 * prompt.count ? prompt : "> ")]
    scene.text = filter
    scene.cursor = filter.utf8.count
    if rows == 1, let current { scene.hint = " " + mark(matches[cursor], in: style) + " " + current.label }
    if rows > 2 { scene.below.append(status(columns: columns)) }
    if matches.isEmpty {
      scene.below.append([StyledText(Width.fit("nothing matches", cells: columns, ascii: isASCII), .dim)])
    } else {
      scene.below += window.map { row($0, columns: columns, in: style) }
    }
    return scene
  }

  private func status(columns: Int) -> ScreenRow {
    let count = Numeral.grouped(items.count)
    let sum = takesOne ? "\(count) places" : "\(Numeral.grouped(tickedCount)) of \(count) selected"
    // Esc removes the filter first.
    let escape = filter.isEmpty ? "cancel" : "clear"
    let keys = takesOne ? Self.keysToTakeOne(escape) : Self.keysToTick(escape)
    let gap = "   "
    let fitting = keys.first { Width.of(sum + gap + $0) <= columns }
    return [StyledText(Width.fit(sum, cells: columns)), StyledText(fitting.map { gap + $0 } ?? "", .dim)]
  }

  private static func keysToTick(_ escape: String) -> [String] {
    [
      "space: tick   enter: done   esc: \(escape)   ctrl-a: all   ctrl-d: none   type to filter",
      "space tick, enter done, esc \(escape), ^A all, ^D none", "space ^A ^D enter esc",
    ]
  }

  private static func keysToTakeOne(_ escape: String) -> [String] {
    [
      "up, down: move   enter or its number: take   esc: \(escape)   type to filter",
      "enter or number: take, esc: \(escape)", "number enter esc",
    ]
  }

  /// The number of an item or, if several may be ticked, its tick.
  private func mark(_ index: Int, in style: Style) -> String {
    takesOne ? String(index + 1) : items[index].isTicked ? style.mark : " "
  }

  private func row(_ place: Int, columns: Int, in style: Style) -> ScreenRow {
    let item = items[matches[place]]
    let look: StyledText.Look = place == cursor ? .marked : .plain
    let start = (place == cursor ? "> " : "  ") + mark(matches[place], in: style) + " "
    let room = max(1, columns - Width.of(start))
    let gap = 2
    guard widths.detail > 0, room >= widths.detail + gap + min(widths.label, 12) else {
      return [StyledText(start + Width.fit(item.label, cells: room, ascii: style.isASCII), look)]
    }
    let width = min(widths.label, room - widths.detail - gap)
    let label = Width.pad(Width.fit(item.label, cells: width, ascii: style.isASCII), cells: width)
    let blanks = String(repeating: " ", count: gap)
    return [StyledText(start + label + blanks + Width.pad(item.detail, cells: widths.detail, align: .right), look)]
  }
}
