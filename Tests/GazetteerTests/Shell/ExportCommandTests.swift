import Foundation
import GazetteerIndex
import GazetteerServices
import Synchronization
import Testing

@testable import GazetteerSession
@testable import GazetteerShell

/// `export`: what it writes, and what it must not change.
@Suite struct ExportCommandTests {
  /// A session with 30 places listed in part, a favorite among them, and two check marks.
  private static func conversation() -> Conversation {
    let examples = (1...30).map { number in
      Example(id: .number(Int64(number)), name: "Place \(number)", position: (Double(number), 5), category: "spot")
    }
    let about = DatasetAbout(format: "test", attribution: Untrusted("Somebody, CC BY"))
    var conversation = Conversation(Example.dataset("world", examples, about: about))
    conversation.context.allowed = [.writeFile, .favorites]
    keep([ExportFixture.plain("Bench", at: Coordinate(latitude: 1, longitude: 2))], in: &conversation)
    conversation.say("search place --limit 3")
    conversation.say("check 1,2")
    return conversation
  }

  private static func keep(_ favorites: [Favorite], in conversation: inout Conversation) {
    let update = FavoritesUpdate(revision: 1, isWhole: true, changed: favorites)
    _ = conversation.session.receive(.favoritesRead(Favorites().updated(by: update)))
  }

  private static func written(_ line: String, in conversation: Conversation) -> FileWriting? {
    var conversation = conversation
    conversation.say(line)
    return conversation.effects.lazy.compactMap { if case .write(let file) = $0 { file } else { nil } }.first
  }

  @Test(arguments: [
    ("export a.gpx", "1 favorite", 1), ("export a.gpx --of filtered", "30 places", 30),
    ("export a.gpx --of checked", "2 checked places", 2),
    ("export a.gpx --of filtered --where latitude>20 --where 'latitude <= 23'", "3 places", 3),
    ("export a.gpx --of checked --where id=10", "1 checked place", 1),
    ("export a.gpx --where name~ench", "1 favorite", 1), ("export a.gpx --where 'population is null'", "1 favorite", 1),
  ])
  func theWholeSetIsWritten(line: String, content: String, count: Int) throws {
    let file = try #require(Self.written(line, in: Self.conversation()))
    #expect(file.content.neutralised == content && !file.mayReplace && file.path == Untrusted("a.gpx"))
    #expect(try file.text().components(separatedBy: "<wpt ").count - 1 == count)
  }

  @Test(arguments: [
    ("a.gpx", "<?xml", "<gpx"), ("A.KML", "<?xml", "<kml"), ("x.y/a.geojson", "{\"type\":", "Feature"),
    ("a.csv", "name,", "Bench"),
    ("a.json", "{\"title\"", "places"), ("a.md", "# 1 favorite", "| Bench |"), ("a.svg", "<?xml", "<svg"),
    ("a.htm", "<h1>1 favorite", "Bench"), ("a --format csv", "name,", "Bench"), ("a.gpx --format svg", "<?xml", "<svg"),
  ])
  func theFileEndingChoosesTheFormat(file: String, start: String, part: String) throws {
    var conversation = Self.conversation()
    conversation.context.mapTemplate = { ExportFixture.template }
    let text = try #require(Self.written("export \(file)", in: conversation)).text()
    #expect(text.hasPrefix(start) && text.contains(part))
  }

  @Test(arguments: [
    ("export a", "! \"a\" has no known extension; the formats are gpx, kml"),
    ("export .gpx/a", "! \".gpx/a\" has no known extension"),
    ("export -", "! the format is missing"),
    ("export - --format png", "! a png file cannot be printed; it is no text; try: export map.png"),
    ("export a.html", "! this gaz was built without the map page"),
    ("export a.xyz --format xyz", "! \"xyz\" is not valid for --format"),
    ("export a.gpx --of all", "! \"all\" is not valid for --of"),
    ("export my file.gpx", "! unexpected word \"file.gpx\"; try: export \"my file.gpx\""),
    ("cancel; export a.gpx --of filtered", "! there is no list to export"),
    ("export a.gpx --of filtered --where latitude>90", "! none of 30 places meets the conditions; try: columns"),
    ("export a.gpx --where nosuch=1", "! no column is called \"nosuch\""),
    ("uncheck 1,2; export a.gpx --of checked", "1 left"),
  ])
  func whatCannotBeExportedIsReported(line: String, error: String) {
    var conversation = Self.conversation()
    #expect(conversation.say(line).contains(error.hasPrefix("!") ? error : "nothing is checked"))
    #expect(!conversation.effects.contains { if case .write = $0 { true } else { false } })
  }

  @Test func withoutFavoritesThereIsNothingToExport() {
    var conversation = Conversation()
    conversation.context.allowed = [.writeFile]
    #expect(conversation.say("export a.gpx") == "! there are no favorites to export; try: favorite 1\n")
  }

  @Test func aDryRunPrintsThePlan() {
    var conversation = Self.conversation()
    conversation.context.isDryRun = true
    #expect(conversation.say("export a.gpx") == "would write 1 favorite to \"a.gpx\"\n")
    #expect(
      conversation.say("export a.gpx --overwrite")
        == "would write 1 favorite to \"a.gpx\", replacing an existing file\n")
    #expect(conversation.effects.isEmpty)
  }

  @Test func withoutConsentNothingIsWritten() {
    var conversation = Self.conversation()
    conversation.context.allowed = []
    #expect(conversation.say("export a.gpx").hasPrefix("! export is not allowed here; it needs the power write-file"))
  }

  @Test func placesWithoutAPositionAreLeftOutWithANotice() throws {
    var conversation = Self.conversation()
    Self.keep(
      [ExportFixture.plain("a", 1, at: Coordinate(latitude: 1, longitude: 2)), ExportFixture.plain("b", 2)],
      in: &conversation)
    let file = try #require(Self.written("export a.gpx", in: conversation))
    #expect(file.content.neutralised == "1 of 2 favorites (1 without a position is left out)")
    #expect(try file.text().contains("<name>1 of 2 favorites</name>"))
    #expect(try #require(Self.written("export a.kml", in: conversation)).content.neutralised == "2 favorites")
  }

  @Test(arguments: ExportFormat.allCases)
  func everyFormatLooksForCtrlCAtEachPlace(format: ExportFormat) throws {
    var conversation = Self.conversation()
    conversation.context.mapTemplate = { ExportFixture.template }
    let file = try #require(Self.written("export a.\(format.rawValue) --of filtered", in: conversation))
    func export(afterPolls limit: Int) -> (text: String?, polls: Int) {
      let counted = CountedCancellation(afterPolls: limit)
      return (try? file.text(counted.cancellation), counted.polls)
    }
    let whole = export(afterPolls: .max)
    #expect(whole.text != nil && whole.polls > 30)
    for polls in [whole.polls - 31, whole.polls - 2] {
      #expect(export(afterPolls: polls).text == nil, "after \(polls) of \(whole.polls)")
    }
    #expect(export(afterPolls: whole.polls).text != nil, "the control")
  }

  /// The shell draws the picture.
  @Test func aPNGIsWrittenAsAPictureToDraw() throws {
    let file = try #require(Self.written("export a.png", in: Self.conversation()))
    let text = try file.text()
    #expect(file.isDrawn && text.hasPrefix("<?xml") && text.contains("<svg"))
    #expect(try #require(Self.written("export a.svg", in: Self.conversation())).isDrawn == false)
  }

  @Test func aFavoriteInTheListBringsWhatIsKept() throws {
    var conversation = Self.conversation()
    var favorite = ExportFixture.plain("Place 2", at: Coordinate(latitude: 2, longitude: 5))
    favorite.place.id = PlaceID(dataset: "world", id: .number(2))
    favorite.note = Untrusted("the second")
    Self.keep([favorite], in: &conversation)
    let text = try #require(Self.written("export a.csv --of filtered", in: conversation)).text()
    #expect(text.contains("the second") && text.split(separator: "\n").count == 31)
    #expect(text.contains("Somebody, CC BY"))
  }
}

/// Files that are written.
@Suite struct ExportedFileTests {
  /// The output of a typed line that is run in a folder.
  private static func run(
    _ lines: [String], in folder: TemporaryFolder, allowed: Set<Power> = [], programs: String = ""
  ) -> String {
    var environment = TestMachine.environment
    environment.variable = { $0 == "PATH" ? programs : nil }
    environment.folder = Untrusted(folder.path)
    environment.world = { _ in Example.cities }
    var flags = Flags()
    flags.allowed = allowed
    let recorder = AnswerRecorder()
    let interpreter = Interpreter(flags, in: environment, to: recorder.output)
    for line in ["search munich", "favorite 1"] { _ = interpreter.run(Untrusted(line), from: .typed) }
    _ = recorder.take()
    for line in lines { _ = interpreter.run(Untrusted(line), from: .typed) }
    return recorder.take().map { $0.neutralised + "\n" }.joined()
  }

  private static func content(_ folder: TemporaryFolder, _ name: String) -> String? {
    try? String(contentsOfFile: folder.path + "/" + name, encoding: .utf8)
  }

  @Test func aFileIsWrittenWholeWithTheUsersPermissions() throws {
    let folder = try TemporaryFolder()
    #expect(Self.run(["export trip.gpx"], in: folder) == "wrote 1 favorite to \"trip.gpx\"\n")
    #expect(Self.content(folder, "trip.gpx")?.hasSuffix("</gpx>\n") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["trip.gpx"])
    let mask = umask(0)
    umask(mask)
    let mode = try FileManager.default.attributesOfItem(atPath: folder.path + "/trip.gpx")[.posixPermissions] as? Int
    #expect(mode == Int(0o666 & ~mask))
  }

  @Test(.enabled(if: InstalledPrograms.has("rsvg-convert"), "librsvg2-bin is not installed: nothing draws a PNG"))
  func aPNGIsDrawn() throws {
    let folder = try TemporaryFolder()
    #expect(
      Self.run(["export trip.png"], in: folder, programs: "/usr/bin:/bin") == "wrote 1 favorite to \"trip.png\"\n")
    let bytes = Array(try Data(contentsOf: URL(filePath: folder.path + "/trip.png")))
    #expect(bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) && bytes.count > 10_000)
    // The width in the header: a picture is 1048 units wide.
    #expect(bytes[16..<20].reduce(0) { $0 << 8 | Int($1) } == 2096)
    #expect(
      Self.run(["export trip.png"], in: folder, programs: "/usr/bin:/bin").contains("overwrite \"trip.png\""))
  }

  @Test func withoutItsProgramAPNGIsRefusedWithWhatIsMissing() throws {
    let folder = try TemporaryFolder()
    let said = Self.run(["export trip.png"], in: folder)
    #expect(
      said.hasPrefix(
        "! a PNG file needs the program rsvg-convert; it is not installed; try: install it "
          + "(on Debian: apt install librsvg2-bin), or export to .svg\n"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  /// Without its program, a PNG cannot be drawn, but that is not even tried.
  @Test func anExistingFileIsFoundBeforeTheWork() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("trip.png", "mine")
    #expect(Self.run(["export trip.png"], in: folder).contains("overwrite \"trip.png\""))
    #expect(Self.run(["export trip.png --overwrite"], in: folder).contains("needs the program"), "the control")
    #expect(Self.content(folder, "trip.png") == "mine")
  }

  @Test func aProgramThatFailsLeavesTheOldFile() throws {
    let folder = try TemporaryFolder()
    let program = try folder.file("rsvg-convert", "#!/bin/sh\ncat >/dev/null\necho 'no \u{1B}[31mmemory' >&2\nexit 1\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    _ = try folder.file("trip.png", "mine")
    let said = Self.run(["export trip.png --overwrite"], in: folder, programs: folder.path)
    #expect(said.hasPrefix("! rsvg-convert could not draw the picture; no ") && !said.contains("\u{1B}"), "\(said)")
    #expect(Self.content(folder, "trip.png") == "mine")
  }

  @Test func anExistingFileIsOnlyReplacedOnRequest() throws {
    let folder = try TemporaryFolder()
    _ = try folder.file("trip.gpx", "mine")
    #expect(Self.run(["export trip.gpx"], in: folder).contains("overwrite \"trip.gpx\""))
    #expect(Self.content(folder, "trip.gpx") == "mine")
    #expect(Self.run(["export trip.gpx --overwrite"], in: folder) == "wrote 1 favorite to \"trip.gpx\"\n")
    #expect(Self.content(folder, "trip.gpx")?.hasPrefix("<?xml") == true)
    _ = try folder.file("trip.gpx", "mine")
    // The power to write files does not allow replacing this one.
    #expect(
      Self.run(["export trip.gpx"], in: folder, allowed: [.writeFile])
        .contains("nobody can be asked whether to overwrite \"trip.gpx\"; try: --overwrite"))
    #expect(Self.content(folder, "trip.gpx") == "mine")
  }

  @Test func linksAreNeitherFollowedNorReplaced() throws {
    let folder = try TemporaryFolder()
    let target = try folder.file("target", "mine")
    for (name, path) in [("a.gpx", target), ("b.gpx", folder.path + "/nowhere")] {
      try FileManager.default.createSymbolicLink(atPath: folder.path + "/" + name, withDestinationPath: path)
      for line in ["export \(name)", "export \(name) --overwrite"] {
        #expect(Self.run([line], in: folder).contains("\"\(name)\" cannot be written; it is a link"))
      }
    }
    #expect(Self.content(folder, "target") == "mine" && Self.content(folder, "nowhere") == nil)
  }

  @Test func aFullDiskAndAMissingFolderAreReported() throws {
    let folder = try TemporaryFolder()
    #expect(
      Self.run(["export /dev/full --format gpx"], in: folder).contains("cannot be written; No space left on device"))
    #expect(Self.run(["export nowhere/a.gpx"], in: folder).contains("cannot be written; No such file or directory"))
    #expect(Self.run(["export /proc/a.gpx"], in: folder).contains("\"/proc/a.gpx\" cannot be written"))
    try FileManager.default.createDirectory(atPath: folder.path + "/a.gpx", withIntermediateDirectories: false)
    #expect(Self.run(["export a.gpx"], in: folder).contains("cannot be written; Is a directory"))
  }

  /// As on a full disk: the size of files is limited, so only a part is written.
  @Test func theOldFileStaysIfThereIsNoRoomForTheNewOne() throws {
    let folder = try TemporaryFolder()
    let old = try folder.file("trip.svg", "mine")
    let script = "ulimit -f 1; exec \"$0\" -c 'search springfield --limit 1; export trip.svg --of filtered --overwrite'"
    let run = try ProgramRun(
      ["-c", script, PseudoTerminal.gaz], of: "/bin/sh", in: folder.path, environment: ["HOME": folder.path])
    #expect(run.complaint.contains("\"trip.svg\" cannot be written; File too large"), "\(run)")
    #expect(try String(contentsOfFile: old, encoding: .utf8) == "mine")
    let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasPrefix("trip") }
    #expect(files == ["trip.svg"])
  }

  @Test(.mustEnd) func writingToAPipeWithoutAReaderFailsAtOnce() throws {
    let folder = try TemporaryFolder()
    let pipe = folder.path + "/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    #expect(throws: SystemError(ENXIO)) { try FileReplacement.replace(pipe, with: [1]) }
    let reader = open(pipe, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    // More than a pipe holds at once waits for its reader.
    let bytes = [UInt8](repeating: 7, count: 200_000)
    let read = Mutex<[UInt8]>([])
    let isRead = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while read.withLock({ $0.count }) < bytes.count {
        let count = Glibc.read(reader, &buffer, buffer.count)
        if count > 0 { read.withLock { $0 += buffer[..<count] } }
        guard Readiness.wait(reader, milliseconds: SafetyLimit.milliseconds)[0] else { break }
      }
      isRead.signal()
    }
    try FileReplacement.replace(pipe, with: bytes)
    isRead.wait()
    #expect(read.withLock { $0 } == bytes)
  }

  @Test func anExistingNameIsNotReplaced() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/a"
    #expect(try FileReplacement.create(path, with: [1]))
    #expect(try !FileReplacement.create(path, with: [2]))
    #expect(try Data(contentsOf: URL(filePath: path)) == Data([1]))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["a"])
  }
}
