import GazetteerIndex

/// A message as the session writes it, in JSON.
struct MessageContent {
  /// A place of the message.
  struct Entry: Equatable {
    /// `1) Munich @ Bavaria, Germany`.
    var line = Untrusted("")
    /// `geo:48.1,11.5`; nil without a position.
    var geo: Untrusted?
    /// The place on a map of the web.
    var map: Untrusted?
  }

  private(set) var title = Untrusted("")
  /// The whole message.
  private(set) var text = Untrusted("")
  private(set) var entries: [Entry] = []

  init(_ content: [UInt8]) throws(ChannelFault) {
    do throws(JSONError) {
      // The reader needs zero bytes after the text.
      let padded = content + [UInt8](repeating: 0, count: 64)
      try padded.withUnsafeBufferPointer { bytes throws(JSONError) in
        var reader = JSONReader(UnsafeBufferPointer(rebasing: bytes[..<content.count]))
        try read(&reader)
        try reader.end()
      }
    } catch {
      throw ChannelFault("the message in the outbox cannot be read")
    }
  }

  private mutating func read(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch String(decoding: key, as: UTF8.self) {
      case "title": title = Untrusted(bytes: try reader.string())
      case "text": text = Untrusted(bytes: try reader.string())
      case "places":
        try reader.beginArray()
        while try reader.nextElement() { entries.append(try Self.entry(&reader)) }
      default: try reader.skipValue()
      }
    }
  }

  private static func entry(_ reader: inout JSONReader) throws(JSONError) -> Entry {
    var entry = Entry()
    try reader.beginObject()
    while let key = try reader.nextKey() {
      switch String(decoding: key, as: UTF8.self) {
      case "line": entry.line = Untrusted(bytes: try reader.string())
      case "geo": entry.geo = Untrusted(bytes: try reader.string())
      case "map": entry.map = Untrusted(bytes: try reader.string())
      default: try reader.skipValue()
      }
    }
    return entry
  }
}
