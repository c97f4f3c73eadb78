import CCurl
import GazetteerIndex

/// An absolute URL of http or https that names no user.
package struct WebAddress: Hashable, Sendable {
  package enum Scheme: String, Sendable { case http, https }

  /// Where a server is. A secret is sent only to the origin that it is for.
  package struct Origin: Hashable, Sendable {
    package let scheme: Scheme
    /// In lower case, without the brackets of an IPv6 address.
    package let host: String
    package let port: Int

    /// Whether the server is on this machine, by its name.
    var isLoopback: Bool { host == "localhost" || host == "::1" || host.hasPrefix("127.") && host.allSatisfy(\.isIPv4) }
  }

  package let text: Untrusted
  package let origin: Origin

  /// Reads an address, which may be relative to `base`. Its fragment is left out.
  package init(_ text: Untrusted, relativeTo base: WebAddress? = nil) throws(WebError) {
    guard gaz_curl_is_installed() else { throw .noLibrary }
    guard !text.hasUserInfo else { throw .namesUser }
    // Control characters could break the line of the request.
    guard text.bytes.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else { throw .malformed(text) }
    var parts = gaz_url()
    guard gaz_url_parse(text.text, base?.text.text, &parts) else { throw .malformed(text) }
    defer { gaz_url_free(&parts) }
    let scheme = String(cString: parts.scheme)
    guard let known = Scheme(rawValue: scheme.lowercased()) else { throw .otherScheme(text) }
    guard let port = Int(String(cString: parts.port)), (1...65_535).contains(port) else { throw .malformed(text) }
    let host = String(cString: parts.host)
    self.text = Untrusted(String(cString: parts.text))
    origin = Origin(
      scheme: known, host: host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host, port: port)
  }

  /// The part between the host and the query, such as `/data/cities.json`.
  package var path: String {
    let afterHost = text.text.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    return "/" + (afterHost.count > 3 ? afterHost[3].prefix { $0 != "?" } : "")
  }

  /// Its host, for messages.
  var host: Untrusted { Untrusted(origin.host) }
}

extension Character {
  fileprivate var isIPv4: Bool { self == "." || ("0"..."9").contains(self) }
}

extension Untrusted {
  /// Where the name of a user, and perhaps a password, stands in an address; nil if it has none. In UTF-8.
  private var userInfo: Range<Int>? {
    guard let start = bytes.firstRange(of: Array("://".utf8))?.upperBound else { return nil }
    let host = bytes[start...].prefix { ![UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#")].contains($0) }
    return host.lastIndex(of: UInt8(ascii: "@")).map { start..<$0 }
  }

  fileprivate var hasUserInfo: Bool { userInfo != nil }

  /// For messages: without the user and the password that an address may have.
  package var withoutUserInfo: Untrusted {
    guard let userInfo else { return self }
    return Untrusted(bytes: bytes[..<userInfo.lowerBound] + "…".utf8 + bytes[userInfo.upperBound...])
  }
}
