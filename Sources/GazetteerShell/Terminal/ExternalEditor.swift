import GazetteerIndex
import Glibc

/// The user's editor, for a long line or another text.
struct ExternalEditor {
  enum Failure: Error, Equatable {
    case noEditor
    case file(Int32)
    case notStarted(Int32)
    case ended(Int32)
    case tooLong

    var message: Message {
      switch self {
      case .noEditor: "there is no editor; try: EDITOR=nano gaz"
      case .file(let code): "the text cannot be written to a file; \(own: String(cString: strerror(code)))"
      case .notStarted(let code): "the editor cannot be started; \(own: String(cString: strerror(code)))"
      case .ended(let code): "the text is unchanged; the editor ended with \(code)"
      case .tooLong: "the text is unchanged; the editor wrote more than 1 MB"
      }
    }
  }

  /// The command to run; nil if there is none.
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

  /// Lets the user edit `line`.
  func edit(line: String, on terminal: Terminal, signals: Signals) throws(Failure) -> String {
    Self.line(of: try edit(Array((line + "\n").utf8), on: terminal, signals: signals))
  }

  /// Lets the user edit `text`, in a temporary file that only the user can read.
  func edit(_ text: [UInt8], on terminal: Terminal, signals: Signals) throws(Failure) -> [UInt8] {
    guard let command else { throw .noEditor }
    let path = try write(text)
    defer { unlink(path) }
    switch ChildProgram(command, arguments: [path]).run(on: terminal, signals: signals) {
    case .exited(0): return try read(path)
    case .exited(let code), .killed(let code): throw .ended(code)
    case .notStarted(let code): throw .notStarted(code)
    }
  }

  /// The file's text as a line, without newlines at the end.
  static func line(of bytes: [UInt8]) -> String {
    let text = EditableLine.text(of: bytes)
    return String(text.reversed().drop { $0 == "\n" }.reversed())
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
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .file(errno) }
    defer { close(descriptor) }
    var bytes = [UInt8](repeating: 0, count: LineSource.longestLine + 1)
    var count = 0
    while count < bytes.count {
      let more = bytes[count...].withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
      if more < 0, errno == EINTR { continue }
      guard more >= 0 else { throw .file(errno) }
      guard more > 0 else { return Array(bytes[..<count]) }
      count += more
    }
    throw .tooLong
  }
}
