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

  @Test(arguments: ["readme", "readme-favorites", "readme-stations", "readme-map"]) func theREADMEShowsWhatIsRecorded(
    file: String
  )
    throws
  {
    let readme = try String(contentsOfFile: TestMachine.transcripts + "/../../../README.md", encoding: .utf8)
    let recorded = try String(contentsOfFile: TestMachine.transcripts + "/\(file).txt", encoding: .utf8)
    #expect(readme.contains("```\n" + recorded.trimmingCharacters(in: .newlines) + "\n```\n"))
  }

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

  @Test(arguments: CommandTable.standard.commands.flatMap(\.examples)) func everyExampleRuns(line: String) throws {
    try run(example: line, after: [])
  }

  @Test(arguments: CommandTable.editingCategories.commands.flatMap(\.examples))
  func everyExampleOfTheNestedPromptRuns(line: String) throws {
    try run(example: line, after: ["edit-categories"])
  }

  @Test(arguments: CommandTable.editingFavorite.commands.flatMap(\.examples))
  func everyExampleOfTheOtherNestedPromptRuns(line: String) throws {
    try run(example: line, after: ["edit-favorite 1"])
  }

  private func run(example line: String, after preparation: [String]) throws {
    var environment = TestMachine.environment
    // Some write files.
    let folder = try TemporaryFolder()
    let examples = folder.path + "/examples"
    try FileManager.default.copyItem(atPath: TestMachine.transcripts + "/data/examples", toPath: examples)
    environment.folder = Untrusted(examples)
    environment.mapTemplate = { ExportFixture.template }
    environment.copies = try copies(in: folder)
    let recorder = AnswerRecorder()
    var settings = Flags()
    settings.allowed = [.favorites, .send, .account]
    environment.channels = { _, _ in (.everything, PaperCarrier()) }
    let desk = Desk(pastLines: PastLines(lines: { ["search munich"] }, add: { _ in }))
    desk.readSecret = { _ in .secret(Secret("open sesame".utf8)) }
    let interpreter = Interpreter(settings, in: environment, to: recorder.output, for: .prompt, desk: desk)
    // An example may use what an earlier one made: the dataset cities, a list, a place, favorites.
    let isAboutStations = ["stations", "restaurants"].contains { line.hasPrefix($0) }
    let lines =
      isAboutStations
      ? ["open stops.txt", "open eats.csv", "use all", "stations penn", "select 1"]
      : line.hasPrefix("open")
        ? ["close world"]
        : ["open cities.json", "use all", "search springfield", "select 1", "favorite 1-4 --list trips"]
    // Some need something to undo.
    var deeds = line.hasPrefix("redo") ? ["undo 2"] : line.hasPrefix("restore") ? ["rate 1 4"] : []
    if line == "map checked" { deeds = ["check 1"] }
    if line == "map -i" { (desk.pick, desk.browse) = ({ picker, _ in picker }, { _, _ in }) }
    if line == "login --user ada" { deeds = ["login --user ada --new; logout"] }
    // Some need somebody who is logged in, some also a location.
    let words = line.split(separator: " ")
    if ["logout", "account", "locations", "refresh", "post", "edit-location", "delete-location", "visit"]
      .contains(words[0])
    {
      deeds = ["login --user ada --new"]
      if words[0] != "post" { deeds += ["post world:2867714 --url https://example.org", "locations"] }
    }
    // Telling somebody needs contacts and checked places.
    let contacts =
      ["notify", "contacts", "edit-contact", "remove-contact", "outbox"].contains { line.hasPrefix($0) }
      ? ["add-contact Anna --mail anna@example.org --message ntfy:anna --tag lunch", "check 1"] : []
    let told = line.hasPrefix("outbox") ? ["notify Anna --by mail"] : []
    for line in lines + preparation + contacts + told + deeds {
      #expect(interpreter.run(Untrusted(line), from: .typed) == Outcome())
    }
    #expect(interpreter.run(Untrusted(line), from: .typed).code == nil, "\(recorder.take().map(\.neutralised))")
  }

  /// A copy of the address in the examples, because tests do not use the network.
  private func copies(in folder: TemporaryFolder) throws -> SourceCopies {
    let copies = SourceCopies(folder: folder.path + "/copies")
    let content = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/examples/cities.json"))
    try copies.save(
      SourceCopies.Copy(time: 0, content: Array(content)),
      of: WebAddress(Untrusted("https://example.org/cities.json")))
    return copies
  }
}
