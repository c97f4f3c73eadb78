import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

/// Programs that work for this one: what they get, and how they end.
struct HelperProgramTests {
  private func run(_ script: String, mayAsk: Bool, input: String = "") -> HelperProgram.End {
    HelperProgram(["/bin/sh", "-c", script], mayAsk: mayAsk)
      .run(input: Array(input.utf8), cancellation: Cancellation())
  }

  @Test(arguments: [false, true]) func itGetsItsInputAndGivesItsOutput(mayAsk: Bool) {
    let end = run("cat; exit 3", mayAsk: mayAsk, input: "a\nb")
    #expect(end == .exited(3, output: Array("a\nb".utf8), errors: Untrusted("")))
    #expect(run("exec /nowhere/x 2>/dev/null", mayAsk: mayAsk) == .exited(127, output: [], errors: Untrusted("")))
    #expect(HelperProgram(["/nowhere/x"], mayAsk: mayAsk).run(cancellation: Cancellation()) == .notStarted(ENOENT))
    #expect(HelperProgram.firstLine(of: Array("s3cret\r\nuser: max\n".utf8)) == Array("s3cret".utf8))
  }

  /// Only a program that may ask is in the group of this one, which has the terminal.
  @Test func onlyAProgramThatMayAskSharesTheTerminal() throws {
    func group(mayAsk: Bool) throws -> pid_t {
      guard case .exited(0, let output, _) = run("ps -o pgid= -p $$", mayAsk: mayAsk) else { return -1 }
      let printed = String(decoding: output, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
      return try #require(pid_t(printed))
    }
    #expect(try group(mayAsk: true) == getpgrp())
    #expect(try group(mayAsk: false) != getpgrp())
  }

  /// Also one that does not want to end.
  @Test(arguments: [false, true]) func aCancellationEndsIt(mayAsk: Bool) {
    let cancellation = Cancellation()
    let began = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      began.wait()
      cancellation.cancel()
    }
    let program = HelperProgram(["/bin/sh", "-c", "trap '' TERM; while :; do sleep 0.01; done"], mayAsk: mayAsk)
    began.signal()
    #expect(program.run(cancellation: cancellation) == .cancelled)
  }
}
