import GazetteerIndex

/// How far the opening of a dataset has come.
package struct OpeningStatus: Equatable, Sendable {
  /// What the dataset will be called.
  package let name: String
  package let source: Untrusted
  /// Between 0 and 1; nil where there is no telling.
  package var fraction: Double?
  /// Records read so far.
  package var records = 0
  /// Records a second; nil where none are being read.
  package var rate: Double?
  /// Seconds to the end, as far as can be told.
  package var remaining: Double?

  package init(name: String, source: Untrusted) {
    self.name = name
    self.source = source
  }

  /// `41 %`; nil where there is no telling.
  var percentage: String? { fraction.map { "\(Int(max(0, min(0.99, $0)) * 100)) %" } }

  /// A row of at most so many cells: `opening cities.json  41 %  1.2 M places  2.1 M/s  3 s left`. Where there is less
  /// room the rate goes first, then the places, then the time, then the end of the name.
  package func row(columns: Int, isASCII: Bool = false) -> String {
    var parts: [(rank: Int, text: String)] = []
    if let percentage { parts.append((0, percentage)) }
    if records > 0 { parts.append((2, "\(Numeral.rounded(Double(records))) \(records == 1 ? "place" : "places")")) }
    if let rate { parts.append((3, "\(Numeral.rounded(rate))/s")) }
    if let remaining { parts.append((1, "\(Numeral.duration(remaining)) left")) }
    var head = "opening \(source.neutralised)"
    func width() -> Int { parts.reduce(Width.of(head)) { $0 + 2 + Width.of($1.text) } }
    for rank in [3, 2, 1] where width() > columns { parts.removeAll { $0.rank == rank } }
    if width() > columns { head = Width.fit(head, cells: columns - (width() - Width.of(head)), ascii: isASCII) }
    let row = ([head] + parts.map(\.text)).filter { !$0.isEmpty }.joined(separator: "  ")
    return Width.fit(row, cells: columns, ascii: isASCII)
  }

  /// `cities is still being opened (41 %)`.
  package var sentence: Message {
    percentage.map { "\(own: name) is still being opened (\(own: $0))" } ?? "\(own: name) is still being opened"
  }
}

extension Numeral {
  /// As much of a number as matters at a glance: `850`, `12.3 k`, `850 k`, `1.2 M`.
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
