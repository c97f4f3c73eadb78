import CCrypt
import GazetteerIndex
import Glibc

/// Hashes of passwords.
enum Password {
  /// The most bytes of a password, as libcrypt limits them.
  static let longest = 511

  /// The hash to store. Takes about a tenth of a second, so that guessing is slow.
  static func hash(of password: Secret) throws(ServiceError) -> String {
    guard gaz_crypt_is_installed() else { throw .storage("the library libcrypt is not installed") }
    try check(password)
    guard let hash = withText(of: password, { gaz_hash_password($0) }) else {
      throw .storage("the password cannot be hashed")
    }
    defer { free(hash) }
    return String(cString: hash)
  }

  /// Whether this is the password with the hash.
  static func matches(_ password: Secret, _ hash: String) throws(ServiceError) -> Bool {
    guard gaz_crypt_is_installed() else { throw .storage("the library libcrypt is not installed") }
    guard password.bytes.count <= longest, !password.bytes.contains(0) else { return false }
    return withText(of: password) { gaz_password_matches($0, hash) }
  }

  private static func check(_ password: Secret) throws(ServiceError) {
    guard !password.bytes.isEmpty else { throw .noPassword }
    guard password.bytes.count <= longest else {
      throw .refused(Untrusted("the password has more than \(longest) bytes"))
    }
    guard !password.bytes.contains(0) else { throw .refused(Untrusted("the password has a NUL character")) }
  }

  private static func withText<Result>(of password: Secret, _ use: (UnsafePointer<CChar>) -> Result) -> Result {
    var text = password.bytes.map(CChar.init(bitPattern:)) + [0]
    return text.withUnsafeMutableBufferPointer { buffer in
      // The array is never empty.
      guard let start = buffer.baseAddress else { return use("") }
      defer { explicit_bzero(start, buffer.count) }
      return use(start)
    }
  }
}
