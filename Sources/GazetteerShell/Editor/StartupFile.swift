import CEditline
import GazetteerServices
import Glibc

/// The user's `.editrc`: commands of libedit, one a line. Only `bind` is run, because the others change a terminal and
/// a screen that libedit does not have here.
///
/// libedit could read the file itself, but a line that chooses a mode removes all keys, including ours. So the lines
/// are given to libedit one by one, and our keys are bound again after a change of mode, before the user's next keys.
struct StartupFile {
  /// The rest of a longer file is ignored, in bytes.
  private static let capacity = 1 << 16
  /// Functions of libedit that crash. So do many of those of vi, and others start programs.
  private static let unsafeFunctions: Set = ["ed-command", "em-copy-prev-word"]
  /// Ours do the same as these, know characters of several code points, and never crash.
  private static let ours: [String: LineFunction] = [
    "ed-move-to-beg": .lineStart, "ed-move-to-end": .lineEnd, "ed-next-char": .right, "ed-prev-char": .left,
    "ed-prev-word": .wordLeft, "em-next-word": .wordRight, "ed-prev-history": .up, "ed-next-history": .down,
    "ed-kill-line": .killLineEnd, "em-kill-line": .killLineStart, "ed-delete-prev-char": .deleteLeft,
    "ed-delete-next-char": .deleteRight, "ed-delete-prev-word": .killWordLeft, "em-delete-next-word": .killWordRight,
    "em-yank": .yank, "em-inc-search-prev": .searchHistory, "ed-clear-screen": .clearScreen, "ed-newline": .enter,
    "ed-transpose-chars": .transpose, "vi-command-mode": .viStartCommands, "vi-undo": .undo,
  ]

  private let lines: [String]
  /// The first characters of the user's own commands of vi, which replace ours.
  let commandKeys: Set<UInt32>

  /// Reads the file at `path`; no lines if there is none.
  init(path: String?) {
    lines = path.map { Self.contents(of: $0).split(separator: "\n").map(String.init) } ?? []
    commandKeys = Set(lines.compactMap(Self.commandKey))
  }

  private static func isUnsafe(_ word: String) -> Bool {
    unsafeFunctions.contains(word) || word.hasPrefix("vi-") && ours[word] == nil
  }

  /// The character that begins what `line` binds as a command of vi; nil for none.
  private static func commandKey(in line: String) -> UInt32? {
    let words = line.split(whereSeparator: \.isWhitespace)
    guard let place = words.firstIndex(of: "-a"), place + 2 < words.count,
      !words.contains(where: { isUnsafe(String($0)) })
    else { return nil }
    let key = words[place + 1]
    // These begin the name of another character.
    return key.count > 1 && "^\\\"'".contains(key.first ?? "^") ? nil : key.unicodeScalars.first?.value
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
      guard texts[0] == "bind" || texts[0].hasSuffix(":bind"), !texts.contains(where: Self.isUnsafe) else { continue }
      let choosesMode = texts.contains("-v") || texts.contains("-e")
      guard !choosesMode || changingMode else { continue }
      run(texts, on: editor)
      if choosesMode { editor.bindKeys() }
    }
  }

  private func run(_ words: [String], on editor: LineEditor) {
    let copies = words.map { strdup(Self.ours[$0]?.rawValue ?? $0) }
    defer { for copy in copies { free(copy) } }
    var pointers = copies.map { $0.map { UnsafePointer<CChar>($0) } }
    el_parse(editor.handle, Int32(pointers.count), &pointers)
  }

  private static func contents(of path: String) -> String {
    let bytes = try? OpenFile(path).read(from: 0, count: capacity)
    return String(decoding: bytes ?? [], as: UTF8.self)
  }
}
