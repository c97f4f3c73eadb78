import Testing

@testable import GazetteerShell

struct WindowTitleTests {
  @Test func theTitleIsSavedSetAndRestored() {
    var sent: [String] = []
    let title = WindowTitle(isCapable: true) { sent.append($0) }
    title.name(["world"])
    title.name(["world"])
    title.name(["cities", "campus"])
    title.restore()
    title.restore()
    title.show()
    title.isOn = false
    title.name(["world"])
    title.isOn = true
    #expect(
      sent == [
        "\u{1b}[22;2t\u{1b}]2;gaz: world\u{7}", "\u{1b}]2;gaz: cities, campus\u{7}", "\u{1b}[23;2t",
        "\u{1b}[22;2t\u{1b}]2;gaz: cities, campus\u{7}", "\u{1b}[23;2t", "\u{1b}[22;2t\u{1b}]2;gaz: world\u{7}",
      ])
  }

  @Test func theTitleIsNeutralisedAndCut() {
    var sent = ""
    WindowTitle(isCapable: true) { sent += $0 }.name(["a\u{7}\u{1b}]0;x", String(repeating: "y", count: 200)])
    #expect(sent.hasPrefix("\u{1b}[22;2t\u{1b}]2;gaz: a^G^[]0;x, yyy"))
    #expect(sent.hasSuffix("y…\u{7}"))
    #expect(sent.count < 110)
  }

  @Test(arguments: [
    ("xterm", true), ("xterm-256color", true), ("screen.xterm-256color", true), ("tmux-256color", true), ("st", true),
    ("dumb", false), ("linux", false), ("vt100", false), ("", false), ("eterm-color", false),
  ])
  func onlySomeTerminalsHaveATitle(type: String, has: Bool) {
    #expect(WindowTitle.isShown(by: type) == has)
    var sent = ""
    WindowTitle(isCapable: WindowTitle.isShown(by: type)) { sent += $0 }.name(["world"])
    #expect(sent.isEmpty != has)
  }
}
