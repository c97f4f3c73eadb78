import Glibc

/// The numeric address of a machine on a network.
struct SocketAddress: Equatable {
  /// In network order: 4 bytes for IPv4, 16 for IPv6, none for other kinds.
  let bytes: [UInt8]

  init(bytes: [UInt8]) { self.bytes = Self.unwrapped(bytes) }

  init(_ address: UnsafePointer<sockaddr>) {
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      self.init(
        bytes: address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { address in
          withUnsafeBytes(of: address.pointee.sin_addr) { Array($0) }
        })
    case AF_INET6:
      self.init(
        bytes: address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { address in
          withUnsafeBytes(of: address.pointee.sin6_addr) { Array($0) }
        })
    default: self.init(bytes: [])
    }
  }

  /// Reads an address as libcurl writes it; nil if it is none.
  init?(numeric text: String) {
    var bytes = [UInt8](repeating: 0, count: 16)
    if inet_pton(AF_INET, text, &bytes) == 1 {
      self.init(bytes: Array(bytes.prefix(4)))
    } else if inet_pton(AF_INET6, text, &bytes) == 1 {
      self.init(bytes: bytes)
    } else {
      return nil
    }
  }

  /// The address as the host of a URL.
  var host: String {
    if bytes.count == 4 { return bytes.map(String.init).joined(separator: ".") }
    let groups = stride(from: 0, to: bytes.count, by: 2).map { Int(bytes[$0]) << 8 | Int(bytes[$0 + 1]) }
    return "[" + groups.map { String($0, radix: 16) }.joined(separator: ":") + "]"
  }

  /// An IPv4 address that is written as one of IPv6, as that of IPv4: `::ffff:a.b.c.d`, `64:ff9b::a.b.c.d`.
  private static func unwrapped(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.count == 16 else { return bytes }
    let prefixes: [[UInt8]] = [
      [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF], [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0],
    ]
    return prefixes.contains(Array(bytes.prefix(12))) ? Array(bytes.suffix(4)) : bytes
  }

  var isLoopback: Bool { bytes.count == 4 ? bytes[0] == 127 : bytes == Array(repeating: 0, count: 15) + [1] }

  /// Whether it can be reached from anywhere. Private, local, shared, multicast and reserved addresses cannot. The
  /// ranges are those of the IANA special-purpose registries.
  var isPublic: Bool {
    switch bytes.count {
    case 4:
      switch (bytes[0], bytes[1], bytes[2]) {
      case (0, _, _), (10, _, _), (127, _, _), (169, 254, _), (172, 16...31, _), (192, 168, _): false
      case (100, 64...127, _), (192, 0, 0), (192, 0, 2), (198, 18...19, _), (198, 51, 100), (203, 0, 113): false
      default: bytes[0] < 224
      }
    case 16:
      // Global unicast addresses, without those for documentation, Teredo and 6to4.
      bytes[0] & 0xE0 == 0x20 && !bytes.starts(with: [0x20, 0x01, 0x0D, 0xB8])
        && !bytes.starts(with: [0x20, 0x01, 0, 0]) && !bytes.starts(with: [0x20, 0x02])
    default: false
    }
  }
}
