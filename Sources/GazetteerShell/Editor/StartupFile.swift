import CEditline
import GazetteerServices

/// The user's `.editrc`: commands of libedit, one a line. Only `bind` is run, because the others change a terminal and
/// a screen that libedit does not have here.
///
/// libedit could read the file itself, but a line that chooses a mode removes all keys, including ours. So the lines
/// are given to libedit one by one, and our keys are bound again after a change of mode, before the user's next keys.
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
    let bytes = try? OpenFile(path).read(from: 0, count: capacity)
    return String(decoding: bytes ?? [], as: UTF8.self)
  }
}
