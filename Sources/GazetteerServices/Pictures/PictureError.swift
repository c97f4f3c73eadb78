import GazetteerIndex

/// Why a picture cannot be sent to a terminal.
package enum PictureError: Error, Equatable, Sendable {
  /// The library of this name is not installed.
  case noLibrary(PictureProtocol)
  /// It is too large, or there is no memory.
  case notEncoded

  package var reason: Message {
    switch self {
    case .noLibrary(.kitty): "the library zlib is not installed"
    case .noLibrary(.sixel): "the library libsixel is not installed"
    case .notEncoded: "it is too large for the memory"
    }
  }

  package var remedy: Message? {
    switch self {
    case .noLibrary(.kitty): "apt install zlib1g"
    case .noLibrary(.sixel): "apt install libsixel1"
    case .notEncoded: nil
    }
  }
}
