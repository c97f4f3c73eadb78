import GazetteerIndex
import GazetteerServices
import Glibc

/// The user's editor, for a line that has become long and whatever else is a text.
struct ExternalEditor {
  enum Failure: Error, Equatable {
    /// There is no editor.
    case none
    case file(Int32)
    case notStarted(Int32)
    case ended(Int32)
    case tooLong

    var message: Message {
      switch self {
      case .none: "there is no editor; try: EDITOR=nano gaz"
      case .file(let code): "the text cannot be put into a file; \(own: String(cString: strerror(code)))"
      case .notStarted(let code): "the editor cannot be started; \(own: String(cString: strerror(code)))"
      case .ended(let code): "the text is as it was; the editor ended with \(code)"
      case .tooLong: "the text is as it was; the editor left more than 1 MB"
      }
    }
  }

  /// What to run; nil where there is nothing.
  private let command: String?
  private let folder: String

  init(_ environment: Environment) {
    func value(_ name: String) -> String? {
      environment.variable(name).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }
    command =
      ["GAZ_EDITOR", "VISUAL", "EDITOR"].lazy.compactMap(value).first
      ?? ["vi", "nano"].first(where: environment.finds(program:))
    folder = value("TMPDIR") ?? "/tmp"
  }

  /// `line` as the user leaves it in the editor.
  func edit(line: String, on terminal: Terminal, signals: Signals) throws(Failure) -> String {
    Self.line(of: try edit(Array((line + "\n").utf8), on: terminal, signals: signals))
  }

  /// `text` as the user leaves it in the editor, by way of a file that only they can read.
  func edit(_ text: [UInt8], on terminal: Terminal, signals: Signals) throws(Failure) -> [UInt8] {
    guard let command else { throw .none }
    let path = try write(text)
    defer { unlink(path) }
    switch ChildProgram(command, arguments: [path]).run(on: terminal, signals: signals) {
    case .exited(0): return try read(path)
    case .exited(let code), .killed(let code): throw .ended(code)
    case .notStarted(let code): throw .notStarted(code)
    }
  }

  /// What was written, as it can stand in a line: without the newline at the end, tabs as blanks, and no other control
  /// characters.
  static func line(of bytes: [UInt8]) -> String {
    var line = String.UnicodeScalarView()
    for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
      switch scalar {
      case "\n": line.append("\n")
      case "\t": line.append(" ")
      case _ where scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value): break
      default: line.append(scalar)
      }
    }
    while line.last == "\n" { line.removeLast() }
    return String(line)
  }

  private func write(_ text: [UInt8]) throws(Failure) -> String {
    var name = Array((folder + "/gaz-XXXXXX").utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else { throw .file(errno) }
    defer { close(descriptor) }
    let path = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    let file = DescriptorWriter(descriptor)
    file.write(String(decoding: text, as: UTF8.self))
    guard file.failure == 0 else {
      unlink(path)
      throw .file(file.failure)
    }
    return path
  }

  private func read(_ path: String) throws(Failure) -> [UInt8] {
    do throws(SystemError) {
      return try OpenFile(path).read(limit: LineSource.longestLine)
    } catch {
      throw error.code == EFBIG ? .tooLong : .file(error.code)
    }
  }
}
