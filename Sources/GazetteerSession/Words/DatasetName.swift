import GazetteerIndex

/// The name of a dataset: small letters, digits and dashes.
package struct DatasetName: Readable, Hashable {
  package let text: String

  package static var expected: Message { "a dataset's name: small letters, digits and dashes" }

  package init(word: Untrusted) throws(Malformed) {
    guard DatasetName.isWellFormed(word.text) else { throw Malformed() }
    text = word.text
  }

  static func isWellFormed(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.count <= 64 && text.utf8.allSatisfy(isAllowed)
  }

  /// The default name for a file: the file's name without folders, extensions and accents, such as `nj-transit` for
  /// `data/NJ_Transit.csv`; `data` if nothing is left of it.
  package init(ofFile path: Untrusted) {
    let file = path.bytes.split(separator: UInt8(ascii: "/")).last ?? []
    let stem = file.drop { $0 == UInt8(ascii: ".") }.prefix { $0 != UInt8(ascii: ".") }
    let folded = Fold.fold(String(decoding: stem, as: UTF8.self))
    let runs = folded.utf8.split { $0 == UInt8(ascii: "-") || !DatasetName.isAllowed($0) }
    let name = String(decoding: Array(runs.joined(separator: "-".utf8)).prefix(64), as: UTF8.self)
    text = name.isEmpty ? "data" : name
  }

  /// The default name for an address: that of the file at its end, or that of its host.
  package init(ofAddress address: Untrusted) {
    let path = address.bytes.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    self.init(ofFile: Untrusted(bytes: path))
  }

  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): true
    default: false
    }
  }
}
