import GazetteerIndex

/// Sends messages to rooms of Matrix (client-server API, r0.5 and later): the text, then an event for each position.
///
/// Every event has a transaction id that is made from the key of the copy. The server ignores an event that it already
/// has, so a copy can be sent again without harm.
struct MatrixCarrier: Carrier {
  /// The id of the room, or its alias.
  let room: String
  let sender: RequestSender

  func carry(
    _ delivery: Delivery, mayHandOver: @escaping () -> Bool, cancellation: Cancellation
  ) -> DeliveryOutcome {
    do throws(ChannelFault) {
      let message = try MessageContent(delivery.content)
      guard let token = try sender.token(cancellation: cancellation) else {
        throw ChannelFault("there is no token; set \(own: sender.server.token.variable), or token-command")
      }
      let server = try sender.address(cancellation: cancellation).text
      let base = String(server.reversed().drop { $0 == "/" }.reversed()) + "/_matrix/client/v3"
      let room = try id(of: room, base, token, cancellation)
      guard mayHandOver() else { throw ChannelFault("it was cancelled") }
      for (index, event) in Self.events(of: message).enumerated() {
        let address = "\(base)/rooms/\(Self.escaped(room))/send/m.room.message/\(delivery.key).\(index)"
        var request = try sender.request(.put, Untrusted(address), token: token, body: JSONWriter.text(of: event))
        request.isRepeatable = true
        if let problem = sender.problem(request, confirmedBy: "event_id", cancellation: cancellation) {
          // The earlier events are there already.
          if index > 0, case .failed(let reason) = problem { return .unknown("only a part was sent: \(reason)") }
          return problem
        }
      }
      return .sent
    } catch {
      return .failed(error.reason)
    }
  }

  /// The text as one event, and each position as one.
  static func events(of message: MessageContent) -> [Datum] {
    let text = event("m.text", message.text)
    let places = message.entries.compactMap { entry in
      entry.geo.map { geo in
        event("m.location", [entry.line, geo].joined(separator: " "), ("geo_uri", .text(geo)))
      }
    }
    return [text] + places
  }

  private static func event(_ type: String, _ body: Untrusted, _ others: (String, Datum)...) -> Datum {
    let members: [(String, Datum)] = [("msgtype", .own(type)), ("body", .text(body))] + others
    return .object(members.map { Datum.Member(key: Untrusted($0), value: $1) })
  }

  /// The id of a room, which may be named by its alias.
  private func id(
    of name: String, _ base: String, _ token: Secret, _ cancellation: Cancellation
  ) throws(ChannelFault) -> String {
    guard name.hasPrefix("#") else { return name }
    var request = try sender.request(
      .get, Untrusted("\(base)/directory/room/\(Self.escaped(name))"), token: token, body: "")
    request.body = nil
    let id: String?
    do throws(WebError) {
      let reply = try sender.surroundings.web.answer(to: request, cancellation: cancellation)
      guard reply.status == 200 else { throw .refused(host: request.address.host, status: reply.status) }
      id = RequestSender.text("room_id", in: reply.body)
    } catch {
      throw ChannelFault("the room \(Untrusted(name)) was not found: \(error.reason)")
    }
    guard let id, id.hasPrefix("!") else { throw ChannelFault("\(Untrusted(name)) has no room") }
    return id
  }

  /// A part of a path, with all letters escaped that have a meaning there.
  private static func escaped(_ text: String) -> String {
    text.utf8.map { byte in
      let letter = Character(Unicode.Scalar(byte))
      let isPlain = letter.isASCII && (letter.isLetter || letter.isNumber || "-._~".contains(letter))
      return isPlain ? String(letter) : "%" + String(decoding: Hexadecimal.digits(of: byte), as: UTF8.self)
    }.joined()
  }
}
