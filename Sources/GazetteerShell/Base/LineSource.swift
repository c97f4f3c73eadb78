import GazetteerIndex
import Glibc

/// The lines of a file, a pipe or anything else that is not edited: byte for byte, each as soon as it is complete.
package final class LineSource {
  package struct Line: Equatable {
    /// Counted from 1.
    package let number: Int
    /// Without what ended the line: LF, or CR LF.
    package let bytes: [UInt8]
  }

  package enum Failure: Error, Equatable {
    case cannotOpen(Int32)
    case cannotRead(Int32)
    case tooLong(line: Int)
    case holdsNUL(line: Int)
    /// A signal came while nothing was there to read.
    case interrupted(Signal)

    /// The line at fault, counted from 1.
    package var line: Int? {
      switch self {
      case .tooLong(let line), .holdsNUL(let line): line
      case .cannotOpen, .cannotRead, .interrupted: nil
      }
    }

    /// What is wrong, without the name of the source.
    package var reason: Message {
      switch self {
      case .cannotOpen(let code): "cannot be opened; \(own: String(cString: strerror(code)))"
      case .cannotRead(let code): "cannot be read; \(own: String(cString: strerror(code)))"
      case .tooLong: "a line is longer than 1 MB; is it a script?"
      case .holdsNUL: "a line holds a NUL byte; is it a script?"
      case .interrupted: "interrupted"
      }
    }
  }

  /// The longest line, in bytes, without its end.
  package static let longestLine = 1 << 20
  private static let chunk = 1 << 16
  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  private let descriptor: Int32
  private let isOwned: Bool
  private let signals: Signals?
  private var buffer: [UInt8] = []
  /// Where in `buffer` the next line starts, and how far no newline was found.
  private var start = 0
  private var searched = 0
  private var hasEnded = false
  /// Whether the start of the line is thrown away already.
  private var isTooLong = false
  private var number = 0

  /// Reads from an open descriptor and leaves it open. `signals` end the waiting, if given.
  package init(descriptor: Int32, signals: Signals? = nil) {
    self.descriptor = descriptor
    self.signals = signals
    isOwned = false
  }

  package init(path: String, signals: Signals? = nil) throws(Failure) {
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .cannotOpen(errno) }
    self.signals = signals
    isOwned = true
  }

  deinit { if isOwned { close(descriptor) } }

  /// The next line, nil after the last. After a line that is refused, reading can go on with the one after it.
  package func next() throws(Failure) -> Line? {
    number += 1
    while true {
      if let newline = buffer[searched...].firstIndex(of: Self.newline) {
        return try line(upTo: newline, next: newline + 1)
      }
      searched = buffer.count
      if hasEnded {
        guard start < buffer.count || isTooLong else { return nil }
        return try line(upTo: buffer.count, next: buffer.count)
      }
      // One byte more may be the CR of the line's end.
      if searched - start > Self.longestLine + 1 { isTooLong = true }
      if isTooLong { start = searched }
      do throws(Failure) {
        try fill()
      } catch {
        number -= 1
        throw error
      }
    }
  }

  private func line(upTo end: Int, next: Int) throws(Failure) -> Line {
    var bytes = buffer[start..<end]
    start = next
    searched = next
    defer { isTooLong = false }
    if next > end, bytes.last == Self.carriageReturn { bytes.removeLast() }
    guard !isTooLong, bytes.count <= Self.longestLine else { throw .tooLong(line: number) }
    guard !bytes.contains(0) else { throw .holdsNUL(line: number) }
    return Line(number: number, bytes: Array(bytes))
  }

  /// Reads what is there, waiting for something.
  private func fill() throws(Failure) {
    buffer.removeFirst(start)
    searched -= start
    start = 0
    while true {
      let ready = Readiness.wait(descriptor, signals?.descriptor ?? -1)
      if ready[1], let signal = signals?.takeInterruption() { throw .interrupted(signal) }
      guard ready[0] else { continue }
      let old = buffer.count
      buffer += [UInt8](repeating: 0, count: Self.chunk)
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress.map { $0 + old }, Self.chunk) }
      let code = errno
      buffer.removeLast(Self.chunk - max(0, count))
      if count < 0 && (code == EINTR || code == EAGAIN) { continue }
      guard count >= 0 else { throw .cannotRead(code) }
      hasEnded = count == 0
      return
    }
  }
}
