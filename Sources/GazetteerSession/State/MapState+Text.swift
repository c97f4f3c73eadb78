import GazetteerIndex

extension MapState {
  /// The lines of a saved session that say what differs from a new map.
  var lines: [[Word]] {
    var lines: [[Word]] = []
    switch target {
    case .shown: break
    case .checked: lines.append(["map", "checked"])
    case .favorites: lines.append(["map", "favorites"])
    case .filtered: lines.append(["map", "filtered"])
    case .places(let places): lines.append(["map"] + places.map { Word($0) })
    }
    if let viewport { lines.append(["viewport"] + viewport.words) }
    if let restingViewport { lines.append(["resting-viewport"] + restingViewport.words) }
    return lines
  }

  /// Reads one of the lines; false if it is malformed.
  mutating func read(_ keyword: String, _ words: [Word]) -> Bool {
    switch keyword {
    case "viewport":
      viewport = Viewport(words)
      return viewport != nil
    case "resting-viewport":
      restingViewport = Viewport(words)
      return restingViewport != nil
    default:
      let sets: [String: Target] = ["checked": .checked, "favorites": .favorites, "filtered": .filtered]
      if words.count == 1, let set = sets[words[0].text.text] {
        target = set
        return true
      }
      let places = words.compactMap { PlaceID($0) }
      guard !places.isEmpty, places.count == words.count else { return false }
      target = .places(places)
      return true
    }
  }
}

extension Viewport {
  fileprivate var words: [Word] { [Word.text(Untrusted(center.word)), Word.text(Untrusted(Numeral.plain(zoom)))] }

  fileprivate init?(_ words: [Word]) {
    guard words.count == 2, let center = try? Coordinate(word: words[0].text.text),
      let zoom = Double(words[1].text.text),
      Viewport.zooms.contains(zoom)
    else { return nil }
    self.init(center: center, zoom: zoom)
  }
}
