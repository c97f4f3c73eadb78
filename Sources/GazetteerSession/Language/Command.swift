import GazetteerIndex

/// A command describes itself: help, completion, suggestions for typos and consent all use this one description.
package struct Command: Sendable {
  package let name: String
  package let aliases: [String]
  /// One sentence.
  package let summary: String
  package let family: Family
  private let describeInputs: @Sendable () -> [InputDescription]
  package let examples: [Example]
  /// What its help explains besides its inputs; nil for nothing.
  private let describeDetails: @Sendable () -> HelpPage.Section?
  /// What it may do besides reading.
  package let powers: Set<Power>
  /// What it may also do with some inputs, such as the address of a file on a server.
  package let powersAtTimes: Set<Power>
  /// Whether its answer has favorites in it. Then it fails if they cannot be read.
  package let needsFavorites: Bool
  /// Whether it has to do with places. If not, no favorites are read for it.
  package let isAboutPlaces: Bool
  /// Its names in other programs. They cannot be run; help and error messages explain them.
  package let synonyms: [String]
  private let answer: @Sendable (inout Arguments, Session, Context) throws -> Reply
  private let read: @Sendable (inout Arguments) throws -> Void

  /// The groups of the help, in its order.
  package enum Family: String, CaseIterable, Sendable {
    case data, find, categories, keep, map, tell, account, shell
  }

  /// - Parameters:
  ///   - inputs: made when asked, because most commands are never used in a session.
  ///   - details: made when asked.
  package init<each Value>(
    _ name: String, _ summary: String, takes inputs: @escaping @autoclosure @Sendable () -> Inputs<repeat each Value>,
    details: @escaping @autoclosure @Sendable () -> HelpPage.Section? = nil, family: Family, aliases: [String] = [],
    synonyms: [String] = [], examples: [Example], powers: Set<Power> = [],
    atTimes powersAtTimes: Set<Power> = [], needsFavorites: Bool = false, isAboutPlaces: Bool = true,
    answer: @escaping @Sendable (Session, Context, repeat each Value) throws -> Reply
  ) {
    self.name = name
    self.summary = summary
    self.family = family
    self.aliases = aliases
    self.synonyms = synonyms
    self.examples = examples
    self.powers = powers
    self.powersAtTimes = powersAtTimes
    self.needsFavorites = needsFavorites
    self.isAboutPlaces = isAboutPlaces
    describeInputs = { inputs().descriptions }
    describeDetails = details
    read = { arguments in
      _ = try inputs().read(from: &arguments)
      try arguments.checkEmpty()
    }
    self.answer = { arguments, session, context in
      let values = try inputs().read(from: &arguments)
      try arguments.checkEmpty()
      context.stopwatch?.enter(nil)
      return try answer(session, context, repeat each values)
    }
  }

  /// A command that takes nothing.
  package init(
    _ name: String, _ summary: String, family: Family, aliases: [String] = [], synonyms: [String] = [],
    examples: [Example], powers: Set<Power> = [], needsFavorites: Bool = false, isAboutPlaces: Bool = true,
    answer: @escaping @Sendable (Session, Context) throws -> Reply
  ) {
    self.init(
      name, summary, takes: Inputs(), family: family, aliases: aliases, synonyms: synonyms, examples: examples,
      powers: powers, needsFavorites: needsFavorites, isAboutPlaces: isAboutPlaces, answer: answer)
  }

  /// What may follow its name.
  package var inputs: [InputDescription] { describeInputs() }

  var details: HelpPage.Section? { describeDetails() }

  /// How many words it needs at least, besides options.
  var neededParameters: Int { inputs.count { $0.isParameter && ($0.kind == .required || $0.isNeeded) } }

  /// How it is typed: `near WHERE [--within R]`.
  package var usage: String { ([name] + inputs.map(\.usage)).joined(separator: " ") }

  /// Throws if it cannot read the arguments.
  func check(_ arguments: Arguments) throws {
    var arguments = arguments
    try read(&arguments)
  }

  func answer(_ arguments: Arguments, _ session: Session, _ context: Context) throws -> Reply {
    var arguments = arguments
    return try answer(&arguments, session, context)
  }
}
