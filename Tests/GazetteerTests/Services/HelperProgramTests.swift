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

  /// A program that was just written may still be open in a process that another thread has started meanwhile.
  @Test func aProgramThatIsOpenForWritingIsStartedSoon() throws {
    let folder = try TemporaryFolder()
    let path = try folder.file("program", "#!/bin/sh\nexit 7\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    let writer = open(path, O_WRONLY | O_CLOEXEC)
    var start = ProgramStart([path])
    var pauses = 0
    start.pause = {
      pauses += 1
      if pauses == 3 { close(writer) }
      // A process that another test starts has the file open, too, until it becomes a program.
      if pauses >= 3 { usleep(10_000) }
    }
    var process = pid_t()
    #expect(start.run(&process) == 0 && pauses >= 3)
    var status: Int32 = 0
    #expect(waitpid(process, &status, 0) == process && status >> 8 & 0xFF == 7)
    // The control: one that stays open is not waited for without end.
    let other = open(path, O_WRONLY | O_CLOEXEC)
    defer { close(other) }
    pauses = 10
    #expect(start.run(&process) == ETXTBSY && pauses == 10 + ProgramStart.mostPauses)
    #expect(
      HelperProgram.End.notStarted(ETXTBSY).outcome(of: "x").reason
        == "the program \"x\" cannot be started: Text file busy")
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
