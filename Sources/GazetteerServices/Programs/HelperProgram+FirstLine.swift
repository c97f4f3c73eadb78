import GazetteerIndex

extension HelperProgram.End {
  /// Why a program printed no secret.
  package struct Fault: Error {
    package let reason: Message
  }

  /// The first line that the program printed, without its end. Commands print a secret there, and password managers
  /// more below it.
  package func firstLine() throws(Fault) -> [UInt8] {
    switch self {
    case .exited(0, let output, _):
      let line = HelperProgram.firstLine(of: output)
      guard !line.isEmpty else { throw Fault(reason: "it printed nothing") }
      return line
    case .exited(let code, _, _): throw Fault(reason: "it ended with \(code)")
    case .killed: throw Fault(reason: "it was killed, or took too long")
    case .notStarted: throw Fault(reason: "it could not be started")
    case .cancelled: throw Fault(reason: "it was cancelled")
    }
  }
}
