import GazetteerIndex

/// The keyring of the desktop (Secret Service), through its program `secret-tool`.
///
/// Each secret has attributes by which it is found. It never is in the arguments of a program, which every user of the
/// machine can see.
package struct Keyring: Sendable {
  private let program: String
  private let mayAsk: Bool

  /// Nil without a session bus or without the program.
  ///
  /// - Parameters:
  ///   - variable: the value of an environment variable.
  ///   - mayAsk: whether the user can be asked on the terminal, and has time.
  package init?(variable: (_ name: String) -> String?, mayAsk: Bool) {
    guard let bus = variable("DBUS_SESSION_BUS_ADDRESS"), !bus.isEmpty,
      let program = HelperProgram.path(of: "secret-tool", variable: variable)
    else { return nil }
    self.program = program
    self.mayAsk = mayAsk
  }

  private init(program: String, mayAsk: Bool) {
    self.program = program
    self.mayAsk = mayAsk
  }

  /// The same while the terminal is in use, so that nobody can be asked.
  package var silent: Keyring { Keyring(program: program, mayAsk: false) }

  /// - Parameter attributes: names and values, one after the other.
  package func secret(_ attributes: [String], _ cancellation: Cancellation) -> Secret? {
    let printed = run("lookup", attributes, cancellation).map(HelperProgram.firstLine)
    return printed.flatMap { $0.isEmpty ? nil : Secret($0) }
  }

  /// Keeps a secret in place of the older one. Returns whether that worked.
  package func keep(_ secret: Secret, _ attributes: [String], label: String, _ cancellation: Cancellation) -> Bool {
    run("store", ["--label=" + label] + attributes, input: secret.bytes, cancellation) != nil
  }

  /// What became of a secret that was to be removed.
  package enum Removal: Equatable, Sendable {
    case removed
    /// There was none.
    case absent
    /// The program did not come to its end.
    case unknown(why: Message)
  }

  /// Removes a secret.
  package func forget(_ attributes: [String], _ cancellation: Cancellation) -> Removal {
    switch end("clear", attributes, cancellation) {
    case .exited(0, _, _): .removed
    case .exited(_, _, let errors): errors.isEmpty ? .absent : .unknown(why: "secret-tool ended with an error")
    case .killed: .unknown(why: "secret-tool was interrupted")
    case .cancelled: .unknown(why: "it was interrupted")
    case .notStarted: .unknown(why: "secret-tool could not be started")
    }
  }

  /// The line for a shell that removes a secret.
  package static func remedy(_ attributes: [String]) -> Message {
    let words = attributes.map { word in
      let isPlain = word.utf8.allSatisfy { ("a"..."z").contains(Unicode.Scalar($0)) || $0 == UInt8(ascii: "-") }
      return isPlain
        ? word : "'\(word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''"))'"
    }
    return "secret-tool clear \(Untrusted(words.joined(separator: " ")))"
  }

  /// What the program prints; nil if it fails.
  private func run(
    _ action: String, _ words: [String], input: [UInt8] = [], _ cancellation: Cancellation
  ) -> [UInt8]? {
    if case .exited(0, let output, _) = end(action, words, input: input, cancellation) { return output }
    return nil
  }

  private func end(
    _ action: String, _ words: [String], input: [UInt8] = [], _ cancellation: Cancellation
  ) -> HelperProgram.End {
    HelperProgram([program, action] + words, mayAsk: mayAsk).run(input: input, cancellation: cancellation)
  }
}
