/// A piece of a row of a map that has one color. Its text is neutralised.
package struct InkedText: Equatable, Sendable {
  package var text: String
  package var ink: Ink

  package init(_ text: String, _ ink: Ink) {
    self.text = text
    self.ink = ink
  }
}

/// A row of a map that is written from left to right.
struct InkedRow {
  private var done: [InkedText] = []
  /// The piece that is being written.
  private var bytes: [UInt8] = []
  private var ink = Ink.plain

  /// The pieces that were written; neighbours have different colors.
  var pieces: [InkedText] { bytes.isEmpty ? done : done + [InkedText(String(decoding: bytes, as: UTF8.self), ink)] }

  /// Adds UTF-8 of a color.
  @inline(__always)
  mutating func append(_ text: some Collection<UInt8>, _ ink: Ink) {
    if ink != self.ink {
      if !bytes.isEmpty { done.append(InkedText(String(decoding: bytes, as: UTF8.self), self.ink)) }
      bytes.removeAll(keepingCapacity: true)
      self.ink = ink
    }
    bytes.append(contentsOf: text)
  }

  /// Adds a blank, which has the color of what is on its left.
  @inline(__always)
  mutating func appendBlank() { bytes.append(UInt8(ascii: " ")) }
}

/// What the color of a piece of a map stands for.
package enum Ink: UInt8, CaseIterable, Sendable {
  case plain, graticule, state, border, river, lake, coast, frame, label
  /// Kinds of markers.
  case place, restaurant, station, favorite, checked, own, point, current, cluster

  /// Its color of the 256 that terminals have; nil: that of ordinary text.
  package var color: UInt8? {
    switch self {
    case .plain, .label: nil
    case .graticule: 238
    case .state: 240
    case .border: 136
    case .river: 31
    case .lake: 38
    case .coast: 71
    case .frame: 244
    case .place: 214
    case .restaurant: 33
    case .station: 196
    case .favorite: 205
    case .checked: 46
    case .own: 51
    case .point: 201
    case .current: 226
    case .cluster: 208
    }
  }

  /// Whether it is drawn bold.
  package var isBold: Bool { self >= .place }
}

extension Ink: Comparable {
  package static func < (one: Ink, other: Ink) -> Bool { one.rawValue < other.rawValue }
}
