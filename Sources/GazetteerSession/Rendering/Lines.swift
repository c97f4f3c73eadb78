import GazetteerIndex

/// Records as lines of `field = value`, with an empty line between two records.
enum Lines {
  static func text(of content: Content) -> String {
    let width = content.fields.map(\.name.count).max() ?? 0
    return (0..<content.count).map { index in
      content.record(index).values.map { entry in
        Width.pad(entry.field, cells: width, align: .right) + " = " + entry.value.neutralised + "\n"
      }.joined()
    }.joined(separator: "\n")
  }
}
