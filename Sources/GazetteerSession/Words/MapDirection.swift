import GazetteerIndex

/// Where the map is moved.
package enum MapDirection: String, CaseIterable, Readable {
  case north, south, east, west

  package static var expected: Message { "north, south, east or west" }
  package static var completes: Completes? { .choices(allCases.map { Completes.Choice($0.rawValue) }) }

  package init(word: Untrusted) throws(Malformed) {
    let others = ["up": "north", "down": "south", "right": "east", "left": "west"]
    let text = others[word.text.lowercased()] ?? word.text.lowercased()
    guard let direction = MapDirection.allCases.first(where: { $0.rawValue == text || $0.rawValue.prefix(1) == text })
    else { throw Malformed() }
    self = direction
  }
}
