import GazetteerIndex

/// Draws pictures through the program `rsvg-convert`.
package enum PictureProgram {
  package static let name = "rsvg-convert"
  /// How many pixels a unit of the picture is wide, so that small names stay sharp.
  private static let zoom = 2
  /// In bytes.
  private static let mostOutput = 1 << 26

  package enum Fault: Error, Equatable {
    case notInstalled, cancelled
    case failed(why: Message)
  }

  /// An SVG picture as a PNG file.
  ///
  /// The program gets the picture on its input and nothing else, so it reads no other file.
  ///
  /// - Parameter variable: the value of an environment variable.
  package static func png(
    of picture: String, variable: (_ name: String) -> String?, _ cancellation: Cancellation
  ) throws(Fault) -> [UInt8] {
    guard let path = HelperProgram.path(of: name, variable: variable) else { throw .notInstalled }
    let program = HelperProgram([path, "--format=png", "--zoom=\(zoom)"], mostOutput: mostOutput)
    switch program.run(input: Array(picture.utf8), cancellation: cancellation) {
    case .exited(0, let output, _) where output.starts(with: signature) && output.count < mostOutput: return output
    case .exited(0, _, _): throw .failed(why: "it gave no PNG file")
    case .exited(let code, _, let errors):
      let line = errors.firstLine ?? Untrusted("")
      throw .failed(why: line.isEmpty ? "it ended with \(own: String(code))" : "\(line)")
    case .killed: throw .failed(why: "it was killed, or took too long")
    case .notStarted: throw .failed(why: "it could not be started")
    case .cancelled: throw .cancelled
    }
  }

  /// The first bytes of every PNG file.
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
}
