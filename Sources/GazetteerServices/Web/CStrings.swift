import CCurl
import Glibc

/// Texts for C, which live as long as this object.
final class CStrings {
  private let pointers: [UnsafeMutablePointer<CChar>?]

  init(_ texts: [[UInt8]]) {
    pointers = texts.map { strdup($0.map(CChar.init(bitPattern:)) + [0]) }
  }
  deinit { for pointer in pointers { free(pointer) } }

  subscript(index: Int) -> UnsafePointer<CChar>? { pointers[index].map { UnsafePointer($0) } }

  /// Calls `use` with the texts as a list that ends with NULL.
  func withList<Result>(_ use: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result) -> Result {
    (pointers.map { $0.map { UnsafePointer($0) } } + [nil]).withUnsafeBufferPointer { use($0.baseAddress) }
  }
}

/// Stops an exchange from another thread.
// Unchecked: what C does with it is safe on any thread: an atomic flag, sockets under a lock, waking the other thread.
struct WebStop: @unchecked Sendable {
  private let web: OpaquePointer
  init(_ web: OpaquePointer) { self.web = web }
  func callAsFunction() { gaz_web_stop(web) }
}
