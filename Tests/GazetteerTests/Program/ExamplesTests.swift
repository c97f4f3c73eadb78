import Foundation
import GazetteerIndex
import GazetteerServices
import Testing

@testable import GazetteerSession
@testable import GazetteerShell

/// Every example of the help works in a new session in the folder of the samples, after what its note says.
@Suite(.enabled(if: TestMachine.hasWorld, "the program was built without the world: Scripts/setup makes it"))
struct ExamplesTests {
  private typealias Example = Command.Example

  private static let all = CommandTable.standard.commands.flatMap(\.examples)

  @Test(arguments: all.filter { $0.need == nil || $0.preparation != nil })
  func everyExampleWorks(example: Command.Example) throws {
    try expectSuccess(of: Self.preparation(of: example) + [example.line])
  }

  /// The control: without what the note says, the example is an error, or finds something else.
  @Test(arguments: all.filter { $0.preparation != nil || $0.need != nil })
  func everyNoteIsNeeded(example: Command.Example) throws {
    let alone = try answer(to: [example.line])
    guard alone.failure == nil else { return }
    #expect(example.preparation != nil)
    #expect(try alone.last != answer(to: Self.preparation(of: example) + [example.line]).last)
  }

  @Test(arguments: CommandTable.editingCategories.commands.flatMap(\.examples))
  func everyExampleOfEditCategoriesWorks(example: Command.Example) throws {
    try expectSuccess(of: ["edit-categories", example.line])
  }

  @Test(arguments: CommandTable.editingFavorite.commands.flatMap(\.examples))
  func everyExampleOfEditFavoriteWorks(example: Command.Example) throws {
    let lines = ["open stops.txt", "use all", "search --limit 3 --from stops", "favorite 1-2", "edit-favorite 1"]
    try expectSuccess(of: lines + [example.line])
  }

  @Test func theLinesOfTheFirstPageWork() throws {
    let rows = try #require(HelpPage(of: .standard).sections.last?.rows)
    #expect(rows.count == 2)
    for row in rows { try expectSuccess(of: [row.term]) }
  }

  @Test func theLinesOfTheTopicAboutPlacesWork() throws {
    let section = try #require(HelpTopic.places.sections.first { $0.summary.hasPrefix("After ") })
    let preparation = String(section.summary.dropFirst("After ".count).dropLast(1))
    #expect(!section.rows.isEmpty)
    for row in section.rows { try expectSuccess(of: [preparation, row.term]) }
  }

  /// What is typed before an example, with what that needs itself.
  private static func preparation(of example: Example) -> [String] {
    let lines = (example.preparation ?? "").components(separatedBy: "; ").filter { !$0.isEmpty }
    return (all.first { $0.line == lines.first }.map(preparation) ?? []) + lines
  }

  private func expectSuccess(of lines: [String]) throws {
    let failure = try answer(to: lines).failure
    #expect(failure == nil, "\(failure ?? "")")
  }

  /// Runs lines in a new session, as if they were typed. Returns the first one that fails, with its answer, and the last
  /// answer.
  private func answer(to lines: [String]) throws -> (failure: String?, last: String) {
    // Some examples write files.
    let folder = try TemporaryFolder()
    let samples = folder.path + "/Samples"
    try FileManager.default.copyItem(atPath: PackageFolder.root.appending(path: "Samples").path, toPath: samples)
    var environment = TestMachine.environment
    environment.folder = Untrusted(samples)
    environment.mapTemplate = { ExportFixture.template }
    environment.channels = { _, _ in (.everything, PaperCarrier()) }
    var settings = Flags()
    settings.allowed = [.favorites, .send, .account]
    settings.isOffline = true
    var typed: [String] = []
    let desk = Desk(pastLines: PastLines(lines: { typed }, add: { typed.append($0) }))
    desk.readSecret = { _ in .secret(Secret("open sesame".utf8)) }
    let recorder = AnswerRecorder()
    let interpreter = Interpreter(
      settings, in: environment.offline(if: true), to: recorder.output, for: .prompt, desk: desk)
    defer { interpreter.jobs.stopAll() }
    var answer = ""
    for line in lines {
      typed.append(line)
      let outcome = interpreter.run(Untrusted(line), from: .typed)
      answer = recorder.take().map(\.neutralised).joined(separator: "\n")
      if outcome.code != nil { return (line + "\n" + answer, answer) }
    }
    return (nil, answer)
  }
}

extension Command.Example: CustomTestStringConvertible {
  public var testDescription: String { line }
}
