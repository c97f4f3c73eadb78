import GazetteerIndex

extension Command {
  static let output = Command(
    "output", "Put the results of the commands that follow into a file; without a file, end that.",
    takes: OptionalParameter<Untrusted>(
      "FILE", "The file, which changes as a whole when output ends.", completes: .file()),
    family: .shell, synonyms: ["tee", "redirect", "spool", "write"], examples: ["output found.csv", "output"],
    powers: [.writeFile]
  ) { session, _, path in
    if let path { return Reply(effects: [.startOutput(path)]) }
    guard session.outputPath != nil else {
      return Reply(.text(["no file takes the results; try: output FILE"]))
    }
    return Reply(effects: [.endOutput])
  }
}
