import GazetteerIndex
import Glibc

/// Reads a file, a pipe or another input line by line, without editing. A line is returned as soon as it is complete.
package final class LineSource {
  package struct Line: Equatable {
    /// Counted from 1.
    package let number: Int
    /// Without its LF or CR LF.
    package let bytes: [UInt8]
  }

  package enum Failure: Error, Equatable {
    case cannotOpen(Int32)
    case cannotRead(Int32)
    /// A device or a socket: reading it may never end.
    case notAFile
    case tooLong(line: Int)
    case holdsNUL(line: Int)
    /// The user interrupted the wait for more input.
    case interrupted

    /// The line with the error, counted from 1.
    package var line: Int? {
      switch self {
      case .tooLong(let line), .holdsNUL(let line): line
      case .cannotOpen, .cannotRead, .notAFile, .interrupted: nil
      }
    }

    /// What is wrong, without the name of the input.
    package var reason: Message {
      switch self {
      case .cannotOpen(let code): "cannot be opened; \(own: String(cString: strerror(code)))"
      case .cannotRead(let code): "cannot be read; \(own: String(cString: strerror(code)))"
      case .notAFile: "is not a file or a pipe"
      case .tooLong: "a line is longer than 1 MB; is it a script?"
      case .holdsNUL: "a line contains a NUL byte; is it a script?"
      case .interrupted: "interrupted"
      }
    }
  }

  /// Waits until a descriptor can be read; false if the user interrupts the wait.
  package typealias Wait = (_ descriptor: Int32) -> Bool

  /// The longest line, in bytes, without its end.
  package static let longestLine = 1 << 20
  private static let chunk = 1 << 16
  private static let newline = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")

  private let descriptor: Int32
  private let closesDescriptor: Bool
  private let wait: Wait
  private var buffer: [UInt8] = []
  /// Where the next line starts in `buffer`.
  private var start = 0
  /// Where to continue looking for a newline in `buffer`.
  private var searched = 0
  private var hasEnded = false
  /// Whether the start of the current line was dropped because the line is too long.
  private var isTooLong = false
  private var number = 0

  /// Reads from an open descriptor and leaves it open.
  package init(descriptor: Int32, waiting wait: @escaping Wait = LineSource.withoutInterruption) {
    self.descriptor = descriptor
    self.wait = wait
    closesDescriptor = false
  }

  /// Opens a regular file or a pipe. Opening does not wait for another program to open the pipe for writing.
  package init(path: String, waiting wait: @escaping Wait = LineSource.withoutInterruption) throws(Failure) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK)
    guard descriptor >= 0 else { throw errno == ENXIO ? .notAFile : .cannotOpen(errno) }
    do throws(Failure) {
      try Self.checkKind(of: descriptor)
    } catch {
      close(descriptor)
      throw error
    }
    self.descriptor = descriptor
    self.wait = wait
    closesDescriptor = true
  }

  deinit { if closesDescriptor { close(descriptor) } }

  /// The number of `/dev/null`: major 1, minor 3.
  private static let nullDevice: dev_t = 0x103

  package static func withoutInterruption(_ descriptor: Int32) -> Bool { Readiness.wait(descriptor)[0] }

  /// Accepts what ends: a regular file, a pipe, and `/dev/null`.
  private static func checkKind(of descriptor: Int32) throws(Failure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .cannotOpen(errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG, S_IFIFO: return
    case S_IFDIR: throw .cannotRead(EISDIR)
    case S_IFCHR where status.st_rdev == nullDevice: return
    default: throw .notAFile
    }
  }

  /// The next line, nil after the last. After an error with a line number, the line after it can be read.
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
      // One more byte may be the CR of the line end.
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

  /// Appends the next piece of the input to `buffer`, waiting for it if necessary.
  private func fill() throws(Failure) {
    buffer.removeFirst(start)
    searched -= start
    start = 0
    while true {
      guard wait(descriptor) else { throw .interrupted }
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
