import GazetteerIndex

/// Records as lines of `field = value`, with an empty line between two records.
enum Lines {
  static func text(of content: Content, _ cancellation: Cancellation) throws(Cancelled) -> String {
    let width = content.fields.map(\.name.count).max() ?? 0
    var text = ""
    try content.forEach(cancellation) { index, record in
      if index > 0 { text += "\n" }
      for entry in record.values {
        text +=
          Width.pad(Untrusted(entry.field).onOneLine.neutralised, cells: width, align: .right) + " = "
          + entry.value.neutralised + "\n"
      }
    }
    return text
  }
}
