import GazetteerIndex
import GazetteerServices
import GazetteerSession

/// Collects results for a file, which is written as a whole at the end.
final class ResultFile {
  /// As the user typed it.
  let path: Untrusted
  private let place: String
  private var text = ""
  private(set) var lineCount = 0

  /// - Parameter place: the path of the file for the system.
  /// - Throws: why the file cannot be written.
  init(path: Untrusted, at place: String) throws(Failure) {
    self.path = path
    self.place = place
    do throws(SystemError) {
      try FileReplacement.check(place)
    } catch {
      throw .cannotBeWritten(path, error)
    }
  }

  /// Whether the results may be shown by a terminal.
  var isDevice: Bool { FileReplacement.isDevice(place) }

  func append(_ text: String) {
    self.text += text
    lineCount += text.utf8.count { $0 == UInt8(ascii: "\n") }
  }

  /// Writes the results to the file.
  func write() throws(Failure) {
    do throws(SystemError) {
      try FileReplacement.replace(place, with: Array(text.utf8))
    } catch {
      throw .cannotBeWritten(path, error)
    }
  }
}

extension Failure {
  static func cannotBeWritten(
    _ path: Untrusted, _ error: SystemError, try remedy: Message = "output with another file"
  ) -> Failure {
    Failure("\(quoted: path) cannot be written", why: "\(own: error.reason)", try: remedy)
  }
}
