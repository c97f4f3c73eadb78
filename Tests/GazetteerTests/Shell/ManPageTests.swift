import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerSession
@testable import GazetteerShell

/// The page for `man`.
struct ManPageTests {
  private static let page = ManPage.text(now: ReplayHead().now)

  /// The page as its reader sees the escapes.
  private static let shown = page.replacingOccurrences(of: "\\-", with: "-").replacingOccurrences(
    of: "\\(dq", with: "\""
  )
  .replacingOccurrences(of: "\\(aq", with: "'").replacingOccurrences(of: "\\(ti", with: "~")

  @Test func everythingOfTheHelpIsInIt() {
    let lines = Set(Self.shown.components(separatedBy: "\n"))
    func isDefined(_ term: String) -> Bool {
      lines.contains(".B \"\(term.replacingOccurrences(of: "…", with: "..."))\"")
    }
    for command in CommandTable.standard.commands {
      #expect(isDefined(command.usage), "\(command.usage)")
      for example in command.examples {
        let isThere = lines.contains { $0 == example.line || $0.hasPrefix(example.line + "   # ") }
        #expect(isThere || example.line.contains { "\\ü".contains($0) }, "\(example.line)")
      }
    }
    for flag in FlagDescription.all { #expect(isDefined(flag.term)) }
    for setting in Setting.all { #expect(isDefined("\(setting.name) \(setting.pattern)")) }
    for topic in HelpTopic.all { #expect(lines.contains(".SS \"\(topic.names[0])\"")) }
    for name in ["GAZ_HISTORY", "XDG_DATA_HOME", "130"] { #expect(isDefined(name)) }
  }

  @Test func itHasTheDayAndTheVersion() {
    #expect(Self.page.hasPrefix(".TH GAZ 1 2026-01-01 \"gaz \(Environment.version)\"\n"))
  }

  @Test func textIsNeverAMacro() {
    var page = Roff(title: "x", section: 1, date: "2026-01-01", version: "x 1")
    page.definition(".SH \"a\"", ". 'a' \\fB `b` ~c^ … ♥")
    page.lines([".nf", "'x"])
    let text = page.text.components(separatedBy: "\n").dropFirst().joined(separator: "\n")
    let expected = #"""
      .TP
      .B ".SH \(dqa\(dq"
      \&. \(aqa\(aq \efB \(gab\(ga \(tic\(ha ... \[u2665]
      .nf
      \&.nf
      \(aqx
      .fi

      """#
    #expect(text == expected)
  }

  @Test func itNeedsNoCharacterSet() { #expect(Self.page.utf8.allSatisfy { $0 < 0x80 }) }

  @Test(.enabled(if: InstalledPrograms.has("mandoc"), "mandoc is not installed: apt-get install mandoc"))
  func mandocDoesNotComplain() throws { try expectNoComplaint(of: "mandoc", ["-T", "lint"]) }

  @Test(.enabled(if: InstalledPrograms.has("groff"), "groff is not installed: apt-get install groff"))
  func groffDoesNotComplain() throws { try expectNoComplaint(of: "groff", ["-man", "-T", "utf8", "-ww", "-z"]) }

  @Test(.enabled(if: InstalledPrograms.has("man"), "man is not installed: apt-get install man-db"))
  func manDoesNotComplain() throws { try expectNoComplaint(of: "man", ["--warnings", "-l"]) }

  /// Shows the page, and then, as the control, one with a mistake.
  private func expectNoComplaint(of program: String, _ arguments: [String]) throws {
    let folder = try TemporaryFolder()
    func complaints(_ text: String) throws -> String {
      let page = try folder.file("gaz.1", text)
      let run = try ProgramRun(
        arguments + [page], of: "/usr/bin/\(program)", environment: ["LC_ALL": "C.UTF-8", "MANPAGER": "cat"])
      return run.complaint + (program == "mandoc" ? run.text : "")
    }
    #expect(try complaints(Self.page) == "")
    #expect(try complaints(Self.page + ".nosuchmacro\n\\[nosuchletter]\n") != "")
  }
}
