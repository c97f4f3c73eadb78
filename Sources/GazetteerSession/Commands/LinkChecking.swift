import GazetteerIndex

/// Whether the link of a location is checked before it is stored.
struct LinkChecking {
  let isWanted: Bool
  let notices: [Message]

  /// - Parameter isUnchecked: whether the user does not want it.
  init(_ isUnchecked: Bool, _ context: Context, for command: String) throws(Failure) {
    isWanted = !isUnchecked && !context.isOffline
    notices = context.isOffline ? ["the link was not checked: gaz is offline"] : []
    if isWanted { try context.require(.network, for: command) }
  }
}

extension CommonInput {
  static let link = Option<Untrusted>(
    "url", "URL", "A link: an http or https address that answers.", completes: .nothing)
  static let position = Option<PointReference>(
    "at", "LAT,LON", "Where the place is. Its name is then taken as it is, and not searched for.")
  static let unchecked = Flag("unchecked", "Do not check that the link answers.")
}

extension Untrusted {
  /// The link, if it has the form of one: http or https, and a host. It must not have blanks or control characters.
  func link() throws(Failure) -> Untrusted {
    let text = trimmed
    let isPlain = text.bytes.allSatisfy { $0 > 0x20 && $0 != 0x7F }
    let rest = ["https://", "http://"].lazy.compactMap { scheme in
      text.text.lowercased().hasPrefix(scheme) ? text.text.dropFirst(scheme.count) : nil
    }.first
    let host = rest?.prefix { !"/?#:".contains($0) } ?? ""
    guard isPlain, !host.isEmpty else {
      throw Failure(
        "invalid URL", why: "\(quoted: self) is not an http or https address", try: "--url https://HOST/PATH")
    }
    guard text.bytes.count <= Location.mostOfLink else {
      throw Failure("invalid URL", why: "it has more than \(Location.mostOfLink) bytes", try: "a shorter address")
    }
    return text
  }
}
