import GazetteerIndex

/// Puts names beside the markers of a picture, those of the most important ones first.
///
/// No name covers another name or a marker, and none is cut off; a name for which there is no room is left out. Around
/// an important place there may be so many others that its name has no room. Then the markers of less important places
/// make room: their places join its marker. O(markers), as long as few are at the same spot.
struct MapLabels {
  typealias Point = MapProjection.Point
  typealias Marker = PictureMarkers.Marker

  struct Label: Equatable {
    let text: String
    /// The start of its baseline.
    let origin: Point
    let box: Box
  }

  /// The most names of a picture.
  static let most = 300
  static let size = 12.0
  /// How many of the most important markers others make room for.
  private static let important = 40
  /// How many times more people live in a place than in those that make room for it.
  private static let advantage = 2
  /// The distance from a marker to its name.
  private static let gap = 3.0

  /// The markers that are left, by importance.
  var markers: [Marker] { zip(all, isGone).lazy.filter { !$1 }.map(\.0) }
  private(set) var labels: [Label] = []

  private var all: [Marker]
  private var isGone: [Bool]
  /// The boxes of markers, and whose they are. A marker that has grown has several.
  private var taken = BoxIndex()
  private var owners: [Int] = []
  private var covered = BoxIndex()
  private let frame: Box

  /// - Parameters:
  ///   - markers: by importance; they do not meet.
  ///   - frame: no name is outside it.
  ///   - weight: how important a place is.
  init(of markers: [Marker], in frame: Box, weight: (Int) -> UInt32, name: (Int) -> Untrusted) {
    self.frame = frame
    all = markers
    isGone = Array(repeating: false, count: markers.count)
    for index in markers.indices { take(markers[index].box, for: index) }
    for index in all.indices where labels.count < MapLabels.most && !isGone[index] {
      let text = MapLabels.shortened(name(all[index].places[0]).neutralised)
      guard !text.isEmpty else { continue }
      if let label = label(text, beside: index) {
        add(label)
      } else if index < MapLabels.important {
        makeRoom(for: text, of: index, weight: weight)
      }
    }
  }

  /// Whether a box would cover a name or a marker.
  func covers(_ box: Box) -> Bool { covered.overlaps(box) || !owners(in: box).isEmpty }

  private mutating func add(_ label: Label) {
    covered.insert(label.box)
    labels.append(label)
  }

  private mutating func take(_ box: Box, for marker: Int) {
    taken.insert(box)
    owners.append(marker)
  }

  /// The markers that overlap a box.
  private func owners(in box: Box) -> Set<Int> {
    Set(taken.candidates(near: box).lazy.filter { taken.boxes[$0].overlaps(box) }.map { owners[$0] })
      .filter { !isGone[$0] }
  }

  /// The label that covers nothing; nil if there is none. Sides where it would seem to belong to another marker come
  /// last.
  private func label(_ text: String, beside index: Int) -> Label? {
    let free = labels(text, beside: all[index]).filter { owners(in: $0.box).isEmpty }
    return free.first { owners(in: $0.box.widened(by: 2 * MapLabels.gap)).isSubset(of: [index]) } ?? free.first
  }

  /// The labels at all sides that cover no other name and are not cut off, the best side first.
  private func labels(_ text: String, beside marker: Marker) -> [Label] {
    let width = MapLabels.width(of: text)
    let (gap, size) = (MapLabels.gap, MapLabels.size)
    let (x, y, radius) = (marker.point.x, marker.point.y, marker.radius)
    let (right, left) = (x + radius + gap, x - radius - gap - width)
    let (above, below) = (y - radius - size / 4 - 1, y + radius + 1 + size)
    let origins = [
      (right, y + size / 3), (left, y + size / 3), (x - width / 2, above), (x - width / 2, below), (right, above),
      (right, below), (left, above), (left, below),
    ]
    return origins.lazy.map { x, y in
      let box = Box(x: x...(x + width), y: (y - size)...(y + size / 4))
      return Label(text: text, origin: Point(x: x, y: y), box: box)
    }.filter { frame.contains($0.box) && !covered.overlaps($0.box) }
  }

  /// Lets less important markers join one, so that there is room for its name. Does nothing if that is not possible.
  private mutating func makeRoom(for text: String, of index: Int, weight: (Int) -> UInt32) {
    let most = weight(all[index].places[0]) / UInt32(MapLabels.advantage)
    var best: (label: Label, marker: Marker, gone: Set<Int>)?
    // The more places join, the larger the marker is, and the farther away the name.
    for radius in [all[index].radius, PictureMarkers.radius(of: 10), PictureMarkers.radius(of: 100)] {
      var marker = all[index]
      marker.radius = max(marker.radius, radius)
      guard !covered.overlaps(marker.box) else { break }
      for label in labels(text, beside: marker) {
        let gone = owners(in: label.box).union(owners(in: marker.box)).subtracting([index])
        guard gone.allSatisfy({ weight(all[$0].places[0]) <= most && $0 > index }) else { continue }
        let places = (marker.places + gone.flatMap { all[$0].places })
          .sorted { (weight($1), $0) < (weight($0), $1) }
        let needed = max(all[index].radius, gone.isEmpty ? 0 : PictureMarkers.radius(of: places.count))
        guard needed <= marker.radius else { continue }
        guard best.map({ places.count < $0.marker.places.count }) ?? true else { continue }
        best = (label, Marker(places: places, point: marker.point, radius: needed), gone)
      }
      if best != nil { break }
    }
    guard let best else { return }
    for other in best.gone { isGone[other] = true }
    all[index] = best.marker
    take(best.marker.box, for: index)
    add(best.label)
  }
}

extension MapLabels {
  /// In cells.
  private static let longest = 32

  static func shortened(_ text: String) -> String {
    guard Width.of(text) > longest else { return text }
    var (short, cells) = ("", 0)
    for character in text {
      cells += Width.of(String(character))
      if cells >= longest { break }
      short.append(character)
    }
    return short + "…"
  }

  /// The width of a text in usual fonts without serifs, a little more in most of them.
  static func width(of text: String) -> Double {
    text.reduce(0) { width, character in
      let cells = Width.of(String(character))
      return width + (cells == 1 ? letterWidth(character) : Double(cells) * 6.5)
    }
  }

  private static func letterWidth(_ character: Character) -> Double {
    switch character {
    case "i", "j", "l", "I", "J", ".", ",", ":", ";", "'", "|", "!", " ", "-", "(", ")": 5
    case "f", "t", "r", "/": 5.5
    case "m", "w", "M", "W", "@", "%", "…", "—": 12
    case "<", ">", "+", "=", "~", "^", "#": 11
    case "A"..."Z": 9
    default: 7.7
    }
  }
}
