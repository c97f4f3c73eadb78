import Foundation
import Testing

@testable import GazetteerShell

struct LineSourceTests {
  /// The lines of `bytes`, or what is wrong with them, as text.
  private func read(_ bytes: [UInt8]) throws -> [String] {
    let scratch = try ScratchDirectory()
    let source = try LineSource(path: scratch.file("script", bytes))
    var results: [String] = []
    while true {
      do throws(LineSource.Failure) {
        guard let line = try source.next() else { return results }
        results.append("\(line.number): " + String(decoding: line.bytes, as: UTF8.self))
      } catch {
        results.append("\(error.line ?? 0)! \(error.reason.neutralised)")
      }
    }
  }

  @Test(arguments: [
    ("", []), ("\n", ["1: "]), ("a", ["1: a"]), ("a\n", ["1: a"]), ("a\r\nb\n", ["1: a", "2: b"]),
    ("a\n\n\nb", ["1: a", "2: ", "3: ", "4: b"]), ("a\rb\r\r\n", ["1: a\rb\r"]), ("\r\n", ["1: "]),
    ("zürich\n\u{feff}東", ["1: zürich", "2: \u{feff}東"]), ("  a \t\n", ["1:   a \t"]),
    ("a\0b\nc\n", ["1! a line contains a NUL byte; is it a script?", "2: c"]),
  ])
  func linesAreReadUnchanged(text: String, lines: [String]) throws {
    #expect(try read(Array(text.utf8)) == lines)
  }

  @Test func invalidBytesArePassedOn() throws {
    let scratch = try ScratchDirectory()
    let source = try LineSource(path: scratch.file("script", [0xff, 0x0a, 0xc3]))
    #expect(try source.next() == LineSource.Line(number: 1, bytes: [0xff]))
    #expect(try source.next() == LineSource.Line(number: 2, bytes: [0xc3]))
    #expect(try source.next() == nil)
  }

  @Test func aLineOfAMegabyteIsReadAndALongerOneRefusedWithItsNumber() throws {
    let longest = [UInt8](repeating: 0x61, count: LineSource.longestLine)
    #expect(try read(longest + Array("\r\nb".utf8)).map(\.utf8.count) == [longest.count + 3, 4])
    let refusal = "2! a line is longer than 1 MB; is it a script?"
    #expect(try read(Array("a\n".utf8) + longest + Array("x\nb\n".utf8)) == ["1: a", refusal, "3: b"])
    #expect(try read(Array("a\n".utf8) + longest + longest + longest) == ["1: a", refusal])
  }

  @Test func aLineComesAsSoonAsItIsComplete() throws {
    var ends: [Int32] = [0, 0]
    pipe(&ends)
    let source = LineSource(descriptor: ends[0])
    write(ends[1], "first\nsec", 9)
    #expect(try source.next()?.bytes == Array("first".utf8))
    write(ends[1], "ond\n", 4)
    #expect(try source.next()?.bytes == Array("second".utf8))
    close(ends[1])
    #expect(try source.next() == nil)
    close(ends[0])
  }

  @Test func anUnreadableFileGivesTheReason() {
    #expect(throws: LineSource.Failure.cannotOpen(ENOENT)) { try LineSource(path: "/no/such/file") }
    #expect(throws: LineSource.Failure.cannotRead(EISDIR)) { try LineSource(path: "/").next() }
  }

  @Test(arguments: ["/dev/zero", "/dev/tty", "/dev/random"]) func aDeviceIsRefusedBecauseItMayNeverEnd(path: String) {
    #expect(throws: LineSource.Failure.notAFile) { try LineSource(path: path) }
  }

  @Test func aSocketIsRefusedAndTheNullDeviceIsEmpty() throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path + "/s"
    let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let isBound = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, size) == 0 }
    }
    try #require(isBound)
    #expect(throws: LineSource.Failure.notAFile) { try LineSource(path: path) }
    #expect(try LineSource(path: "/dev/null").next() == nil)
  }

  @Test func aPipeThatNobodyWritesToDoesNotBlockOpeningAndItsWaitCanBeInterrupted() throws {
    let scratch = try ScratchDirectory()
    let path = scratch.path + "/pipe"
    mkfifo(path, 0o600)
    var waits = 0
    let source = try LineSource(path: path) { descriptor in
      waits += 1
      return Readiness.wait(descriptor, milliseconds: 0)[0]
    }
    #expect(throws: LineSource.Failure.interrupted) { try source.next() }
    #expect(waits == 1)
    // The control: once somebody has written, the same source reads it up to its end.
    let writer = open(path, O_WRONLY | O_CLOEXEC)
    write(writer, "first\nsecond", 12)
    #expect(try source.next() == LineSource.Line(number: 1, bytes: Array("first".utf8)))
    close(writer)
    #expect(try source.next() == LineSource.Line(number: 2, bytes: Array("second".utf8)))
    #expect(try source.next() == nil)
  }
}
