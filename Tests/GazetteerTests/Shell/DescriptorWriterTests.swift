import Foundation
import Synchronization
import Testing

@testable import GazetteerShell

/// Writing to a reader that is slow, such as a terminal on a slow line, or that does not read at all.
struct DescriptorWriterTests {
  private let text = (0..<4000).map { "line \($0) of München 東京\n" }.joined()
  private let ends: [Int32]

  init() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    self.ends = ends
  }

  /// Writes the text on a worker that has signals. At the end, the mailbox gets whether the writer gave up.
  private func write(listening: Bool, onThread started: @escaping @Sendable (pthread_t) -> Void) -> Mailbox<Bool> {
    let (text, ends) = (text, ends)
    let answers = Mailbox<Bool>()
    Worker.run {
      let signals = Signals()
      let writer = DescriptorWriter(ends[1])
      if listening, let signals { writer.listen(to: signals) }
      started(pthread_self())
      writer.write(text)
      close(ends[1])
      answers.post(writer.hasGivenUp)
    }
    return answers
  }

  /// Everything that is written, read a few bytes at a time.
  private func read() -> String {
    var all: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 97)
    while true {
      let count = Foundation.read(ends[0], &piece, piece.count)
      guard count > 0 else { break }
      all += piece[..<count]
    }
    close(ends[0])
    return String(decoding: all, as: UTF8.self)
  }

  @Test(arguments: [true, false]) func allComesInOrder(listening: Bool) throws {
    let answers = write(listening: listening) { _ in }
    #expect(read() == text)
    try #require(answers.hasMail())
    #expect(answers.drain() == [false])
  }

  /// The control: without listening, the interruption comes too late.
  @Test(arguments: [true, false]) func anInterruptionEndsAWriteThatNobodyReads(listening: Bool) throws {
    let thread = Mutex<pthread_t?>(nil)
    let answers = write(listening: listening) { started in thread.withLock { $0 = started } }
    // Until the pipe is full.
    var room = pollfd(fd: ends[1], events: Int16(POLLOUT), revents: 0)
    while thread.withLock({ $0 }) == nil || poll(&room, 1, 1) > 0 { room.revents = 0 }
    let writer = try #require(thread.withLock { $0 })
    pthread_kill(writer, SIGINT)
    let hasGivenUp = listening
    let written = read()
    try #require(answers.hasMail())
    #expect(answers.drain() == [hasGivenUp])
    #expect((written == text) != hasGivenUp)
    #expect(text.hasPrefix(written))
    #expect(written.hasSuffix("\n"))
  }
}
