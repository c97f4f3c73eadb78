import GazetteerIndex

extension Command {
  static let output = Command(
    "output", "Write the results of the next commands to a file; without FILE, stop and save it.",
    takes: Inputs(
      OptionalParameter<Untrusted>(
        "FILE", "The file; it is written all at once at the end.", completes: .file())),
    family: .shell, synonyms: ["tee", "redirect", "spool", "write"],
    examples: ["output found.csv", "output"],
    powers: [.writeFile], isAboutPlaces: false
  ) { session, _, path in
    guard path != nil || session.outputPath != nil else {
      return Reply(.text(["the results are not written to a file; try: output FILE"]))
    }
    var reply = Reply(effects: [path.map { .startOutput($0) } ?? .endOutput])
    // Not into the file with the results of other commands.
    reply.hasResult = false
    return reply
  }
}
