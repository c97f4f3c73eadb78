import GazetteerIndex

/// A mail to one person: a text, and the same as a page (RFC 5322, RFC 2046).
struct MailMessage {
  let sender: NamedMailAddress
  let recipient: NamedMailAddress
  let telling: Telling
  /// In seconds since 1970-01-01 00:00 UTC.
  let time: Int64
  /// Unique: a mail that is sent again has the same key. Letters, digits and hyphens.
  let key: String

  /// The mail as it is sent: ASCII, and every line ends with CR and LF.
  func bytes() throws(MailFault) -> [UInt8] {
    // "=_" is in no line of a quoted-printable part, so no part can have the boundary in it.
    let boundary = "=_gaz-\(key)"
    let header = [
      try MailHeader.mailbox("From", sender), try MailHeader.mailbox("To", recipient),
      try MailHeader.text("Subject", telling.subject), "Date: \(MailDate.text(time))",
      "Message-ID: <\(key)@\(sender.address.domain)>", "MIME-Version: 1.0",
      "Content-Type: multipart/alternative;\r\n boundary=\"\(boundary)\"",
    ]
    let parts = [
      ("text/plain", telling.mailLines.map { $0 + "\n" }.joined()), ("text/html", telling.mailPage),
    ]
    var text = header.map { $0 + "\r\n" }.joined() + "\r\n"
    for (type, content) in parts {
      text += "--\(boundary)\r\nContent-Type: \(type); charset=utf-8\r\n"
      text += "Content-Transfer-Encoding: quoted-printable\r\n\r\n" + QuotedPrintable.text(of: content)
    }
    return Array((text + "--\(boundary)--\r\n").utf8)
  }
}

extension MailMessage {
  /// The text part of a mail that `bytes()` made; nil if it is none.
  static func text(in mail: [UInt8]) -> Untrusted? {
    let lines = mail.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { $0.last == UInt8(ascii: "\r") ? $0.dropLast() : $0 }
    guard let type = lines.firstIndex(where: { $0.starts(with: "Content-Type: text/plain".utf8) }),
      let blank = lines[type...].firstIndex(where: \.isEmpty),
      let end = lines[blank...].firstIndex(where: { $0.starts(with: "--=_gaz-".utf8) })
    else { return nil }
    return Untrusted(bytes: QuotedPrintable.decoded(lines[(blank + 1)..<end]))
  }
}

/// A moment as mails write it: `Sat, 31 Jan 2026 12:00:00 +0000`.
enum MailDate {
  private static let days = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  static func text(_ seconds: Int64) -> String {
    // 1970-01-01 was a Thursday.
    let day = Int((Double(seconds) / 86_400).rounded(.down))
    let date = CivilDate.date(ofDay: day)
    let clock = UTC.iso(seconds).split(separator: "T").last.map { $0.dropLast() } ?? "00:00:00"
    return "\(days[((day % 7) + 7) % 7]), \(date.day) \(months[date.month - 1]) \(date.year) \(clock) +0000"
  }
}
