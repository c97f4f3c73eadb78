import GazetteerIndex
import GazetteerSession

/// An error in the command line. `failure` makes its message.
enum FlagError: Error, Equatable {
  case unknownFlag(Untrusted, nearest: [String])
  case missingValue(of: String, placeholder: String)
  case needlessValue(of: String)
  case unknownValue(Untrusted, flag: String, choices: [String])
  case missingTranscript
  /// A command behind the files to open, with its words.
  case commandAfterFile(Untrusted, words: [Untrusted])
  case tooMany(Untrusted)
  case checkAndUpdate

  var failure: Failure {
    switch self {
    case .unknownFlag(let word, let nearest):
      Failure(
        "\(quoted: word) is not a flag", why: .didYouMean(nearest), try: nearest.isEmpty ? "gaz --help" : nil,
        code: .usage)
    case .missingValue(let flag, let placeholder):
      Failure("\(own: flag) has no value", try: "\(own: flag) \(own: placeholder)", code: .usage)
    case .needlessValue(let flag):
      Failure("\(own: flag) takes no value", try: "\(own: flag)", code: .usage)
    case .unknownValue(let word, let flag, let choices):
      Failure(
        "\(quoted: word) is not valid for \(own: flag)",
        why: .didYouMean(Spelling.nearest(to: word.text, among: choices)),
        try: "one of \(own: choices.joined(separator: ", "))", code: .usage)
    case .commandAfterFile(let file, let words):
      Failure(
        "\(quoted: words[0]) is a command, not a file", try: "gaz \(file.asTyped) -c '\(Self.line(words))'",
        code: .usage)
    case .missingTranscript:
      Failure("replay needs a file to play", try: "gaz replay FILE [--check|--update]", code: .usage)
    case .checkAndUpdate:
      Failure("--check and --update cannot be combined", try: "use one of them", code: .usage)
    case .tooMany(let word):
      Failure("unexpected word \(quoted: word)", try: "gaz replay FILE [--check|--update]", code: .usage)
    }
  }

  private static func line(_ words: [Untrusted]) -> Message {
    words.dropFirst().reduce("\(words[0])") { "\($0) \($1.bytes.contains(0x20) ? $1.asTyped : "\($1)")" }
  }
}
