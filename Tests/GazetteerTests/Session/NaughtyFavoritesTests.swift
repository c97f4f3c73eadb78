import CLeaflet
import Foundation
import GazetteerIndex
import GazetteerServices
import GazetteerSession
import Testing

/// Favorites with naughty strings in all fields, exported from the file of one user and imported into that of another.
@Suite(.enabled(if: SharedData.has(NaughtyStrings.path), SharedData.absent)) struct NaughtyFavoritesTests {
  private let folder: TemporaryFolder
  private let favorites: [Favorite]

  init() throws {
    folder = try TemporaryFolder()
    let strings = try NaughtyStrings.all().filter { !$0.isEmpty }.map { Untrusted($0) } + NaughtyStrings.own
    favorites = strings.enumerated().map { ExportFixture.favorite($1, number: UInt16($0)) }
    let edit = FavoritesEdit(Untrusted("import"), favorites.map { FavoriteChange(from: nil, to: $0) }, at: 5)
    _ = try FavoritesStore(path: path(of: "ours")).keep(edit, by: "")
  }

  private func path(of user: String) -> String { "\(folder.path)/\(user)/favorites.sqlite" }

  private func kept(by user: String) throws -> [Favorite] {
    try FavoritesStore(path: path(of: user)).update(since: 0)?.changed.sorted { $0.id < $1.id } ?? []
  }

  private func gaz(_ user: String, _ line: String, _ options: String...) throws -> ProgramRun {
    let run = try ProgramRun(
      ["--data", "\(folder.path)/\(user)", "--allow=favorites"] + options + ["-c", line], in: folder.path)
    #expect(run.code == 0, "\(run.complaint)")
    return run
  }

  @Test func naughtyTextsAreKeptUnchanged() throws {
    #expect(favorites.count > 515)
    #expect(try kept(by: "ours") == favorites)
  }

  @Test func naughtyTextsAreShownWithoutTerminalCommands() throws {
    for line in ["favorites --limit all", "favorites --lists", "show \(favorites[0].handle.word.text)"] {
      let lines = try gaz("ours", line).output.split(separator: UInt8(ascii: "\n"))
      for line in lines { #expect(Untrusted(bytes: line).neutralised.utf8.elementsEqual(line)) }
    }
    let names = try gaz("ours", "favorites --limit all --sort added", "--format", "jsonl").output.split(
      separator: UInt8(ascii: "\n")
    )
    .map { try #require(try JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])["name"] as? String }
    // Newest first. Names that are not UTF-8 cannot be written in JSON.
    #expect(names.count == favorites.count)
    for (name, favorite) in zip(names.reversed(), favorites) where favorite.place.name.isUTF8 {
      #expect(name.map { Array($0.utf8) } == favorite.place.name.bytes)
    }
  }

  /// The formats that this build of the program can write.
  private static let formats = ExportFormat.allCases.filter { format in
    switch format {
    case .html: gaz_map_page() != nil
    case .png: InstalledPrograms.has("rsvg-convert")
    default: true
    }
  }

  @Test(arguments: formats) func naughtyTextsAreExportedAndImportedUnchanged(format: ExportFormat) throws {
    _ = try gaz("ours", "export all.\(format.rawValue)")
    #expect(try Data(contentsOf: URL(filePath: "\(folder.path)/all.\(format.rawValue)")).count > 10_000)
    guard ExportFixture.readFormats.contains(format) else { return }
    _ = try gaz("theirs", "import all.\(format.rawValue)")
    let read = try kept(by: "theirs")
    try #require(read.count == favorites.count)
    for (read, favorite) in zip(read, favorites) {
      #expect(format == .csv ? read.sorted == favorite.sorted : read == favorite, "\(favorite.note?.bytes ?? [])")
    }
  }
}

extension Untrusted {
  fileprivate var isUTF8: Bool { Array(text.utf8) == bytes }
}
