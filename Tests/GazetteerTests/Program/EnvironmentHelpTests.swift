import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices
@testable import GazetteerShell

/// Every variable of the environment that the program reads is in `gaz --help`.
struct EnvironmentHelpTests {
  /// Those that terminals, shells and desktops set for all programs.
  private static let ofSurroundings: Set = [
    "ALACRITTY_SOCKET", "ALACRITTY_WINDOW_ID", "DBUS_SESSION_BUS_ADDRESS", "DISPLAY", "KITTY_WINDOW_ID",
    "KONSOLE_VERSION", "TERM_PROGRAM", "TMUX", "VTE_VERSION", "WAYLAND_DISPLAY", "WEZTERM_EXECUTABLE", "WEZTERM_PANE",
    "WT_SESSION",
  ]
  /// Words in capitals in the same files that are no variables, or are set for other programs.
  private static let others: Set = ["APPRISE_URLS", "FRX", "LESS", "LV"]

  private static func sources() throws -> [(path: String, text: String)] {
    let root = PackageFolder.root.appending(path: "Sources").path
    let paths = ["GazetteerShell", "GazetteerServices", "gaz"].flatMap { target in
      let all = FileManager.default.enumerator(atPath: root + "/" + target)?.allObjects as? [String] ?? []
      return all.filter { $0.hasSuffix(".swift") }.map { target + "/" + $0 }
    }
    return try paths.map { ($0, try String(contentsOfFile: root + "/" + $0, encoding: .utf8)) }
  }

  /// The words that may be names of variables, in files that read some.
  private static func names() throws -> Set<String> {
    var names: Set<String> = []
    for (path, text) in try sources() where !path.hasSuffix("UsagePage.swift") {
      for match in text.matches(of: /"(GAZ_[A-Z_]*|XDG_[A-Z_]+|[a-z]+_proxy)[\\"]/) { names.insert(String(match.1)) }
      guard text.contains("variable") || text.contains("getenv") else { continue }
      for match in text.matches(of: /"([A-Z][A-Z0-9_]+)"/) { names.insert(String(match.1)) }
    }
    names.formUnion(PlacesRequest.Provider.allCases.map(ProviderSite.baseVariable))
    return names.subtracting(ofSurroundings).subtracting(others).subtracting(["GAZ_"])
  }

  @Test func theHelpHasAllThatAreRead() throws {
    let help = try ProgramRun(["--help"], environment: ["COLUMNS": "200", "LC_ALL": "C.UTF-8"]).text
    let names = try Self.names()
    for name in names.sorted() { #expect(help.contains(name), "\(name)") }
    // The controls: the search finds names, and a name that is not read is not in the help.
    #expect(names.isSuperset(of: ["GAZ_NOW", "SSL_CERT_FILE", "GAZ_YELP_KEY", "GAZ_MAIL_PASSWORD", "https_proxy"]))
    #expect(!help.contains("GAZ_NOWHERE"))
    let inHelp = Set(help.matches(of: /GAZ_[A-Z_]+|XDG_[A-Z_]+/).map { String($0.output) })
    let made: Set = [
      "GAZ_TOKEN_NAME", "GAZ_MATRIX_TOKEN", "GAZ_NTFY_TOKEN", "GAZ_WEBHOOK_NAME_URL", "GAZ_APPRISE_NAME_URL",
    ]
    #expect(inHelp.subtracting(names) == made)
  }
}
