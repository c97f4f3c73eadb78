import GazetteerIndex

/// The title of the terminal's window while the program runs: what is being looked at.
///
///     ESC [ 22 ; 2 t    the terminal notes the title that it has
///     ESC ] 2 ; … BEL   the title
///     ESC [ 23 ; 2 t    the terminal goes back to the one that it noted
final class WindowTitle {
  private static let noting = "\u{1b}[22;2t"
  static let restoring = "\u{1b}[23;2t"
  /// Longer titles are cut, in cells.
  private static let width = 80

  /// Whether the terminal has a title.
  let isCapable: Bool
  /// Whether the user wants one.
  var isOn = true { didSet { if isOn != oldValue { isOn ? show() : restore() } } }
  private let send: (String) -> Void
  private var text = ""
  private var isShown = false

  init(isCapable: Bool, send: @escaping (String) -> Void) {
    self.isCapable = isCapable
    self.send = send
  }

  /// Names the datasets in use.
  func name(_ datasets: [String]) {
    let names = datasets.isEmpty ? "" : ": " + datasets.joined(separator: ", ")
    let new = Width.fit(Untrusted("gaz" + names).neutralised, cells: Self.width)
    guard new != text else { return }
    text = new
    if isShown || isOn { write() }
  }

  /// Shows the title again, after it was not there for a while.
  func show() {
    if isOn, !isShown, !text.isEmpty { write() }
  }

  /// Brings back the title that was there before.
  func restore() {
    guard isShown else { return }
    isShown = false
    send(Self.restoring)
  }

  private func write() {
    guard isCapable, isOn else { return }
    send((isShown ? "" : Self.noting) + "\u{1b}]2;\(text)\u{07}")
    isShown = true
  }

  /// Whether terminals of this type have a title; the others may print what they do not understand.
  static func isShown(by type: String?) -> Bool {
    let families = [
      "xterm", "rxvt", "screen", "tmux", "alacritty", "foot", "kitty", "konsole", "vte", "gnome", "st", "wezterm",
      "mintty", "contour", "ghostty",
    ]
    return families.contains(String((type ?? "").prefix { $0.isLetter }))
  }
}
