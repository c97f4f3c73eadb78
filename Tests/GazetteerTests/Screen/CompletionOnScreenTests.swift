import Foundation
import Testing

/// Tab, by what it completes.
@Suite(.enabled(if: Display.isAvailable, Display.absent)) struct CompletionOnScreenTests {
  /// The text typed before Tab, the line after it, and some of the candidates, if there are any.
  private static let kinds: [(kind: String, typed: String, line: String, candidates: [String])] = [
    ("a command", "datase", "gaz> datasets", []),
    ("commands", "se", "gaz> se", ["search", "select"]),
    ("an option", "search x --in", "gaz> search x --in", []),
    ("options", "search x --", "gaz> search x --", ["--in", "--category"]),
    ("values", "search x --sort p", "gaz> search x --sort population", []),
    ("values of several", "search x --sort r", "gaz> search x --sort r", ["rating", "relevance"]),
    ("a category", "search x --category cl", "gaz> search x --category Clothes", []),
    ("countries", "search x --in united", "gaz> search x --in \"United", ["United Kingdom", "United States"]),
    ("a country", "search x --in franc", "gaz> search x --in France", []),
    ("a dataset", "search x --from sev", "gaz> search x --from several", []),
    ("a file", "open fold", "gaz> open folder/", []),
    ("a place whose name has a blank", "search market hal", "gaz> search Market Hall", []),
    ("numbers of the list", "select ", "gaz> select", ["Market Hall", "Bakery", "Tailor", "Bench"]),
  ]

  @Test(arguments: OnScreen.sizes) func eachKind(columns: UInt16, rows: UInt16) throws {
    let home = try ScratchDirectory()
    try FileManager.default.createDirectory(atPath: home.path + "/folder", withIntermediateDirectories: true)
    let several = TestMachine.transcripts + "/data/several.json"
    let gaz = try OnScreen(
      ["-q", "-i", "-c", "open \"\(several)\"", "-c", "search", "-c", "use all"], columns: columns, rows: rows,
      folder: home.path)
    for (kind, typed, line, candidates) in Self.kinds {
      try gaz.startOver()
      gaz.terminal.send(typed + Keys.tab)
      let picture = try gaz.terminal.awaits { picture in
        (picture.line + " ").hasPrefix(line + " ") && candidates.allSatisfy { picture.below.joined().contains($0) }
      }
      #expect(picture.cursor[0] == 0, "\(kind)")
      // Another Tab inserts the first of several; Esc restores the typed text.
      guard let first = candidates.first, first.hasPrefix("se") else { continue }
      gaz.terminal.send(Keys.tab)
      try gaz.terminal.awaits { $0.line.hasPrefix("gaz> \(first)") }
      gaz.terminal.send(Keys.escape)
      try gaz.terminal.awaits { $0.line == "gaz> \(typed)" || $0.line.hasPrefix("gaz> \(typed) ") || $0.cursor[1] == 7 }
    }
    gaz.end()
  }
}
