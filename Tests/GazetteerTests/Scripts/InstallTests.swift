import Foundation
import Testing

@testable import GazetteerShell

/// `Scripts/install` puts everything in its place, and takes it away again.
struct InstallTests {
  private static let files = [
    "bin/gaz", "share/man/man1/gaz.1", "share/bash-completion/completions/gaz", "share/zsh/site-functions/_gaz",
    "share/fish/vendor_completions.d/gaz.fish",
  ]

  private func install(_ arguments: [String], in folder: String, _ environment: [String: String] = [:]) throws
    -> ProgramRun
  {
    try ProgramRun(
      arguments, of: PackageFolder.root.appending(path: "Scripts/install").path, in: folder, environment: environment)
  }

  /// The files below a folder.
  private func files(in folder: String) -> Set<String> {
    let found = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
    return Set(
      found.filter { path in
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: folder + "/" + path, isDirectory: &isFolder)
          && !isFolder.boolValue
      })
  }

  @Test(arguments: [
    ([], ["DESTDIR": "stage"], "stage/usr/local/"), (["/opt/gaz"], ["DESTDIR": "stage"], "stage/opt/gaz/"),
    (["below/here"], [:], "below/here/"),
  ])
  func everythingIsInstalledAndRemoved(arguments: [String], variables: [String: String], prefix: String) throws {
    let folder = try TemporaryFolder()
    var variables = variables.mapValues { folder.path + "/" + $0 }
    variables["SOURCE_DATE_EPOCH"] = "86400"
    let run = try install(["--program", PseudoTerminal.gaz] + arguments, in: folder.path, variables)
    #expect(run.code == 0, "\(run)")
    // A shell that does not look there is told where to look; a package is not for this machine.
    for shell in ["zsh", "fish"] {
      let isTold = run.text.contains("for \(shell), add to ")
      #expect(isTold == (variables["DESTDIR"] == nil && InstalledPrograms.has(shell)), "\(run)")
    }
    #expect(files(in: folder.path) == Set(Self.files.map { prefix + $0 }))
    func content(_ file: String) throws -> String {
      try String(contentsOfFile: folder.path + "/" + prefix + file, encoding: .utf8)
    }
    #expect(try content(Self.files[1]) == ManPage.text(now: 86_400))
    for (file, shell) in zip(Self.files[2...], CompletionShell.allCases) {
      #expect(try content(file) == shell.script(for: CompletedCommandLine()))
    }
    let program = folder.path + "/" + prefix + "bin/gaz"
    #expect(try ProgramRun(["--version"], of: program).text == "gaz \(Environment.version)\n")
    // What is not of the installation stays.
    _ = try folder.file(prefix + "bin/other", "")
    #expect(try install(["--uninstall"] + arguments, in: folder.path, variables).code == 0)
    #expect(files(in: folder.path) == [prefix + "bin/other"])
  }

  @Test(arguments: [["--nosuch"], ["a", "b"], ["--program"]]) func wrongUsageInstallsNothing(arguments: [String]) throws
  {
    let folder = try TemporaryFolder()
    let run = try install(arguments, in: folder.path)
    #expect(run.code == 2 && run.complaint.contains("usage: install "), "\(run)")
    #expect(files(in: folder.path).isEmpty)
  }
}
