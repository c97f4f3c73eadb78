import Testing

@testable import GazetteerIndex
@testable import GazetteerServices
@testable import GazetteerSession
@testable import GazetteerShell

/// The command `import`, from the file to the saved favorites.
struct ImportTests {
  private static func interpreter(allowed: Set<Power> = [.favorites], isDryRun: Bool = false) -> (
    Interpreter, AnswerRecorder
  ) {
    var environment = TestMachine.environment
    environment.folder = Untrusted(TestMachine.transcripts + "/data/import")
    var flags = Flags()
    flags.allowed = allowed
    flags.isDryRun = isDryRun
    let recorder = AnswerRecorder()
    return (Interpreter(flags, in: environment, to: recorder.output), recorder)
  }

  private static func names(_ interpreter: Interpreter) -> [String] {
    interpreter.session.favorites.all.map(\.place.name.text).sorted()
  }

  @Test func anImportIsOneEdit() throws {
    let (interpreter, _) = Self.interpreter()
    #expect(interpreter.run(Untrusted("import osmand.gpx"), from: .commandLine) == Outcome())
    #expect(Self.names(interpreter) == ["Café Eins", "Museum", "Off the globe", "waypoint 3"])
    let edits = try interpreter.keeper.favorites.edits()
    #expect(edits.count == 1 && edits[0].edit.changes.count == 4)
    #expect(edits[0].edit.title == Untrusted("import osmand.gpx"))
  }

  /// Lines that must not change the favorites.
  @Test(arguments: [
    ("import osmand.gpx --dry-run", true, false), ("import osmand.gpx", true, true),
    ("import osmand.gpx", false, false),
    ("import broken.gpx", true, false), ("import bomb.zip", true, false), ("import - ; echo", true, false),
  ])
  func nothingIsKeptWithoutAYes(line: String, isAllowed: Bool, isDryRun: Bool) {
    let (interpreter, _) = Self.interpreter(allowed: isAllowed ? [.favorites] : [], isDryRun: isDryRun)
    interpreter.readsStandardInput = true
    _ = interpreter.run(Untrusted(line), from: .commandLine)
    #expect(interpreter.session.favorites.all.isEmpty)
  }

  @Test func aDryRunOfTheProgramShowsTheSame() {
    let (interpreter, recorder) = Self.interpreter(isDryRun: true)
    #expect(interpreter.run(Untrusted("import osmand.gpx"), from: .commandLine) == Outcome())
    #expect(recorder.take().first?.neutralised == "4 new")
  }

  @Test func aScriptMayNotImport() {
    let (interpreter, _) = Self.interpreter(allowed: [])
    let origin = Origin.script(SourceLocation(file: Untrusted("a.gaz"), line: 1))
    #expect(interpreter.run(Untrusted("import osmand.gpx"), from: origin).code == .failed)
    #expect(Self.names(interpreter).isEmpty)
  }
}
