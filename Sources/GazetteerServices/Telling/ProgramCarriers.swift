import GazetteerIndex
import Glibc

/// Sends mails through a program that is used like sendmail, such as msmtp.
struct MailProgramCarrier: Carrier {
  /// The program and its first arguments.
  let words: [String]
  let surroundings: ChannelSurroundings

  /// The exit codes that mean: nothing was sent, and nothing will be (sysexits.h; 126 and 127 are those of a shell).
  /// After others, such as 75 of sendmail, it may be sent later, or the answer of the server was lost.
  private static let refusals: Set<Int32> = [64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 77, 78, 126, 127]

  func carry(
    _ delivery: Delivery, mayHandOver: @escaping () -> Bool, cancellation: Cancellation
  ) -> DeliveryOutcome {
    guard case .mail(let recipient) = delivery.address, let sender = delivery.sender else {
      return .failed("it is not a mail")
    }
    guard !surroundings.isOffline else { return .failed(WebError.offline.reason) }
    guard mayHandOver() else { return .failed("it was cancelled") }
    // -i: a line with only a dot does not end the mail.
    let program = HelperProgram(words + ["-i", "-f", sender.text, "--", recipient.text])
    // Programs expect lines as in other files here; some would send another CR before each LF.
    let lines = delivery.content.filter { $0 != 0x0D }
    // The program has a password of its own, which may be this one.
    let password = surroundings.variable("GAZ_MAIL_PASSWORD").map { [Secret($0.utf8)] } ?? []
    return program.run(input: lines, cancellation: cancellation).outcome(
      of: words[0], hiding: SecretForms(password)
    ) { !Self.refusals.contains($0) }
  }
}

/// Sends messages through the program apprise, which knows many services. Their address has secrets in it, so the
/// program gets it in its environment, which other users cannot see.
struct AppriseCarrier: Carrier {
  let channel: ChannelConfiguration.Apprise
  let surroundings: ChannelSurroundings

  func carry(
    _ delivery: Delivery, mayHandOver: @escaping () -> Bool, cancellation: Cancellation
  ) -> DeliveryOutcome {
    do throws(ChannelFault) {
      guard !surroundings.isOffline else { throw ChannelFault(WebError.offline.reason) }
      let message = try MessageContent(delivery.content)
      guard let url = try channel.address.secret(surroundings, cancellation: cancellation) else {
        throw ChannelFault("there is no address; set \(own: channel.address.variable), or url-command")
      }
      guard mayHandOver() else { throw ChannelFault("it was cancelled") }
      let program = HelperProgram(
        [channel.program, "--title=\(message.title.neutralised)"], variables: [("APPRISE_URLS", url.bytes)])
      // 1: not all of it was sent, or nobody confirmed it. Other codes are about the way in which it was called.
      return program.run(input: message.text.bytes, cancellation: cancellation).outcome(
        of: channel.program, hiding: SecretForms([url] + url.partsOfAddress)
      ) { $0 == 1 }
    } catch {
      return .failed(error.reason)
    }
  }
}

extension HelperProgram.End {
  /// - Parameters:
  ///   - secrets: are not repeated, even if the program did.
  ///   - isDoubtful: whether the message may be sent nevertheless, after an exit code other than 0.
  func outcome(
    of name: String, hiding secrets: SecretForms = SecretForms([]), isDoubtful: (Int32) -> Bool = { _ in false }
  ) -> DeliveryOutcome {
    switch self {
    case .exited(0, _, _): return .sent
    case .exited(127, _, _): return .failed("the program \"\(Untrusted(name))\" cannot be run")
    case .exited(let code, let output, let errors):
      let said = (errors.trimmed.isEmpty ? Untrusted(bytes: output) : errors).lines.first { !$0.isEmpty } ?? []
      let words = Untrusted(bytes: said.prefix(200))
      let hides = secrets.areRepeated(inError: words) || words.hasLogin
      let end: Message = "\(Untrusted(name)) ended with \(code)"
      let reason = words.isEmpty || hides ? end : "\(end): \(words)"
      return isDoubtful(code) ? .unknown(reason) : .failed(reason)
    case .killed: return .unknown("\(Untrusted(name)) was killed, or took too long")
    case .notStarted(ENOENT): return .failed("the program \"\(Untrusted(name))\" is not installed")
    case .notStarted(let code):
      return .failed("the program \"\(Untrusted(name))\" cannot be started: \(own: SystemError(code).reason)")
    case .cancelled: return .unknown("it was cancelled")
    }
  }
}

extension Secret {
  /// What is between the signs of an address such as `json://user:password@host/token`, except its scheme.
  fileprivate var partsOfAddress: [Secret] {
    let signs = Array("/:@?&=#".utf8)
    return bytes.split(whereSeparator: signs.contains).dropFirst().map { Secret($0) }
  }
}

extension Untrusted {
  /// Whether it repeats a login to a mail server: `AUTH PLAIN AG1heA…`.
  fileprivate var hasLogin: Bool {
    let words = text.lowercased().split { !$0.isLetter && !$0.isNumber }
    return zip(words, words.dropFirst()).contains { $0 == "auth" && ["plain", "login"].contains($1) }
  }
}
