import CProtozero
import GazetteerIndex

/// The elements of OpenStreetMap's files of protocol buffers, `.osm.pbf`. One block of the file is unpacked at a time.
final class OSMBlocks: OSMSource {
  private let content: TextPiece
  private let kinds: UInt32
  private let cancellation: Cancellation
  private(set) var offset = 0
  let nodesComeFirst = false
  let remark: Untrusted? = nil
  private var block: OpaquePointer?
  /// The block is read from these bytes.
  private var unpacked: ByteBuffer?
  private var index = 0

  /// The largest block that the format allows, unpacked.
  private static let largestBlock = 32 << 20
  /// A block of repeated texts can be far smaller than its text.
  private static let limits = Inflation.Limits(ratio: 2000, ratioOfLarge: 2000, bytes: largestBlock)

  static func recognises(_ content: TextPiece) -> Bool {
    content.count > 16 && content[0] == 0 && content[1] == 0
      && content[4...].starts(with: [0x0A, 9] + Array("OSMHeader".utf8))
  }

  /// - Parameter content: must stay valid as long as it is read.
  init(_ content: TextPiece, _ kinds: Set<OSMElement.Kind>, _ cancellation: Cancellation) {
    self.content = content
    self.kinds = kinds.reduce(0) { $0 | $1.flag.rawValue }
    self.cancellation = cancellation
  }

  deinit { gaz_osm_block_free(block) }

  func next() throws(ImportError) -> OSMElement? {
    while true {
      if let block, index < gaz_osm_block_count(block) {
        defer { index += 1 }
        return OSMElement(gaz_osm_block_element(block, index))
      }
      guard offset < content.count else { return nil }
      if cancellation.isCancelled { throw .cancelled }
      try readPart()
    }
  }

  /// Reads the next part of the file.
  private func readPart() throws(ImportError) {
    gaz_osm_block_free(block)
    (block, unpacked, index) = (nil, nil, 0)
    var part = gaz_osm_blob()
    let start = offset
    guard gaz_osm_blob_at(content.baseAddress, content.count, offset, &part) else { throw damage(at: start) }
    offset = part.end
    guard part.kind != GAZ_OSM_OTHER else { return }
    let bytes = try bytes(of: part, at: start)
    if part.kind == GAZ_OSM_HEADER {
      var feature = gaz_osm_text()
      guard gaz_osm_unknown_feature(bytes.baseAddress, bytes.count, &feature) else { throw damage(at: start) }
      if feature.count > 0 { throw .unknownFeature(Untrusted(feature).beginning) }
    } else {
      block = gaz_osm_block_new(bytes.baseAddress, bytes.count, kinds)
      if block == nil { throw damage(at: start) }
    }
  }

  private func bytes(of part: gaz_osm_blob, at start: Int) throws(ImportError) -> TextPiece {
    let packed = TextPiece(start: part.bytes, count: part.count)
    switch part.packing {
    case GAZ_OSM_PLAIN: return packed
    case GAZ_OSM_ZLIB: break
    default: throw .unknownCompression
    }
    let buffer: ByteBuffer
    do throws(ArchiveError) {
      buffer = try Inflation.inflated(packed, .zlib, cancellation, limits: Self.limits)
    } catch {
      switch error {
      case .cancelled: throw .cancelled
      case .noLibrary: throw .archive(error)
      default: throw damage(at: start)
      }
    }
    unpacked = buffer
    return buffer.slice
  }

  private func damage(at start: Int) -> ImportError { .damagedBlock(offset: start) }
}

extension OSMElement.Kind {
  fileprivate var flag: gaz_osm_kind {
    switch self {
    case .node: GAZ_OSM_NODE
    case .way: GAZ_OSM_WAY
    case .relation: GAZ_OSM_RELATION
    }
  }

  fileprivate init(_ flag: gaz_osm_kind) {
    switch flag {
    case GAZ_OSM_NODE: self = .node
    case GAZ_OSM_WAY: self = .way
    default: self = .relation
    }
  }
}

extension OSMElement {
  fileprivate init(_ element: gaz_osm_element) {
    self.init(kind: Kind(element.kind), id: element.id)
    if element.is_placed { position = (Double(element.latitude) / 1e9, Double(element.longitude) / 1e9) }
    if element.tag_count > 0 {
      tags = UnsafeBufferPointer(start: element.tags, count: element.tag_count).map {
        Tag(key: Untrusted($0.key).text, value: Untrusted($0.value))
      }
    }
    if element.node_count > 0 {
      nodes = Array(UnsafeBufferPointer(start: element.nodes, count: element.node_count))
    }
  }
}

extension Untrusted {
  fileprivate init(_ text: gaz_osm_text) {
    self.init(bytes: UnsafeRawBufferPointer(start: text.bytes, count: text.count))
  }
}
