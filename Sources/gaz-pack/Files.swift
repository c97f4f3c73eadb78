import Glibc

/// What the system said of a call that failed.
struct SystemError: Error, CustomStringConvertible {
  let code = errno
  var description: String { String(cString: strerror(code)) }
}

/// Everything up to the end of a descriptor.
func readAll(from descriptor: Int32) throws(SystemError) -> [UInt8] {
  var bytes: [UInt8] = []
  let chunk = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 1)
  defer { chunk.deallocate() }
  while true {
    let count = read(descriptor, chunk.baseAddress, chunk.count)
    if count > 0 {
      bytes.append(contentsOf: chunk.prefix(count))
    } else if count == 0 {
      return bytes
    } else if errno != EINTR {
      throw SystemError()
    }
  }
}

/// Puts `bytes` in the place of the file at `path`: whoever reads it finds the old file or the new one, whole.
func replace(_ path: String, with bytes: [UInt8]) throws(SystemError) {
  let temporary = path + ".new"
  let descriptor = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
  guard descriptor >= 0 else { throw SystemError() }
  do throws(SystemError) {
    defer { close(descriptor) }
    try writeAll(bytes, to: descriptor)
    guard fsync(descriptor) == 0 else { throw SystemError() }
  } catch {
    unlink(temporary)
    throw error
  }
  guard rename(temporary, path) == 0 else { throw SystemError() }
}

private func writeAll(_ bytes: [UInt8], to descriptor: Int32) throws(SystemError) {
  var written = 0
  while written < bytes.count {
    let count = bytes[written...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    if count >= 0 {
      written += count
    } else if errno != EINTR {
      throw SystemError()
    }
  }
}
