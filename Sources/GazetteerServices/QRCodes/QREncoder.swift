import CQREncode
import GazetteerIndex

/// Why there is no QR code.
package enum QRError: Error, Equatable, Sendable {
  case noLibrary
  /// The text is longer than any code can be.
  case tooLong

  package var reason: Message {
    switch self {
    case .noLibrary: "the library libqrencode is not installed"
    case .tooLong: "the text is too long"
    }
  }

  package var remedy: Message? { self == .noLibrary ? "apt install libqrencode4" : nil }
}

extension QRCode {
  /// The smallest code for a text.
  package static func encode(_ text: String) throws(QRError) -> QRCode {
    guard gaz_qr_is_installed() else { throw .noLibrary }
    var width = 0
    let bytes = Array(text.utf8)
    guard let modules = bytes.withUnsafeBufferPointer({ gaz_qr_encode($0.baseAddress, $0.count, &width) })
    else { throw .tooLong }
    defer { gaz_qr_free(modules) }
    let dark = UnsafeBufferPointer(start: modules, count: width * width).map { $0 == 1 }
    guard let code = QRCode(width: width, modules: dark) else { throw .tooLong }
    return code
  }
}
