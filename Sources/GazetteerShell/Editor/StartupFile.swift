import CEditline
import Glibc

/// The user's `.editrc`: commands of libedit, one a line. Only `bind` is run, because the others change a terminal and a
/// screen that libedit does not have here.
///
/// libedit could read the file itself, but choosing a mode in it removes all keys, also ours. So each line is given to
/// libedit here, and our keys are bound again after a change of mode: the user's keys come after them.
struct StartupFile {
  /// The rest of a longer file is ignored, in bytes.
  private static let capacity = 1 << 16
  /// Functions of libedit that crash, or start programs without giving them the terminal.
  private static let unsafeFunctions: Set = [
    "ed-command", "em-copy-prev-word", "vi-alias", "vi-comment-out", "vi-histedit", "vi-history-word",
    "vi-to-history-line",
  ]
  private let lines: [String]

  /// Reads the file at `path`; no lines if there is none.
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
      let texts = (0..<Int(count)).map { index in words[index].map { String(cString: $0) } ?? "" }
      // A line may name the program that it is for: `gaz:bind`.
      guard texts[0] == "bind" || texts[0].hasSuffix(":bind"), Self.unsafeFunctions.isDisjoint(with: texts) else {
        continue
      }
      let choosesMode = texts.contains("-v") || texts.contains("-e")
      guard !choosesMode || changingMode else { continue }
      el_parse(editor.handle, count, words)
      if choosesMode { editor.bindKeys() }
    }
  }

  private static func contents(of path: String) -> String {
    // A pipe could block for ever.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return "" }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return "" }
    var bytes = [UInt8](repeating: 0, count: capacity)
    let count = read(descriptor, &bytes, capacity)
    return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
  }
}
