import GazetteerIndex

/// A node, way or relation of OpenStreetMap (https://wiki.openstreetmap.org/wiki/Elements).
struct OSMElement {
  enum Kind: String {
    case node, way, relation
  }

  struct Tag {
    let key: String
    let value: Untrusted
  }

  var kind: Kind
  var id: Int64
  /// In degrees; nil if it does not say one. Then those of its nodes do.
  var position: (latitude: Double, longitude: Double)?
  var tags: [Tag] = []
  /// The ids of the nodes of a way, in order.
  var nodes: [Int64] = []
}

/// The elements of a file of OpenStreetMap, one after the other.
protocol OSMSource: AnyObject {
  /// How many bytes have been read.
  var offset: Int { get }

  /// Whether it is known that no node came after a way so far.
  var nodesComeFirst: Bool { get }

  /// What the server that made the file says about it, such as that it ran out of time; nil if it says nothing so far.
  var remark: Untrusted? { get }

  /// The next element of the kinds that are read; nil at the end.
  func next() throws(ImportError) -> OSMElement?
}
