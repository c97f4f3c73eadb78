import Synchronization
import Testing

@testable import GazetteerShell

struct SpinnerTests {
  /// What a spinner draws if it is updated at these seconds.
  private func drawn(
    at seconds: [Double], title: String = "", since: Double? = nil, isASCII: Bool = false, columns: Int = 80,
    canSend: Bool = true
  ) -> [String] {
    let now = Mutex(0.0)
    var sent: [String] = []
    var spinner = Spinner(
      title: title, since: since, isASCII: isASCII, columns: columns, stopwatch: { now.withLock { $0 } },
      canSend: { canSend },
      send: { sent.append($0) })
    for second in seconds {
      now.withLock { $0 = second }
      spinner.draw()
    }
    spinner.erase()
    return sent
  }

  @Test func aFastCommandShowsNone() { #expect(drawn(at: [0.01, 0.1, 0.19]) == []) }

  /// The rows of a file are read piece by piece; the time is that of all pieces.
  @Test func aPartOfLongWorkIsShownAtOnce() {
    #expect(drawn(at: [0.01], since: -3) == ["\r⠋ 3 s; Ctrl-C cancels\u{1b}[K", "\r\u{1b}[K"])
    #expect(drawn(at: [0.01], since: -0.1) == [])
  }

  @Test func onlyDifferencesAreSentAndEverythingIsErased() {
    #expect(
      drawn(at: [0.2, 0.25, 0.35, 1.5])
        == ["\r⠋ 0 s; Ctrl-C cancels\u{1b}[K", "\r⠙", "\r⠹ 1 s; Ctrl-C cancels\u{1b}[K", "\r\u{1b}[K"])
  }

  @Test func inASCIITheSpinnerHasOtherMarks() {
    let all = drawn(at: [0.2, 0.3, 0.4, 0.5, 0.6].map { $0 + 0.001 * $0 }, isASCII: true)
    #expect(all.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
    #expect(all.first == "\r| 0 s; Ctrl-C cancels\u{1b}[K")
  }

  @Test(arguments: [(1, []), (2, ["\r⠋", "\r\u{1b}[K"]), (6, ["\r⠋ 0 ~\u{1b}[K", "\r\u{1b}[K"])])
  func theSpinnerFitsTheTerminal(columns: Int, expected: [String]) {
    #expect(drawn(at: [0.2], columns: columns) == expected)
  }

  /// The title is cut, not the way to cancel.
  @Test(
    arguments: [
      (80, "\r⠋ looking for the password of ada: 0 s; Ctrl-C cancels\u{1b}[K"),
      (40, "\r⠋ looking for the ~ 0 s; Ctrl-C cancels\u{1b}[K"),
    ]) func theTitleSaysWhatIsWaitedFor(columns: Int, expected: String)
  { #expect(drawn(at: [0.2], title: "looking for the password of ada", columns: columns).first == expected) }

  @Test func aTerminalThatIsBusyGetsNoFrames() { #expect(drawn(at: [0.2, 0.5], canSend: false) == []) }
}
