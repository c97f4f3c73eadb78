import GazetteerIndex

/// What carriers that send requests have in common.
struct RequestSender {
  let server: ChannelConfiguration.Server
  let surroundings: ChannelSurroundings

  /// The address of the server, which may be a secret.
  func address(cancellation: Cancellation) throws(ChannelFault) -> Untrusted {
    if let address = server.address { return address }
    guard let url = try server.addressSource.secret(surroundings, cancellation: cancellation) else {
      throw ChannelFault("there is no address; set \(own: server.addressSource.variable), or url-command")
    }
    return Untrusted(bytes: url.bytes)
  }

  func token(cancellation: Cancellation) throws(ChannelFault) -> Secret? {
    try server.token.secret(surroundings, cancellation: cancellation)
  }

  func request(
    _ method: WebRequest.Method, _ address: Untrusted, token: Secret?, body: String
  ) throws(ChannelFault) -> WebRequest {
    do throws(WebError) {
      var request = WebRequest(try WebAddress(address))
      request.method = method
      request.body = Array(body.utf8)
      request.limit = 1 << 20
      request.mustArrive = true
      request.headers = [.init("Content-Type", .plain("application/json"))]
      if let token { request.headers.append(.init("Authorization", .secret(Secret("Bearer ".utf8 + token.bytes)))) }
      return request
    } catch {
      throw ChannelFault(isSecret ? "the address is not one of the web" : error.reason)
    }
  }

  /// Sends a request; nil if the server has accepted it.
  ///
  /// - Parameter member: the text in the JSON of the answer with which such a server confirms a message. Others, such as
  ///   a web site at a wrong address, may accept any request.
  func problem(
    _ request: WebRequest, confirmedBy member: String? = nil, cancellation: Cancellation
  ) -> DeliveryOutcome? {
    do throws(WebError) {
      let reply = try surroundings.web.answer(to: request, cancellation: cancellation)
      guard !(200...299).contains(reply.status) else {
        guard let member, Self.text(member, in: reply.body)?.isEmpty ?? true else { return nil }
        return .unknown("\(request.address.host) did not confirm it; its answer has no \(own: member)")
      }
      let reason = WebError.refused(host: request.address.host, status: reply.status).reason
      // Behind a gateway, the message may have been taken.
      return reply.status >= 500 ? .unknown(reason) : .failed(reason)
    } catch {
      if cancellation.isCancelled { return .unknown("it was cancelled") }
      let reason = isSecret && error.mayHaveTheAddress ? "the server answered with an unusable redirect" : error.reason
      return error.isBeforeSending ? .failed(reason) : .unknown(reason)
    }
  }

  /// A text of the JSON object in an answer; nil if it is none, or has no such text.
  static func text(_ member: String, in body: [UInt8]) -> String? {
    let padded = body + [UInt8](repeating: 0, count: 64)
    return padded.withUnsafeBufferPointer { bytes in
      var reader = JSONReader(UnsafeBufferPointer(rebasing: bytes[..<body.count]))
      do throws(JSONError) {
        var text: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
          if key.elementsEqual(member.utf8), try reader.kind() == .string {
            text = String(decoding: try reader.string(), as: UTF8.self)
          } else {
            try reader.skipValue()
          }
        }
        return text
      } catch {
        return nil
      }
    }
  }

  /// Whether the address is a secret, which no message may repeat.
  private var isSecret: Bool { server.address == nil }
}

extension WebError {
  /// Whether its reason has an address in it, which may be the one that was asked for.
  fileprivate var mayHaveTheAddress: Bool {
    switch self {
    case .malformed, .otherScheme, .badRedirect, .other: true
    default: false
    }
  }
}

/// Posts messages as JSON to an address.
struct WebhookCarrier: Carrier {
  let sender: RequestSender

  func carry(
    _ delivery: Delivery, mayHandOver: @escaping () -> Bool, cancellation: Cancellation
  ) -> DeliveryOutcome {
    do throws(ChannelFault) {
      let address = try sender.address(cancellation: cancellation)
      let token = try sender.token(cancellation: cancellation)
      let content = String(decoding: delivery.content, as: UTF8.self)
      var request = try sender.request(.post, address, token: token, body: content)
      request.headers.append(.init("Idempotency-Key", .plain(delivery.key)))
      guard mayHandOver() else { throw ChannelFault("it was cancelled") }
      return sender.problem(request, cancellation: cancellation) ?? .sent
    } catch {
      return .failed(error.reason)
    }
  }
}

/// Publishes messages to a topic of ntfy.
struct NtfyCarrier: Carrier {
  let topic: String
  let sender: RequestSender

  func carry(
    _ delivery: Delivery, mayHandOver: @escaping () -> Bool, cancellation: Cancellation
  ) -> DeliveryOutcome {
    do throws(ChannelFault) {
      let message = try MessageContent(delivery.content)
      let address = try sender.address(cancellation: cancellation)
      let token = try sender.token(cancellation: cancellation)
      var members = [
        Datum.Member(key: Untrusted("topic"), value: .own(topic)),
        Datum.Member(key: Untrusted("title"), value: .text(message.title)),
        Datum.Member(key: Untrusted("message"), value: .text(message.text)),
      ]
      if let map = message.entries.compactMap(\.map).first {
        members.append(Datum.Member(key: Untrusted("click"), value: .text(map)))
      }
      let body = JSONWriter.text(of: .object(members))
      let request = try sender.request(.post, address, token: token, body: body)
      guard mayHandOver() else { throw ChannelFault("it was cancelled") }
      return sender.problem(request, confirmedBy: "id", cancellation: cancellation) ?? .sent
    } catch {
      return .failed(error.reason)
    }
  }
}
