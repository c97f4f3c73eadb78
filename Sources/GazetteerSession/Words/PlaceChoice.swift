import GazetteerIndex

/// A name in a command that may mean several places, the most important first.
package struct PlaceChoice: Equatable, Sendable {
  /// As typed.
  package let name: Untrusted
  package let places: [Option]

  package struct Option: Equatable, Sendable {
    package let title: Untrusted
    /// What the command takes instead of the name.
    package let word: Untrusted
  }
}

extension PlaceChoice {
  /// The error if nobody is asked.
  func failure(of command: String) -> Failure {
    let listed = places.map { "\($0.title.neutralised) (\($0.word.neutralised))" }
    var failure = Failure(
      "\(quoted: name) may be several places", why: "\(own: listed.joined(separator: ", "))",
      try: places.first.map { "\(own: command) \($0.word)" }, code: .usage)
    failure.choice = self
    return failure
  }
}
