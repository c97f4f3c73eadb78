import CEditline
import GazetteerServices

/// The user's `.editrc`: commands of libedit, one a line.
///
/// libedit would read it itself, but what chooses a mode there forgets all keys, ours too. So it is given line by line,
/// and our keys are bound again in between: what the user binds comes after them.
struct StartupFile {
  /// What follows in a file is not read, in bytes.
  private static let capacity = 1 << 16
  private let lines: [String]

  /// The file at `path`; no lines where there is none.
  init(path: String?) {
    lines = path.map { Self.contents(of: $0).split(separator: "\n").map(String.init) } ?? []
  }

  /// Runs its commands; those that choose a mode only if `changingMode`.
  func apply(to editor: LineEditor, changingMode: Bool) {
    guard let tokenizer = tok_init(nil) else { return }
    defer { tok_end(tokenizer) }
    for line in lines where !line.hasPrefix("#") {
      tok_reset(tokenizer)
      var count: Int32 = 0
      var words: UnsafeMutablePointer<UnsafePointer<CChar>?>?
      guard tok_str(tokenizer, line, &count, &words) == 0, let words, count > 0 else { continue }
      let choosesMode = (1..<Int(count)).contains { index in
        words[index].map { ["-v", "-e"].contains(String(cString: $0)) } ?? false
      }
      guard !choosesMode || changingMode else { continue }
      el_parse(editor.handle, count, words)
      if choosesMode { editor.bindKeys() }
    }
  }

  private static func contents(of path: String) -> String {
    let bytes = try? OpenFile(path).read(from: 0, count: capacity)
    return String(decoding: bytes ?? [], as: UTF8.self)
  }
}
