import GazetteerIndex

/// The title of the terminal's window while the program runs: the datasets in use.
///
///     ESC [ 22 ; 2 t    saves the title that the terminal has
///     ESC ] 2 ; … BEL   sets the title
///     ESC [ 23 ; 2 t    restores the saved title
final class WindowTitle {
  private static let saving = "\u{1b}[22;2t"
  static let restoring = "\u{1b}[23;2t"
  /// Longer titles are cut off, in cells.
  private static let width = 80

  /// Whether the terminal can show a title.
  let isCapable: Bool
  /// Whether the user wants a title.
  var isOn = true { didSet { if isOn != oldValue { isOn ? show() : restore() } } }
  private let send: (String) -> Void
  private var text = ""
  private var isShown = false

  init(isCapable: Bool, send: @escaping (String) -> Void) {
    self.isCapable = isCapable
    self.send = send
  }

  /// Sets the names of the datasets in use.
  func name(_ datasets: [String]) {
    let names = datasets.isEmpty ? "" : ": " + datasets.joined(separator: ", ")
    let new = Width.fit(Untrusted("gaz" + names).neutralised, cells: Self.width)
    guard new != text else { return }
    text = new
    if isShown || isOn { write() }
  }

  /// Shows the title again after `restore`.
  func show() {
    if isOn, !isShown, !text.isEmpty { write() }
  }

  /// Restores the title that the terminal had before.
  func restore() {
    guard isShown else { return }
    isShown = false
    send(Self.restoring)
  }

  private func write() {
    guard isCapable, isOn else { return }
    send((isShown ? "" : Self.saving) + "\u{1b}]2;\(text)\u{07}")
    isShown = true
  }

  /// Whether terminals of this type can show a title. Others might print the sequences.
  static func isShown(by type: String?) -> Bool {
    let families = [
      "xterm", "rxvt", "screen", "tmux", "alacritty", "foot", "kitty", "konsole", "vte", "gnome", "st", "wezterm",
      "mintty", "contour", "ghostty",
    ]
    return families.contains(String((type ?? "").prefix { $0.isLetter }))
  }
}
