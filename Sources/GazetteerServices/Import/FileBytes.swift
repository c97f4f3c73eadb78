import GazetteerIndex
import Glibc

/// The content of a file in memory, followed by 64 zeros, because readers look several bytes ahead.
///
/// The file is read, not mapped: if a mapped file shrinks, reading its end kills the process.
package final class FileBytes {
  private var memory: UnsafeMutableRawPointer
  private var count = 0
  private var capacity: Int
  /// What the memory belongs to; nil: to this object.
  private let owner: AnyObject?
  /// Whether it is from a folder of this machine, not from the standard input or a server.
  let isInFolder: Bool

  private static let padding = 64
  private static let chunk = 8 << 20
  /// The most text that a dataset can hold, in bytes.
  private static let largest = Int(UInt32.max)
  /// How long to wait for a pipe between two checks of the cancellation, in milliseconds.
  private static let patience: Int32 = 100

  package var bytes: UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: memory.assumingMemoryBound(to: UInt8.self), count: count)
  }

  /// Reads the file or pipe at `path`, or the standard input for `-`. Polls `cancellation` between pieces of 8 MB, and
  /// while it waits for a pipe.
  ///
  /// - Parameters:
  ///   - progress: gets the number of bytes read so far.
  ///   - checkStart: gets the first 64 KB of a longer file. Throws if the rest need not be read.
  package init(
    path: String, cancellation: Cancellation, progress: DatasetProgress = DatasetProgress(),
    checkStart: (UnsafeBufferPointer<UInt8>) throws(ImportError) -> Void = { _ in }
  ) throws(ImportError) {
    // Does not wait here for a program that writes into the pipe.
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw ImportError(errno) }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    let size = try Self.size(of: descriptor)
    progress.enter(.reading, of: size ?? 0)
    capacity = (size ?? Self.chunk) + 1
    owner = nil
    isInFolder = path != "-"
    guard capacity <= Self.largest, let memory = malloc(capacity + Self.padding) else { throw .tooLarge }
    self.memory = memory
    var isStart = true
    while try readPiece(from: descriptor, upTo: isStart ? TextStart.size - count : Self.chunk) {
      progress.reach(count)
      if isStart, count >= TextStart.size {
        isStart = false
        try checkStart(bytes)
      }
      if cancellation.isCancelled { throw .cancelled }
    }
    memset(self.memory + count, 0, Self.padding)
  }

  /// Copies bytes that are in memory already.
  init(_ bytes: [UInt8]) throws(ImportError) {
    owner = nil
    isInFolder = false
    count = bytes.count
    capacity = bytes.count + 1
    guard capacity <= Self.largest, let memory = malloc(capacity + Self.padding) else { throw .tooLarge }
    self.memory = memory
    bytes.withUnsafeBytes { memory.copyMemory(from: $0.baseAddress ?? UnsafeRawPointer(memory), byteCount: $0.count) }
    memset(memory + count, 0, Self.padding)
  }

  /// Uses the answer of a server where it is.
  init(_ content: WebContent) throws(ImportError) {
    guard let start = content.bytes.baseAddress else { throw .tooLarge }
    owner = content
    isInFolder = false
    count = content.bytes.count
    capacity = count
    memory = UnsafeMutableRawPointer(mutating: UnsafeRawPointer(start))
  }

  deinit { if owner == nil { free(memory) } }

  /// The size of a file; nil for a pipe or the standard input. Other devices are refused: they may never end.
  private static func size(of descriptor: Int32) throws(ImportError) -> Int? {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw ImportError(errno) }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return Int(status.st_size)
    case S_IFDIR: throw .isDirectory
    case S_IFIFO: return nil
    default:
      if descriptor == STDIN_FILENO { return nil }
      throw .notAFile
    }
  }

  /// Reads the bytes that are available, at most `most`. Returns false at the end.
  private func readPiece(from descriptor: Int32, upTo most: Int) throws(ImportError) -> Bool {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, Self.patience) > 0 else { return true }
    if count == capacity { try grow() }
    let got = read(descriptor, memory + count, min(most, capacity - count))
    if got < 0 && errno != EINTR && errno != EAGAIN { throw ImportError(errno) }
    count += max(0, got)
    return got != 0
  }

  private func grow() throws(ImportError) {
    let larger = min(capacity * 2, Self.largest)
    guard larger > capacity, let moved = realloc(memory, larger + Self.padding) else { throw .tooLarge }
    memory = moved
    capacity = larger
  }
}

extension ImportError {
  /// The error with this number of the system.
  init(_ code: Int32) {
    switch code {
    case ENOENT, ENOTDIR: self = .missing
    case EACCES, EPERM: self = .notPermitted
    case EISDIR: self = .isDirectory
    case ENXIO: self = .notAFile
    default: self = .unreadable(reason: Untrusted(String(cString: strerror(code))))
    }
  }
}
