import GazetteerIndex

/// The options of every command. One of the same name that a command has itself comes first.
extension InputDescription {
  static let universal = [
    InputDescription(
      "json", .flag, placeholder: "F1,F2", help: "Print the answer as a JSON object; --json=help lists the fields.",
      completes: .fields),
    format, InputDescription("help", .flag, help: "Explain the command.", completes: .nothing),
  ]

  static let format = InputDescription(
    "format", .option, placeholder: "FORMAT", help: "Print the answer in this format: \(Format.expected.neutralised).",
    completes: .choices(Format.named.map { Completes.Choice($0.name) }))
}
