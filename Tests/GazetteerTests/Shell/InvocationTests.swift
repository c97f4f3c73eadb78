import GazetteerIndex
import GazetteerSession
import Testing

@testable import GazetteerShell

/// What the words after the program's name ask for.
struct InvocationTests {
  /// The files that there are. One of them has the name of a command, and one that of a city.
  private static let files = ["cities", "list", "data.bin"]

  private static func tasks(_ words: [String]) -> String {
    do throws(Failure) {
      let invocation = try Invocation(words.map { Untrusted($0) }) { files.contains($0.text) }
      if case .replay(let file, let purpose) = invocation.action { return "replay \(file.text) \(purpose)" }
      if case .help = invocation.action { return "help" }
      let json = invocation.settings.preferences.format.isObject ? "json: " : ""
      return json
        + invocation.settings.tasks.map { task in
          switch task {
          case .command(let line): "-c <\(line.text)>"
          case .script(let path): "-f \(path.text)"
          case .open(let path, let options): (["open", path.text] + options.map(\.text)).joined(separator: " ")
          case .words(let words):
            words.map { $0.text.contains { " ;".contains($0) } ? "<\($0.text)>" : $0.text }
              .joined(separator: " ")
          }
        }.joined(separator: ", ")
    } catch {
      return "! " + error.message.neutralised
    }
  }

  @Test(
    arguments: [
      ([], ""),
      // Files, and what looks like one.
      (["cities"], "open cities"), (["data.bin", "cities"], "open data.bin, open cities"),
      (["missing.json"], "open missing.json"), (["./munich"], "open ./munich"), (["~/munich"], "open ~/munich"),
      (["."], "open ."), (["https://example.org/a"], "open https://example.org/a"), (["X.KMZ"], "open X.KMZ"),
      (["a.json", "b"], "open a.json, open b"), (["--", "cities"], "open cities"), (["--", "-f.json"], "open -f.json"),
      (["list"], "open list"), (["list", "cities"], "open list, open cities"),
      (["cities", "-c", "list", "a.csv"], "open cities, -c <list>, open a.csv"),
      (["-"], "-f -"), (["cities", "-"], "open cities, -f -"),
      // A command, with its own options.
      (["search", "munich"], "search munich"), (["SEARCH", "munich"], "SEARCH munich"),
      (["search", "a;b"], "search <a;b>"), (["near", "48.1,11.5"], "near 48.1,11.5"),
      (["near", "-33.9,151.2", "--within", "5km"], "near -33.9,151.2 --within 5km"),
      (["more", "--limit", "3"], "more --limit 3"), (["datasets", "-v"], "datasets -v"), (["help"], "help"),
      (["search", "--help"], "search --help"), (["search", "-h"], "search --help"),
      (["open", "x.csv", "--format", "csv"], "open x.csv --format csv"),
      (["search", "--", "--x"], "search -- --x"),
      // Anything else is searched.
      (["munich"], "munich"), (["paris", "tx"], "paris tx"), (["new york"], "<new york>"), (["serch"], "serch"),
      (["48.1,11.5"], "48.1,11.5"), (["-33.9,151.2"], "-33.9,151.2"), (["munich", "--limit", "3"], "munich --limit 3"),
      (["--limit", "3", "munich"], "munich --limit 3"), (["--limit=3", "search", "munich"], "search --limit=3 munich"),
      (["--json", "munich"], "json: munich"), (["munich", "--json"], "json: munich"),
      (["munich", "--near", "-33.9,151.2", "tx"], "munich --near -33.9,151.2 tx"),
      (["--", "munich", "--x"], "munich -- --x"), (["--", "--x", "y"], "search -- --x y"),
      (["-c", "list", "munich"], "-c <list>, munich"), (["munich", "-c", "list"], "munich, -c <list>"),
      (["munich", "replay"], "munich replay"),
      (["replay", "a.txt", "--check"], "replay a.txt check"),
      // How files are read. Flags stay flags.
      (["cities", "--crs", "EPSG:25832"], "open cities --crs EPSG:25832"),
      (["--crs=utm:32N", "cities"], "open cities --crs=utm:32N"),
      (
        ["a.csv", "--delimiter", ";", "b.csv", "--name=N", "-c", "list"],
        "open a.csv --delimiter ; --name=N, open b.csv --delimiter ; --name=N, -c <list>"
      ),
      (["a.csv", "--lat", "Y", "--lon", "X", "--json"], "json: open a.csv --lat Y --lon X"),
      (["--category", "Typ", "cities"], "open cities --category Typ"), (["cities", "--table"], "open cities --table"),
      (["--name", "N", "match", "a.csv"], "match --name N a.csv"),
      (["--crs", "EPSG:25832"], "! \"--crs\" is not a flag; try: gaz --help"),
      (["cities", "--within", "5km"], "! \"--within\" is not a flag; try: gaz --help"),
      (["replay", "a.txt", "--crs", "x"], "! \"--crs\" is not a flag; try: gaz --help"),
      // A command after a file.
      (
        ["cities", "nearest", "b.csv", "-c", "list"],
        "! \"nearest\" is a command, not a file; try: gaz cities -c 'nearest b.csv'"
      ),
      (["cities", "list"], "open cities, open list"), (["cities", "x"], "open cities, open x"),
      (
        ["a.csv", "--json", "search", "--limit", "3"],
        "! \"search\" is a command, not a file; try: gaz a.csv -c 'search --limit 3'"
      ),
      // Flags that nobody knows.
      (["--jsn"], "! \"--jsn\" is not a flag; did you mean \"--json\"?"),
      (["--limit", "3"], "! \"--limit\" is not a flag; try: gaz --help"),
      (["--limit", "3", "cities"], "! \"--limit\" is not a flag; try: gaz --help"),
      (["cities", "--limit"], "! \"--limit\" is not a flag; try: gaz --help"),
      (["munich", "--jsn"], "munich --jsn"), (["munich", "-x"], "munich -x"),
      (["-h", "munich"], "help"),
    ] as [([String], String)])
  func theWordsOfAShellAreUnderstood(words: [String], tasks: String) {
    #expect(Self.tasks(words) == tasks)
  }
}
