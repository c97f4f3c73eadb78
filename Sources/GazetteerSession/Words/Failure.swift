import GazetteerIndex

/// The exit code of the program.
package enum ExitCode: Int32, Sendable {
  case success = 0
  /// A command failed.
  case failed = 1
  case usage = 2
  /// A script stopped on an error.
  case scriptStopped = 3
  case loginRequired = 4
  case serviceUnavailable = 5
  /// Data could not be loaded.
  case dataNotLoaded = 6
  case replayDiffers = 8
  case skipped = 80
  case interrupted = 130
}

/// An error message for the user: `what; why; try: remedy`.
package struct Failure: Error, Equatable, Sendable {
  package let what: Message
  private let reason: Message?
  private var advice: Message?
  /// What to write into a file to follow the remedy. Printed below the sentence.
  package var example: [Message] = []
  package let code: ExitCode
  /// The canonical name of the command that failed; nil if no command was found.
  package var command: String?
  /// The powers that the command needs and does not have.
  package internal(set) var missingPowers: Set<Power> = []
  /// The powers that the user has given on the command line. Whoever follows the advice replaces them, so it repeats
  /// them.
  package var givenPowers: Set<Power> = []
  /// The places that a name may mean. At the prompt, the user is asked.
  package internal(set) var choice: PlaceChoice?
  /// What the sentence says about the missing powers.
  private var mention = Mention.nothing

  private enum Mention {
    case nothing
    /// How to give them, after the rest of the advice.
    case remedy
    /// Also that they are needed.
    case all
  }

  package init(_ what: Message, why: Message? = nil, try remedy: Message? = nil, code: ExitCode = .failed) {
    self.what = what
    reason = why
    advice = remedy
    self.code = code
  }

  package var why: Message? {
    guard mention == .all else { return reason }
    return "it needs the \(own: missingPowers.count == 1 ? "power" : "powers") \(own: missingPowers.list)"
  }

  package var remedy: Message? {
    guard mention != .nothing else { return advice }
    let allowing: Message = "gaz --allow=\(own: missingPowers.union(givenPowers).list)"
    return advice.map { "\($0), or \(allowing)" } ?? allowing
  }

  /// The whole sentence, without its position in a script.
  package var message: Message {
    var message = what
    if let why { message = message.followed(by: why) }
    if let remedy { message = message.followed(by: "try: \(remedy)") }
    return message
  }
}

extension Message {
  /// Joins two sentences into one. No semicolon follows a question mark or a full stop.
  fileprivate func followed(by next: Message) -> Message {
    if case .own(let words)? = parts.last(where: { $0 != .own("") }), words.hasSuffix("?") { return "\(self) \(next)" }
    return "\(clause); \(next)"
  }
}

extension Failure {
  /// A command needs powers that its origin does not have.
  static func notAllowed(_ command: String, _ missing: Set<Power>) -> Failure {
    var failure = Failure("\(own: command) is not allowed here")
    failure.missingPowers = missing
    failure.mention = .all
    return failure
  }

  /// The same error, with the advice to give a power.
  func remediable(by power: Power) -> Failure {
    var failure = self
    failure.missingPowers = [power]
    failure.mention = .remedy
    return failure
  }

  /// The same error, with a remedy to try before its own.
  func remediable(first remedy: Message) -> Failure {
    var failure = self
    failure.advice = advice.map { "\(remedy), or \($0)" } ?? remedy
    return failure
  }

  /// The message for an error that a command threw.
  package init(wrapping error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as UsageError: self = error.failure
    case is Cancelled: self.init("interrupted", code: .interrupted)
    default: self.init("the command failed", why: "\(Untrusted("\(error)"))")
    }
  }
}
