import GazetteerIndex

extension Command {
  static let source = Command(
    "source", "Run the commands in a file.",
    takes: Inputs(Parameter<Untrusted>("FILE", "A file of commands.", completes: .file(), mayHaveBlanks: true)),
    family: .shell, synonyms: ["run", "load", "."], examples: [.inSamples("source tour.gaz")]
  ) { _, _, path in
    Reply(effects: [.source(path)])
  }
}
