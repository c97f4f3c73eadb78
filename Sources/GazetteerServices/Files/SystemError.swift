import Glibc

/// The error of a system call.
package struct SystemError: Error, Equatable {
  /// A value of `errno`.
  package let code: Int32

  /// The error of the last failed call, from `errno`.
  package init() { self.init(errno) }
  package init(_ code: Int32) { self.code = code }

  /// The file is a folder, a device, a socket or a pipe.
  package static let notRegular = SystemError(ESPIPE)
  package static let cancelled = SystemError(ECANCELED)

  package var reason: String {
    switch code {
    case ELOOP: "it is a link, and links to files are not followed"
    case ENXIO: "nobody reads from it"
    case ESPIPE: "it is not a regular file"
    case ECANCELED: "it was cancelled"
    default: String(cString: strerror(code))
    }
  }
}
