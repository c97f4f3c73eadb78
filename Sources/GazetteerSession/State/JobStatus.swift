import GazetteerIndex

/// How far a background job has come.
package struct JobStatus: Equatable, Sendable {
  package let id: JobID
  /// What the job does: `opening cities.json`.
  package var title: Message
  /// Between 0 and 1; nil if unknown.
  package var fraction: Double?
  /// Whether a post still checks its link, before anything is sent.
  package var isCheckingLink = false
  /// Items handled so far: the places of a dataset.
  package var items = 0
  /// Items a second; nil while none are handled.
  package var rate: Double?
  /// Estimated seconds to the end; nil if unknown.
  package var remaining: Double?

  package init(_ id: JobID, title: Message) {
    self.id = id
    self.title = title
  }

  /// `41 %`; nil if unknown.
  var percentage: String? { fraction.map { "\(Int(max(0, min(0.99, $0)) * 100)) %" } }

  /// A row of at most `columns` cells: `opening cities.json  41 %  1.2 M places  2.1 M/s  3 s left`. If there is less
  /// room, parts are left out in this order: the rate, the items, the time, the end of the title.
  package func row(columns: Int, isASCII: Bool = false) -> String {
    var parts: [(rank: Int, text: String)] = []
    if let percentage { parts.append((0, percentage)) }
    if items > 0 { parts.append((2, "\(Numeral.rounded(Double(items))) \(items == 1 ? id.unit.one : id.unit.many)")) }
    if let rate { parts.append((3, "\(Numeral.rounded(rate))/s")) }
    if let remaining { parts.append((1, "\(Numeral.duration(remaining)) left")) }
    var head = title.neutralised
    func width() -> Int { parts.reduce(Width.of(head)) { $0 + 2 + Width.of($1.text) } }
    for rank in [3, 2, 1] where width() > columns { parts.removeAll { $0.rank == rank } }
    if width() > columns { head = Width.fit(head, cells: columns - (width() - Width.of(head)), ascii: isASCII) }
    let row = ([head] + parts.map(\.text)).filter { !$0.isEmpty }.joined(separator: "  ")
    return Width.fit(row, cells: columns, ascii: isASCII)
  }

  /// `cities is still being opened (41 %)`.
  package var sentence: Message {
    let state: Message =
      switch id {
      case .opening(let name): "\(own: name) is still being opened"
      case .refreshing(let name): "\(own: name) is still being refreshed"
      case .asking(let request): "\(own: request.provider.rawValue) is still being asked"
      case .sending(let number): "message \(own: String(number)) is still being sent"
      case .fetching(let service): "the locations of \(own: service) are still being fetched"
      case .checkingLinks(let service): "a link of what waits for \(own: service) is still being checked"
      case .posting(let service) where isCheckingLink:
        "the link of a location for \(own: service) is still being checked"
      case .posting(let service): "a location is still being sent to \(own: service)"
      case .loggingIn(let service): "the login to \(own: service) is still under way"
      case .loggingOut(let service): "the logout from \(own: service) is still under way"
      case .endingFormer(let service): "the former session at \(own: service) is still being ended"
      case .visiting(let link): "\(link.beginning) is still being asked for"
      case .lookingForChanges: "the outbox is still being read"
      }
    return percentage.map { "\(state) (\(own: $0))" } ?? state
  }
}

extension Numeral {
  /// A number, rounded so that it can be read quickly: `850`, `12.3 k`, `850 k`, `1.2 M`.
  static func rounded(_ value: Double) -> String {
    switch value {
    case ..<9_999.5: grouped(Int(max(0, value).rounded()))
    case ..<99_950: fixed(value / 1e3, decimals: 1) + " k"
    case ..<999_500: fixed(value / 1e3, decimals: 0) + " k"
    case ..<1e15: fixed(value / 1e6, decimals: 1) + " M"
    default: "very many"
    }
  }

  /// A time to wait: `1 s`, `90 s`, `5 min`, `3 h`.
  static func duration(_ seconds: Double) -> String {
    switch seconds {
    case ..<99.5: "\(max(1, Int(max(0, seconds).rounded()))) s"
    case ..<5970: fixed(seconds / 60, decimals: 0) + " min"
    case ..<1e9: fixed(seconds / 3600, decimals: 0) + " h"
    default: "very long"
    }
  }

  /// The time that something took: `4 ms`, `0.1 s`.
  static func elapsed(_ seconds: Double) -> String {
    seconds < 0.05 ? "\(max(1, Int((seconds * 1000).rounded()))) ms" : fixed(seconds, decimals: 1) + " s"
  }
}
