import Foundation
import Testing

/// Controls: each rule of `Scripts/lint` finds an offence in a small package made for it.
struct LintTests {
  /// Runs `Scripts/lint` in a package that has only these files, and this order of the folders.
  private func lint(_ files: [String: String], order: String = "") throws -> ProgramRun {
    let package = try TemporaryFolder()
    let scripts = PackageFolder.root.appending(path: "Scripts")
    for folder in ["Scripts", "Sources", "Tests"] {
      try FileManager.default.createDirectory(atPath: package.path + "/" + folder, withIntermediateDirectories: true)
    }
    for script in ["lint", "arrows"] {
      try FileManager.default.copyItem(
        at: scripts.appending(path: script), to: URL(filePath: package.path + "/Scripts/" + script))
    }
    _ = try package.file("Scripts/arrows.txt", order)
    _ = try package.file("Package.swift", "")
    for (path, text) in files {
      let folder = (package.path + "/Sources/" + path as NSString).deletingLastPathComponent
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      _ = try package.file("Sources/" + path, text)
    }
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    return try ProgramRun([], of: package.path + "/Scripts/lint", environment: ["PATH": path])
  }

  @Test func aPackageWithoutOffencesPasses() throws {
    let run = try lint(
      [
        "GazetteerIndex/Low/Low.swift": "import Glibc\n\nstruct Low {}\n",
        "GazetteerIndex/High/High.swift": "struct High {\n  let low: Low\n}\n",
      ], order: "GazetteerIndex: Low High\n")
    #expect(run.code == 0 && run.complaint == "", "\(run)")
  }

  @Test(
    arguments: [
      ("import Foundation\n", "GazetteerIndex imports what it may not"),
      ("@testable import GazetteerShell\n", "GazetteerIndex imports what it may not"),
      ("let  spaced = 1\n", "not formatted"),
      (String(repeating: "\n", count: 401), "files longer than 400 lines"),
      ("// FIXME: later\n", "words that must not stay"),
      ("let page = try! read()\n", "words that must not stay"),
      ("class Shared: @unchecked Sendable {}\n", "an @unchecked Sendable without its reason"),
    ]) func anOffenceIsFound(text: String, rule: String) throws
  {
    let run = try lint(["GazetteerIndex/Planted.swift": text])
    #expect(run.code == 1 && run.complaint.contains(rule) && run.complaint.contains("Planted.swift"), "\(run)")
  }

  @Test(
    arguments: [
      ("let high: High\n", "High"),
      ("let kind = High.Kind.tall\n", "High.Kind"),
      ("extension High {}\n", "High"),
      ("struct Low {\n  struct Part {}\n  let text = \"\\(Side(1)) of \\\"High\\\"\"\n}\n", "Side"),
      ("extension Low {\n  var part: Part { Part() }\n}\n", "Low.Part"),
    ]) func anArrowToAHigherFolderIsFound(text: String, name: String) throws
  {
    let run = try lint(
      [
        "GazetteerIndex/Low/Planted.swift": text,
        "GazetteerIndex/High/High.swift": "struct High {\n  enum Kind {\n    case tall\n  }\n}\n\nstruct Side {}\n",
        "GazetteerIndex/High/Deep/LowPart.swift": "extension Low {\n  struct Part {}\n}\n",
      ], order: "GazetteerIndex: Low High\n")
    let offence = ": \(name), of the higher folder High, is named in Low"
    #expect(run.code == 1 && run.complaint.contains("Low/Planted.swift") && run.complaint.contains(offence), "\(run)")
  }

  @Test(
    arguments: [
      "// High is only mentioned here.\n", "let text = \"High\"\n",
      "let text = #\"\"\"\n  \\(High()) \"High\"\n  \"\"\"#\n",
      "enum Low {\n  struct High {}\n\n  static let high = High()\n}\n", "let high = Low.High()\n",
    ]) func commentsTextsAndInnerTypesAreNoArrows(text: String) throws
  {
    let run = try lint(
      ["GazetteerIndex/Low/Low.swift": text, "GazetteerIndex/High/High.swift": "struct High {}\n"],
      order: "GazetteerIndex: Low High\n")
    #expect(run.code == 0, "\(run)")
  }

  @Test func aFolderThatIsNotInTheOrderIsFound() throws {
    let run = try lint(
      ["GazetteerIndex/Low/Low.swift": "struct Low {}\n", "GazetteerIndex/Other/Other.swift": "struct Other {}\n"],
      order: "GazetteerIndex: Low\n")
    #expect(run.code == 1 && run.complaint.contains("Other/Other.swift: its folder is not in the order"), "\(run)")
  }

  /// The real order of each target: planted in its lowest folder, the name of a type in its highest one is found.
  @Test func aTargetWithFoldersNeedsAnOrder() throws {
    let run = try lint(["GazetteerNew/Low/Planted.swift": "struct Low {}\n"], order: "")
    #expect(run.code == 1 && run.complaint.contains("GazetteerNew has folders of Swift files but no line"), "\(run)")
  }

  @Test func everyTargetWithFoldersHasAnOrder() throws {
    let order = try String(contentsOf: PackageFolder.root.appending(path: "Scripts/arrows.txt"), encoding: .utf8)
    for line in order.split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(whereSeparator: { $0 == ":" || $0 == " " }).map(String.init)
      let run = try lint(
        [
          "\(words[0])/\(words[1])/Planted.swift": "let high: High\n",
          "\(words[0])/\(words[words.count - 1])/High.swift": "struct High {}\n",
        ], order: order)
      #expect(run.code == 1 && run.complaint.contains("\(words[1])/Planted.swift:1: High"), "\(run)")
    }
  }
}
