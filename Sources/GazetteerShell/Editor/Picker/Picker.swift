import GazetteerIndex
import GazetteerSession

/// Items on the screen, narrowed by what is typed, to tick some or to take one. A plain value: keys change it (`press`), and the screen
/// shows it (`scene`).
///
/// The window is the part of the items in view; the cursor is always in it.
package struct Picker: Sendable {
  package struct Item: Equatable, Sendable {
    package let name: Untrusted
    /// Shown at the end of the row; neutralised.
    let detail: String
    package fileprivate(set) var isTicked: Bool

    init(_ name: Untrusted, detail: String = "", isTicked: Bool = false) {
      self.name = name
      self.detail = detail
      self.isTicked = isTicked
    }

    /// The name as it is shown; neutralised.
    var label: String { name.neutralised }
  }

  /// The word before what is typed.
  let title: String
  /// Whether the user takes one of the items, which have numbers, instead of ticking some.
  let takesOne: Bool
  package private(set) var items: [Item]
  package private(set) var tickedCount: Int
  /// The width of the widest label and of the widest detail, in cells.
  private(set) var widths: (label: Int, detail: Int)
  /// What is typed.
  package private(set) var filter = ""
  /// The indexes of the items that match the filter, ascending.
  package private(set) var matches: [Int]
  /// The index of the cursor in `matches`; 0 if it is empty.
  package private(set) var cursor = 0
  /// The index in `matches` of the first item in view.
  package private(set) var first = 0
  /// How many items are in view, at least 1.
  package private(set) var height = 1
  /// The folded names; nil until something is typed.
  private var foldedNames: FoldedNames?

  /// The longest filter, in bytes.
  private static let longestFilter = 200

  /// O(bytes of all names).
  package init(_ items: [Item], title: String, takesOne: Bool = false) {
    self.title = title
    self.takesOne = takesOne
    self.items = items
    tickedCount = items.count(where: \.isTicked)
    widths = (0, 0)
    for item in items {
      widths = (max(widths.label, Width.of(item.label)), max(widths.detail, Width.of(item.detail)))
    }
    matches = Array(items.indices)
  }

  /// The item under the cursor.
  package var current: Item? { matches.indices.contains(cursor) ? items[matches[cursor]] : nil }

  /// The part of `matches` that is in view.
  package var window: Range<Int> { first..<min(first + height, matches.count) }
}

extension Picker {
  /// Sets how many items are in view.
  package mutating func show(height: Int) {
    self.height = max(1, height)
    keepCursorInView()
  }

  package mutating func move(by steps: Int) { move(to: cursor + steps) }

  package mutating func move(to place: Int) {
    cursor = max(0, min(place, matches.count - 1))
    keepCursorInView()
  }

  package mutating func toggle() {
    guard matches.indices.contains(cursor) else { return }
    items[matches[cursor]].isTicked.toggle()
    tickedCount += items[matches[cursor]].isTicked ? 1 : -1
  }

  /// Ticks or unticks every item, whether in view or not. O(items).
  package mutating func tickAll(_ isTicked: Bool) {
    for index in items.indices { items[index].isTicked = isTicked }
    tickedCount = isTicked ? items.count : 0
  }

  /// Replaces the items by those of `newer`. Items that stay keep their ticks; the filter and the item under the cursor
  /// stay, too.
  package mutating func replaceItems(by newer: Picker) {
    let ticks = Dictionary(items.map { ($0.name, $0.isTicked) }) { $1 }
    let current = current?.name
    let typed = filter
    let items = newer.items.map { Item($0.name, detail: $0.detail, isTicked: ticks[$0.name] ?? $0.isTicked) }
    let height = height
    self = Picker(items, title: newer.title, takesOne: newer.takesOne)
    self.height = height
    narrow(by: typed)
    move(to: current.flatMap { name in matches.firstIndex { self.items[$0].name == name } } ?? 0)
  }

  /// Adds to the filter.
  package mutating func type(_ text: String) {
    let text = String(text.filter { !$0.isNewline && $0 != "\t" })
    guard !text.isEmpty, filter.utf8.count + text.utf8.count <= Self.longestFilter else { return }
    narrow(by: filter + text)
  }

  /// Removes the last character of the filter.
  package mutating func erase() { narrow(by: String(filter.dropLast())) }

  package mutating func eraseAll() { narrow(by: "") }

  /// Shows the items that contain `filter`, both folded. If there is none, blanks are ignored, because they cannot be
  /// typed. The cursor moves to the first item; without a filter it stays on its item. O(bytes of all names).
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
      // The filter is only punctuation, which folding removes.
      matches = items.indices.filter { items[$0].label.utf8.firstRange(of: filter.utf8) != nil }
    } else {
      let names = foldedNames ?? FoldedNames(of: items)
      foldedNames = names
      matches = names.indexes(containing: key)
      if matches.isEmpty { matches = names.withoutBlanks.indexes(containing: FoldedNames.removingBlanks(key)) }
    }
    move(to: 0)
  }

  /// Moves the window so that the cursor is in it, and as much of it as possible is filled.
  private mutating func keepCursorInView() {
    if cursor < first { first = cursor }
    if cursor >= first + height { first = cursor - height + 1 }
    first = max(0, min(first, matches.count - height))
  }
}

/// Folded names one after the other, to be searched fast.
private struct FoldedNames: Sendable {
  private var bytes: [UInt8] = []
  /// Where each name ends.
  private var ends: [Int] = []

  init(of items: [Picker.Item]) {
    ends.reserveCapacity(items.count)
    for item in items {
      item.name.bytes.withUnsafeBufferPointer { Fold.append($0, to: &bytes) }
      ends.append(bytes.count)
    }
  }

  private init() {}

  var withoutBlanks: FoldedNames {
    var dense = FoldedNames()
    var start = 0
    for end in ends {
      dense.bytes += Self.removingBlanks(bytes[start..<end])
      dense.ends.append(dense.bytes.count)
      start = end
    }
    return dense
  }

  static func removingBlanks(_ bytes: some Sequence<UInt8>) -> [UInt8] { bytes.filter { $0 != UInt8(ascii: " ") } }

  func indexes(containing key: [UInt8]) -> [Int] {
    guard let firstByte = key.first else { return Array(ends.indices) }
    var start = 0
    return bytes.withUnsafeBufferPointer { bytes in
      ends.indices.filter { index in
        defer { start = ends[index] }
        // Without slices, which are slow: millions of names are searched at every key.
        for place in stride(from: start, through: ends[index] - key.count, by: 1) where bytes[place] == firstByte {
          if key.indices.allSatisfy({ bytes[place + $0] == key[$0] }) { return true }
        }
        return false
      }
    }
  }
}
