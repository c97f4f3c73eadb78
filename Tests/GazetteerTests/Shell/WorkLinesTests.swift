import GazetteerIndex
import Testing

@testable import GazetteerShell

/// What a terminal on which nothing can move shows of work that takes time.
struct WorkLinesTests {
  private final class Clock {
    var now = 100.0
    var written = ""
  }

  private let clock = Clock()

  private func lines(_ title: Message, since: Double? = nil) -> WorkLines {
    WorkLines(title: title, since: since, stopwatch: { [clock] in clock.now }, send: { [clock] in clock.written += $0 })
  }

  @Test func aLineComesEveryFiveSeconds() {
    var lines = lines("opening big.csv")
    for _ in 0..<12 {
      clock.now += 1
      lines.draw()
    }
    #expect(clock.written == "opening big.csv: 5 s\nopening big.csv: 10 s\n")
    #expect(lines.nextChange == 3000)
  }

  /// The parts of `match` are short, and no line comes twice.
  @Test func linesOfPartsGoOn() {
    let start = clock.now
    for part in 0..<12 {
      var lines = lines("matching big.csv: \(part) rows", since: start)
      clock.now += 1
      lines.draw()
      lines.draw()
    }
    #expect(clock.written == "matching big.csv: 4 rows: 5 s\nmatching big.csv: 9 rows: 10 s\n")
  }

  @Test func aPauseOfTheProgramIsNoReasonForSeveralLines() {
    var lines = lines("opening big.csv")
    clock.now += 17
    for _ in 0..<3 { lines.draw() }
    #expect(clock.written == "opening big.csv: 15 s\n")
    #expect(lines.nextChange == 3000)
  }

  @Test func nothingInTheTitleActsOnTheTerminal() {
    var lines = lines("opening \(Untrusted("a\u{1B}[2J.csv"))")
    clock.now += 5
    lines.draw()
    #expect(!clock.written.contains("\u{1B}") && clock.written.hasSuffix(": 5 s\n"))
  }
}
