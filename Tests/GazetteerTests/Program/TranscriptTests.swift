import Foundation
import GazetteerIndex
import GazetteerServices
import Testing

@testable import GazetteerSession
@testable import GazetteerShell

/// The program gives the answers in the transcripts.
@Suite(.enabled(if: TestMachine.hasWorld, "the program was built without the world: Scripts/setup makes it"))
struct TranscriptTests {
  static let files =
    (try? FileManager.default.contentsOfDirectory(atPath: TestMachine.transcripts))?
    .filter { $0.hasSuffix(".txt") }.sorted() ?? []

  /// The transcripts that need the shared data.
  static let sharedFiles =
    (try? FileManager.default.contentsOfDirectory(atPath: TestMachine.transcripts + "/shared"))?
    .filter { $0.hasSuffix(".txt") }.sorted() ?? []

  /// Checks the transcript at `path`. Returns the differences and the exit code.
  static func check(_ path: String) throws -> (difference: String, code: ExitCode) {
    var difference = ""
    let replay = Replay(of: Untrusted(path), settings(for: path), in: TestMachine.environment)
    let code = try replay.run(.check, show: { difference += $0 }, tell: { _ in })
    return (difference, code)
  }

  /// The powers of transcripts, as their first lines say.
  private static let powers: [String: Set<Power>] = ["build.txt": [.writeFile], "export.txt": [.writeFile]]

  private static func settings(for path: String) -> Flags {
    var settings = Flags()
    settings.allowed = powers.first { path.hasSuffix("/" + $0.key) }?.value ?? []
    return settings
  }

  static func transcript(_ path: String) throws -> Transcript {
    let text = try String(contentsOfFile: path, encoding: .utf8)
    return Transcript(text.split(separator: "\n", omittingEmptySubsequences: false).map { Untrusted($0) })
  }

  @Test(arguments: files) func everyAnswerIsAsTheTranscriptTells(file: String) throws {
    let (difference, code) = try Self.check(TestMachine.transcripts + "/" + file)
    #expect(code == .success, "\(difference)")
  }

  @Test(.enabled(if: SharedData.has("data/campus/server.json"), SharedData.absent), arguments: sharedFiles)
  func everyAnswerOnSharedDataIsAsTheTranscriptTells(file: String) throws {
    let (difference, code) = try Self.check(TestMachine.transcripts + "/shared/" + file)
    #expect(code == .success, "\(difference)")
  }

  /// The control: one letter less in any answer is a difference.
  @Test(arguments: files) func aChangedTranscriptDiffers(file: String) throws {
    let path = TestMachine.transcripts + "/" + file
    var told = try Self.transcript(path)
    let index = try #require(told.exchanges.indices.last { !told.exchanges[$0].answer.isEmpty })
    let last = told.exchanges[index].answer.removeLast()
    told.exchanges[index].answer.append(Untrusted(bytes: last.bytes.dropLast()))
    let replay = Replay(of: Untrusted(path), Self.settings(for: path), in: TestMachine.environment)
    #expect(try TranscriptDifference(from: told, to: replay.answers(to: told)).hunks.count == 1)
  }

  @Test(arguments: ["README.md", "Samples/tour.md"]) func theExamplesOfPagesRunAsWritten(page: String) throws {
    let (difference, code) = try Self.check(PackageFolder.root.appending(path: page).path)
    #expect(code == .success, "\(difference)")
  }

  /// The control, and the lines of the file in the report.
  @Test func aChangedREADMEDiffers() throws {
    let text = try String(contentsOfFile: Self.readme, encoding: .utf8)
    let folder = try TemporaryFolder()
    let changed = try folder.file("README.md", text.replacingOccurrences(of: "> near 1 ", with: "> near 2 "))
    try FileManager.default.copyItem(
      atPath: PackageFolder.root.appending(path: "Samples").path, toPath: folder.path + "/Samples")
    let (difference, code) = try Self.check(changed)
    #expect(code == .replayDiffers)
    let line = try #require(text.components(separatedBy: "\n").firstIndex { $0.hasPrefix("> near 1 ") })
    #expect(difference.contains("@@ line \(line + 1): > near 2 "))
  }

  private static let readme = PackageFolder.root.appending(path: "README.md").path

  @Test func everyCommandIsInATranscript() throws {
    var used: Set<String> = []
    for file in Self.files {
      let told = try Self.transcript(TestMachine.transcripts + "/" + file)
      for exchange in told.exchanges {
        let statements = (try? Statement.statements(of: exchange.typed)) ?? []
        for table in Self.tables {
          used.formUnion(statements.compactMap { try? table.command(named: $0.words[0].text).name })
        }
      }
    }
    #expect(Set(Self.tables.flatMap { $0.commands.map(\.name) }).subtracting(used) == [])
  }

  private static let tables = [CommandTable.standard, .editingCategories, .editingFavorite]
}
