import GazetteerIndex

/// Whether a link of a location answers. It may be of http: a browser would open it too, and nothing is sent but the
/// address.
package struct LinkCheck: Sendable {
  private let client: WebClient
  /// A page may be long. Only its beginning is needed.
  private static let limit = 1 << 16

  package init(through client: WebClient) { self.client = client }

  /// The address of a link, without asking for it.
  static func address(_ link: Untrusted) throws(LinkError) -> WebAddress {
    do throws(WebError) {
      let address = try WebAddress(link)
      guard !address.origin.host.isEmpty else { throw .malformed(link) }
      return address
    } catch {
      throw error == .noLibrary ? .unreachable(error) : .malformed(error)
    }
  }

  /// Asks for the link.
  ///
  /// - Parameter reach: `publicOnly` for links that others have posted.
  /// - Returns: the address, as the web reads it.
  @discardableResult
  package func check(
    _ link: Untrusted, _ reach: WebClient.Reach, _ cancellation: Cancellation
  ) throws(LinkError) -> WebAddress {
    let address = try Self.address(link)
    do throws(WebError) {
      var request = WebRequest(address)
      request.limit = Self.limit
      request.mayBeUnencrypted = true
      request.method = .head
      if try client.answer(to: request, reach, cancellation: cancellation).isSuccess { return address }
      // Some servers answer only requests for the whole page.
      request.method = .get
      let reply = try client.answer(to: request, reach, cancellation: cancellation)
      guard !reply.isSuccess else { return address }
      throw .refused(host: address.host, status: reply.status)
    } catch {
      switch error {
      // The page is there, even if it is long.
      case .tooLarge: return address
      case .offline, .notResolved, .noLibrary: throw .unreachable(error)
      default: throw .inaccessible(error)
      }
    }
  }
}

extension WebReply {
  fileprivate var isSuccess: Bool { (200...299).contains(status) }
}
