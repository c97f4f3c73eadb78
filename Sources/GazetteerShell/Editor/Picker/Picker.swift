import GazetteerIndex
import GazetteerSession

/// Things to tick on the screen, narrowed by what is typed. A plain value: keys change it (`press`), and the screen
/// shows it (`scene`).
///
/// The window is the part of the items in view, and the cursor is always in it.
package struct Picker: Sendable {
  package struct Item: Equatable, Sendable {
    package let name: Untrusted
    /// The name as it is shown; neutralised.
    let label: String
    /// Shown at the end of the row; neutralised.
    let detail: String
    package fileprivate(set) var isTicked: Bool
    /// The folded name, which the filter is compared with.
    fileprivate let key: [UInt8]

    init(_ name: Untrusted, detail: String, isTicked: Bool) {
      self.name = name
      label = name.neutralised
      self.detail = detail
      self.isTicked = isTicked
      key = Array(Fold.fold(name.text).utf8)
    }
  }

  /// The word before what is typed.
  let title: String
  package private(set) var items: [Item]
  package private(set) var tickedCount: Int
  /// The cells of the widest label and of the widest detail.
  let widths: (label: Int, detail: Int)
  /// What is typed.
  package private(set) var filter = ""
  /// The indexes of the items that match the filter, ascending.
  package private(set) var matches: [Int]
  /// Where the cursor stands among `matches`; 0 where there are none.
  package private(set) var cursor = 0
  /// Which of `matches` is the first in view.
  package private(set) var first = 0
  /// How many are in view, at least 1.
  package private(set) var height = 1

  /// Nobody types a longer filter, in bytes.
  private static let longestFilter = 200

  package init(_ items: [Item], title: String) {
    self.title = title
    self.items = items
    tickedCount = items.count(where: \.isTicked)
    widths = (items.map { Width.of($0.label) }.max() ?? 0, items.map { Width.of($0.detail) }.max() ?? 0)
    matches = Array(items.indices)
  }

  /// The item under the cursor.
  package var current: Item? { matches.indices.contains(cursor) ? items[matches[cursor]] : nil }

  /// The part of `matches` that is in view.
  package var window: Range<Int> { first..<min(first + height, matches.count) }
}

extension Picker {
  /// Shows so many items from now on.
  package mutating func show(height: Int) {
    self.height = max(1, height)
    follow()
  }

  package mutating func move(by steps: Int) { move(to: cursor + steps) }

  package mutating func move(to place: Int) {
    cursor = max(0, min(place, matches.count - 1))
    follow()
  }

  package mutating func toggle() {
    guard matches.indices.contains(cursor) else { return }
    items[matches[cursor]].isTicked.toggle()
    tickedCount += items[matches[cursor]].isTicked ? 1 : -1
  }

  /// Ticks every item, or none, whether in view or not. O(items).
  package mutating func tickAll(_ isTicked: Bool) {
    for index in items.indices { items[index].isTicked = isTicked }
    tickedCount = isTicked ? items.count : 0
  }

  /// Types on.
  package mutating func type(_ text: String) {
    let text = String(text.filter { !$0.isNewline && $0 != "\t" })
    guard !text.isEmpty, filter.utf8.count + text.utf8.count <= Self.longestFilter else { return }
    narrow(by: filter + text)
  }

  /// Takes the last character back.
  package mutating func erase() { narrow(by: String(filter.dropLast())) }

  package mutating func eraseAll() { narrow(by: "") }

  /// The items that contain `filter`, both folded; where none does, those that do but for blanks, which cannot be typed.
  /// The cursor goes to the first, and without a filter stays where it is. O(bytes of all names).
  private mutating func narrow(by filter: String) {
    guard filter != self.filter else { return }
    let item = matches.indices.contains(cursor) ? matches[cursor] : 0
    self.filter = filter
    guard !filter.isEmpty else {
      matches = Array(items.indices)
      return move(to: item)
    }
    let key = Array(Fold.fold(filter).utf8)
    if key.isEmpty {
      // Signs alone: folding would leave nothing of them.
      matches = items.indices.filter { Self.holds(Array(items[$0].label.utf8), Array(filter.utf8)) }
    } else {
      matches = items.indices.filter { Self.holds(items[$0].key, key) }
      if matches.isEmpty {
        let dense = key.filter { $0 != Self.blank }
        matches = items.indices.filter { Self.holds(items[$0].key.filter { $0 != Self.blank }, dense) }
      }
    }
    move(to: 0)
  }

  private static let blank = UInt8(ascii: " ")

  /// Whether `bytes` has `part` in it. `part` is not empty.
  private static func holds(_ bytes: [UInt8], _ part: [UInt8]) -> Bool {
    guard bytes.count >= part.count else { return false }
    return (0...bytes.count - part.count).contains { start in
      bytes[start] == part[0] && bytes[start...].starts(with: part)
    }
  }

  /// Moves the window so that the cursor is in it, and as much of it as can be is filled.
  private mutating func follow() {
    if cursor < first { first = cursor }
    if cursor >= first + height { first = cursor - height + 1 }
    first = max(0, min(first, matches.count - height))
  }
}
