import CCurl
import GazetteerIndex
import Synchronization

/// Sends mails through a server (SMTP, RFC 5321). The connection is encrypted, except to this machine.
struct MailServerCarrier: Carrier {
  let server: ChannelConfiguration.MailServer
  let surroundings: ChannelSurroundings
  /// Whether a connection to this machine may stay unencrypted.
  var trustsThisMachine = true

  func carry(
    _ delivery: Delivery, mayHandOver: @escaping () -> Bool, cancellation: Cancellation
  ) -> DeliveryOutcome {
    guard case .mail(let recipient) = delivery.address, let sender = delivery.sender else {
      return .failed("it is not a mail")
    }
    guard !surroundings.isOffline else { return .failed(WebError.offline.reason) }
    do throws(ChannelFault) {
      let login = try server.user.map { user throws(ChannelFault) in
        guard let password = try server.password.secret(surroundings, cancellation: cancellation) else {
          throw ChannelFault("there is no password; set \(own: server.password.variable), or password-command")
        }
        return Login(user: user, password: password)
      }
      let mail = Sending(delivery.content, mayEnd: mayHandOver)
      return mail.send(
        from: sender, to: recipient, through: server, encryption: encryption, login: login, surroundings,
        cancellation: cancellation)
    } catch {
      return .failed(error.reason)
    }
  }

  /// A password is also protected on this machine, if the server there can do that.
  private var encryption: gaz_mail_encryption {
    guard !server.isSecure else { return GAZ_MAIL_PLAIN }
    guard trustsThisMachine, Self.isLoopback(server.host) else { return GAZ_MAIL_ENCRYPTED }
    return server.user == nil ? GAZ_MAIL_PLAIN : GAZ_MAIL_ENCRYPTED_IF_OFFERED
  }

  /// Whether the name means this machine.
  static func isLoopback(_ host: String) -> Bool {
    host == "localhost" || host.hasPrefix("127.") && host.allSatisfy { $0 == "." || ("0"..."9").contains($0) }
  }

  private struct Login {
    let user: String
    let password: Secret

    /// The password, and what AUTH PLAIN sends.
    var secrets: SecretForms {
      SecretForms([password, Secret(([0] + user.utf8 + [0] + password.bytes).base64)])
    }
  }

  /// One mail on its way.
  private final class Sending {
    private let content: [UInt8]
    private let mayEnd: () -> Bool
    /// Whether the end of the mail may have been sent.
    private var isHandedOver = false

    init(_ content: [UInt8], mayEnd: @escaping () -> Bool) {
      self.content = content
      self.mayEnd = mayEnd
    }

    func send(
      from sender: MailAddress, to recipient: MailAddress, through server: ChannelConfiguration.MailServer,
      encryption: gaz_mail_encryption, login: Login?, _ surroundings: ChannelSurroundings,
      cancellation: Cancellation
    ) -> DeliveryOutcome {
      guard let web = gaz_web_open() else { return .failed(WebError.noLibrary.reason) }
      defer { gaz_web_close(web) }
      let url = "\(server.isSecure ? "smtps" : "smtp")://\(server.host):\(server.port)/\(server.ownName)"
      var texts = [url, sender.text, recipient.text].map { Array($0.utf8) }
      if let login { texts += [Array(login.user.utf8), login.password.bytes] }
      if let certificates = surroundings.certificates { texts.append(Array(certificates.utf8)) }
      let strings = CStrings(texts)
      var mail = gaz_mail()
      mail.url = strings[0]
      mail.encryption = encryption
      mail.sender = strings[1]
      mail.recipient = strings[2]
      if login != nil { (mail.user, mail.password) = (strings[3], strings[4]) }
      if surroundings.certificates != nil { mail.ca_file = strings[texts.count - 1] }
      mail.connect_milliseconds = Int((surroundings.patience.connecting * 1000).rounded(.up))
      mail.idle_seconds = surroundings.patience.idle
      mail.total_milliseconds = Int(surroundings.patience.total * 1000)
      mail.context = Unmanaged.passUnretained(self).toOpaque()
      mail.may_end = { context in
        guard let context else { return false }
        let sending = Unmanaged<Sending>.fromOpaque(context).takeUnretainedValue()
        sending.isHandedOver = sending.mayEnd()
        return sending.isHandedOver
      }
      let stop = WebStop(web)
      let registration = cancellation.onCancel { stop() }
      let result = content.withUnsafeBufferPointer { bytes in
        mail.content = bytes.baseAddress
        mail.size = bytes.count
        return gaz_mail_send(web, &mail)
      }
      registration.end()
      withExtendedLifetime(strings) {}
      return outcome(result, mail, server.host, login?.secrets ?? SecretForms([]), cancellation)
    }

    private func outcome(
      _ result: gaz_web_result, _ mail: gaz_mail, _ host: String, _ secrets: SecretForms, _ cancellation: Cancellation
    ) -> DeliveryOutcome {
      guard result != GAZ_WEB_OK else { return .sent }
      let answer = withUnsafeBytes(of: mail.answer) { Untrusted(bytes: $0.prefix { $0 != 0 }).hiding(secrets) }
      let failure = withUnsafeBytes(of: mail.failure) { Untrusted(bytes: $0.prefix { $0 != 0 }).hiding(secrets) }
      // After the end of the mail, only an answer of the server says that it was refused.
      let isRefused = (400...599).contains(mail.status) && !answer.isEmpty
      if isHandedOver, !isRefused {
        let reason: Message =
          cancellation.isCancelled ? "it was cancelled" : "\(Untrusted(host)) did not confirm it: \(failure)"
        return .unknown(reason)
      }
      if cancellation.isCancelled { return .failed("it was cancelled") }
      if result == GAZ_WEB_DENIED {
        let refusal: Message = "\(Untrusted(host)) refuses the login"
        return .failed(answer.isEmpty ? refusal : "\(refusal): \(answer)")
      }
      if isRefused { return .failed("\(Untrusted(host)) refused it: \(answer)") }
      guard let error = WebError(result, host: Untrusted(host), failure: failure) else { return .failed("\(failure)") }
      if case .notHTTP = error { return .failed("\(Untrusted(host)) is not a mail server: \(failure)") }
      return .failed(error.reason)
    }
  }
}
