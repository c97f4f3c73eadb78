import GazetteerIndex

/// Finds room for names next to points. Earlier names have priority; a name that would cover another name or a point is
/// left out. O(labels × (labels + points)), for at most `most` labels.
struct MapLabels {
  struct Label: Equatable {
    let text: String
    /// The start of its baseline.
    let origin: MapProjection.Point
  }

  private struct Box {
    let x: ClosedRange<Double>
    let y: ClosedRange<Double>

    func overlaps(_ other: Box) -> Bool { x.overlaps(other.x) && y.overlaps(other.y) }
    func contains(_ point: MapProjection.Point) -> Bool { x.contains(point.x) && y.contains(point.y) }
  }

  static let most = 300
  static let size = 12.0
  /// The distance from a point to its name.
  private static let gap = 8.0
  /// The width of a letter, a little more than in usual fonts.
  private static let cell = 7.2
  /// In cells.
  private static let longest = 32

  private var taken: [Box] = []
  private let points: [MapProjection.Point]
  private let frame: Box

  init(beside points: [MapProjection.Point], in projection: MapProjection) {
    self.points = points
    frame = Box(x: 0...projection.width, y: 0...projection.height)
  }

  /// The label of the point at `index`; nil if there is no room for it.
  mutating func place(_ name: Untrusted, at index: Int) -> Label? {
    let text = MapLabels.shortened(name.neutralised)
    guard !text.isEmpty else { return nil }
    let width = Double(Width.of(text)) * MapLabels.cell
    let point = points[index]
    let (gap, size) = (MapLabels.gap, MapLabels.size)
    let origins = [
      (point.x + gap, point.y + size / 3), (point.x - gap - width, point.y + size / 3),
      (point.x - width / 2, point.y - gap), (point.x - width / 2, point.y + gap + size * 0.8),
    ]
    for (x, y) in origins {
      let box = Box(x: x...(x + width), y: (y - size)...(y + size / 4))
      guard box.x.lowerBound >= frame.x.lowerBound, box.x.upperBound <= frame.x.upperBound,
        box.y.lowerBound >= frame.y.lowerBound, box.y.upperBound <= frame.y.upperBound,
        !taken.contains(where: box.overlaps), !points.contains(where: box.contains)
      else { continue }
      taken.append(box)
      return Label(text: text, origin: MapProjection.Point(x: x, y: y))
    }
    return nil
  }

  private static func shortened(_ text: String) -> String {
    guard Width.of(text) > longest else { return text }
    var (short, cells) = ("", 0)
    for character in text {
      cells += Width.of(String(character))
      if cells >= longest { break }
      short.append(character)
    }
    return short + "…"
  }
}
