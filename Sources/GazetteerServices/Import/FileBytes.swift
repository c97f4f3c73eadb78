import GazetteerIndex
import Glibc

/// A file's content in memory, followed by 64 zeros so that readers may look a vector ahead.
///
/// It is read, not mapped: a file that shrinks while it is mapped kills the process that looks at its end.
package final class FileBytes {
  package let bytes: UnsafeBufferPointer<UInt8>
  private let memory: UnsafeMutableRawPointer

  private static let chunk = 8 << 20
  private static let largest = 1 << 40

  /// Reads the file at `path`, `-` being the standard input; polls `cancellation` between pieces of 8 MB.
  ///
  /// - Parameter progress: told how many bytes are read, and of how many (nil where the size is not known).
  package init(
    path: String, cancellation: Cancellation, progress: (_ read: Int, _ of: Int?) -> Void
  ) throws(ImportError) {
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw ImportError(errno) }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw ImportError(errno) }
    guard status.st_mode & S_IFMT != S_IFDIR else { throw .isDirectory }
    let size = status.st_mode & S_IFMT == S_IFREG ? Int(status.st_size) : nil
    var capacity = (size ?? Self.chunk) + 1
    guard capacity < Self.largest, var memory = malloc(capacity + 64) else { throw .tooLarge }
    var count = 0
    while true {
      let wanted = min(Self.chunk, capacity - count)
      let got = read(descriptor, memory + count, wanted)
      guard got >= 0 else {
        if errno == EINTR { continue }
        let code = errno
        free(memory)
        throw ImportError(code)
      }
      if got == 0 { break }
      count += got
      progress(count, size)
      if cancellation.isCancelled {
        free(memory)
        throw .cancelled
      }
      if count == capacity {
        capacity *= 2
        guard capacity < Self.largest, let larger = realloc(memory, capacity + 64) else {
          free(memory)
          throw .tooLarge
        }
        memory = larger
      }
    }
    memset(memory + count, 0, 64)
    self.memory = memory
    bytes = UnsafeBufferPointer(start: memory.assumingMemoryBound(to: UInt8.self), count: count)
  }

  deinit { free(memory) }
}

extension ImportError {
  fileprivate init(_ code: Int32) {
    switch code {
    case ENOENT, ENOTDIR: self = .missing
    case EACCES, EPERM: self = .notPermitted
    case EISDIR: self = .isDirectory
    default: self = .unreadable(reason: Untrusted(String(cString: strerror(code))))
    }
  }
}
