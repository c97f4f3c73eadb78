import CBaseMap
import GazetteerIndex

/// The built-in lines on the earth. `Scripts/make-base-map` describes their table, which is read in place.
package struct BaseMap: Sendable {
  package enum Layer: UInt8, CaseIterable, Sendable {
    /// Land and lakes are rings.
    case land, border, state, lake, river
  }

  package enum Detail: UInt8, CaseIterable, Sendable {
    /// For a map of the world, of a continent, of a country.
    case coarse, medium, fine

    /// The detail for a zoom of `Viewport`.
    package init(zoom: Double) {
      self = zoom < 3 ? .coarse : zoom < 5.5 ? .medium : .fine
    }
  }

  /// A point in ten-thousandths of a degree.
  package struct Point: Equatable, Sendable {
    package let longitude, latitude: Int32

    /// Whether a coast that ends here only ends because the map does.
    var isAtEdge: Bool { abs(longitude) >= 1_799_900 }
  }

  /// A part of a line.
  package struct Piece: Sendable {
    /// In ten-thousandths of a degree.
    package let west, south, east, north: Int32
    /// 0 for the most important lines.
    package let rank: UInt8
    /// Whether it begins where the piece before it ends.
    package let continuesLine: Bool
    fileprivate let offset: Int
    fileprivate let count: Int
  }

  package static let standard = BaseMap()

  /// The index of the first piece of each layer and detail.
  private let starts: [Int]
  private let pieceCount: Int

  /// The sizes of the parts of the table in bytes.
  private static let (headSize, pieceSize) = (16, 24)

  private init() {
    let count = BaseMap.load(UInt32.self, at: 8)
    pieceCount = Int(count)
    var starts = Array(repeating: Int(count), count: BaseMap.Layer.allCases.count * BaseMap.Detail.allCases.count)
    for index in (0..<Int(count)).reversed() {
      let kind = BaseMap.load(UInt8.self, at: BaseMap.headSize + index * BaseMap.pieceSize + 22)
      starts[Int(kind & 7) * BaseMap.Detail.allCases.count + Int(kind >> 3 & 3)] = index
    }
    self.starts = starts
  }

  /// Calls `body` with each piece that meets a box.
  ///
  /// O(pieces of the layer and detail). Layers that exist in one detail only are given in that one.
  ///
  /// - Parameters:
  ///   - mostRank: less important lines are left out.
  ///   - west: in ten-thousandths of a degree, like the others.
  package func forEachPiece(
    of layer: Layer, in detail: Detail, mostRank: UInt8 = .max, west: Int32, south: Int32, east: Int32, north: Int32,
    _ body: (Piece) -> Void
  ) {
    for index in indices(of: layer, in: detail) {
      let piece = piece(index)
      guard piece.rank <= mostRank, piece.west <= east, piece.east >= west, piece.south <= north, piece.north >= south
      else { continue }
      body(piece)
    }
  }

  /// All lines of a layer that have a piece in a box. Land and lakes are closed.
  package func lines(
    of layer: Layer, in detail: Detail, mostRank: UInt8 = .max, west: Int32, south: Int32, east: Int32, north: Int32
  ) -> [[Point]] {
    var lines: [[Point]] = []
    var line: [Point] = []
    var isMet = false
    for index in indices(of: layer, in: detail) {
      let piece = piece(index)
      if !piece.continuesLine {
        if isMet { lines.append(line) }
        line = []
        isMet = false
      }
      guard piece.rank <= mostRank else { continue }
      isMet = isMet || piece.west <= east && piece.east >= west && piece.south <= north && piece.north >= south
      var isFirst = piece.continuesLine
      forEachPoint(of: piece) { point in
        if !isFirst { line.append(point) }
        isFirst = false
      }
    }
    if isMet { lines.append(line) }
    return lines
  }

  /// Calls `body` with each point of a piece.
  @inline(__always)
  package func forEachPoint(of piece: Piece, _ body: (Point) -> Void) {
    var bytes = gaz_base_map() + (BaseMap.headSize + pieceCount * BaseMap.pieceSize + piece.offset)
    var (longitude, latitude): (Int32, Int32) = (0, 0)
    for _ in 0..<piece.count {
      longitude &+= BaseMap.difference(&bytes)
      latitude &+= BaseMap.difference(&bytes)
      body(Point(longitude: longitude, latitude: latitude))
    }
  }

  private func indices(of layer: Layer, in detail: Detail) -> Range<Int> {
    let details = Detail.allCases.count
    let first = Int(layer.rawValue) * details
    let own = layer.hasAllDetails ? detail : .medium
    let kind = first + Int(own.rawValue)
    // Kinds without pieces have the start of none.
    let end = starts.dropFirst(kind + 1).min() ?? pieceCount
    return starts[kind]..<max(starts[kind], end)
  }

  @inline(__always)
  private func piece(_ index: Int) -> Piece {
    let bytes = UnsafeRawPointer(gaz_base_map()) + (BaseMap.headSize + index * BaseMap.pieceSize)
    return Piece(
      west: BaseMap.load(Int32.self, at: 0, of: bytes), south: BaseMap.load(Int32.self, at: 4, of: bytes),
      east: BaseMap.load(Int32.self, at: 8, of: bytes), north: BaseMap.load(Int32.self, at: 12, of: bytes),
      rank: BaseMap.load(UInt8.self, at: 23, of: bytes),
      continuesLine: BaseMap.load(UInt8.self, at: 22, of: bytes) & 0x80 != 0,
      offset: Int(BaseMap.load(UInt32.self, at: 16, of: bytes)),
      count: Int(BaseMap.load(UInt16.self, at: 20, of: bytes)))
  }

  @inline(__always)
  private static func load<T: FixedWidthInteger>(
    _ type: T.Type, at offset: Int, of bytes: UnsafeRawPointer = UnsafeRawPointer(gaz_base_map())
  ) -> T {
    T(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: type))
  }

  @inline(__always)
  private static func difference(_ bytes: inout UnsafePointer<UInt8>) -> Int32 {
    var value: UInt32 = 0
    var shift: UInt32 = 0
    while true {
      let byte = bytes.pointee
      bytes += 1
      value |= UInt32(byte & 0x7F) << shift
      guard byte & 0x80 != 0 else { break }
      shift += 7
    }
    return Int32(bitPattern: value >> 1) ^ -Int32(bitPattern: value & 1)
  }
}

extension BaseMap.Layer {
  fileprivate var hasAllDetails: Bool { self == .land || self == .border }
}
