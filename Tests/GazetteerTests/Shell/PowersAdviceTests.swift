import GazetteerIndex
import Testing

@testable import GazetteerSession
@testable import GazetteerShell

/// What a script that lacks powers is told: whoever does what the message says is not refused again.
@Suite struct PowersAdviceTests {
  private static let script = Origin.script(SourceLocation(file: Untrusted("x.gaz"), line: 1))
  private static let login = EveryCommand.Use("login campus --user ada")
  private static let uses = EveryCommand.uses.values.map(\.self) + [login]

  /// The powers that an error says to give.
  private static func advised(_ printed: EveryCommand.Printed) -> Set<Power>? {
    guard let list = printed.errors.split(separator: "--allow=").dropFirst().last else { return nil }
    let names = list.prefix { $0.isLetter || $0 == "-" || $0 == "," }.split(separator: ",").map(String.init)
    return Set(names.compactMap(Power.init))
  }

  @Test(arguments: [[], [.network], [.account], [.favorites, .send]] as [Set<Power>])
  func theAdviceIsEnoughAtOnce(given: Set<Power>) throws {
    var refused = 0
    for use in Self.uses {
      let first = try EveryCommand.run(use, from: Self.script, allowed: given, isOffline: false)
      guard let advised = Self.advised(first) else { continue }
      refused += 1
      #expect(advised.isStrictSuperset(of: given), "\(use.line): \(first.errors)")
      let second = try EveryCommand.run(use, from: Self.script, allowed: advised, isOffline: false)
      #expect(Self.advised(second) == nil, "\(use.line): \(first.errors)\(second.errors)")
    }
    // The control: many commands are refused at first.
    #expect(refused > 5)
  }

  /// What a command may be refused is in its help. That the help names no others, `HostileScriptsTests` shows.
  @Test func theHelpNamesThePowersThatCommandsLack() throws {
    var named = 0
    for use in Self.uses {
      let printed = try EveryCommand.run(use, from: Self.script, allowed: [], isOffline: false)
      let name = String(use.line.prefix { $0 != " " })
      let help = try EveryCommand.run(.init("help \(name)")).results
      let row = help.split(separator: "\n").first { $0.hasPrefix("  powers ") } ?? ""
      for power in Self.advised(printed) ?? [] {
        #expect(row.contains(power.rawValue), "\(name): \(printed.errors)\(help)")
        named += 1
      }
    }
    #expect(named > 20)
    let visit = try EveryCommand.run(.init("help visit")).results
    #expect(visit.contains("powers") && visit.contains("sometimes network"), "\(visit)")
    #expect(try !EveryCommand.run(.init("help near")).results.contains("powers"), "the control")
  }

  @Test(
    arguments: [
      ([], "the powers account,network", "account,network"), ([.network], "the power account", "account,network"),
      ([.account], "the power network", "account,network"),
      ([.favorites], "the powers account,network", "account,favorites,network"),
    ] as [(Set<Power>, String, String)])
  func theAdviceRepeatsWhatIsGiven(given: Set<Power>, missing: String, advice: String) throws {
    let printed = try EveryCommand.run(Self.login, from: Self.script, allowed: given, isOffline: false)
    #expect(printed.errors == "x.gaz:1: login is not allowed here; it needs \(missing); try: gaz --allow=\(advice)\n")
  }

  @Test func aQuestionThatNobodyAnswersNamesThemToo() throws {
    let use = try #require(EveryCommand.uses["remove-contact"])
    let printed = try EveryCommand.run(use, allowed: [.favorites])
    #expect(
      printed.errors
        == "gaz: nobody can be asked whether to remove Anna from the contacts; try: gaz --allow=favorites,send\n")
  }
}
