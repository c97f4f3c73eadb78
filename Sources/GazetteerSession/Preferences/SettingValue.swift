import GazetteerIndex

/// The type of a setting's value, which is written as a word.
package protocol SettingValue: Readable, Equatable {
  var word: String { get }
  /// How its words are written: `on|off`, `N|all`.
  static var pattern: String { get }
  /// Every possible word except numbers.
  static var choices: [String] { get }
}

extension SettingValue {
  package static var pattern: String { choices.joined(separator: "|") }
}

extension SettingValue where Self: RawRepresentable & CaseIterable, RawValue == String {
  package var word: String { rawValue }
  package static var choices: [String] { allCases.map(\.rawValue) }
  package static var expected: Message { "\(own: choices.listed("or"))" }

  package init(word: Untrusted) throws(Malformed) {
    guard let value = Self(rawValue: word.text) else { throw Malformed() }
    self = value
  }
}

extension Preferences.Color: SettingValue {}
extension Preferences.ErrorPolicy: SettingValue {}
extension Preferences.Graphics: SettingValue {}
extension Preferences.Keys: SettingValue {}
extension Preferences.Layout: SettingValue {}

extension Bool: SettingValue {
  package var word: String { self ? "on" : "off" }
  package static var choices: [String] { ["on", "off"] }
  package static var expected: Message { "on or off" }

  package init(word: Untrusted) throws(Malformed) {
    switch word.text {
    case "on": self = true
    case "off": self = false
    default: throw Malformed()
    }
  }
}

extension Limit: SettingValue {
  package var word: String {
    switch self {
    case .rows(let count): String(count)
    case .all: "all"
    }
  }

  package static var pattern: String { "N|all" }
  package static var choices: [String] { ["all"] }
}

extension Format: SettingValue {
  package var word: String { Format.named.first { $0.format == self }?.name ?? "object" }
  package static var choices: [String] { named.map(\.name) }
  package static var expected: Message { "\(own: choices.listed("or"))" }

  package init(word: Untrusted) throws(Malformed) {
    guard let format = Format(named: word.text) else { throw Malformed() }
    self = format
  }
}
