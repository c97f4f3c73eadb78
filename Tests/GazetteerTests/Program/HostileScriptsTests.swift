import Foundation
import GazetteerSession
import Testing

@testable import GazetteerShell

/// Scripts of strangers have no effect outside the session without `--allow`: no file changes, no server is asked, no
/// program is started, nothing is sent. Not even the user's state, settings and history change.
@Suite(.enabled(if: TestMachine.hasWorld, "the program was built without the world: Scripts/setup makes it"))
struct HostileScriptsTests {
  /// What a run said that it may not do: the powers by the name of the command.
  private static func refusals(in run: ProgramRun) -> [String: Set<Power>] {
    var refused: [String: Set<Power>] = [:]
    for match in (run.text + run.complaint).matches(
      of: /([a-z-]+(?: [a-z]+)?) is not allowed here; it needs the powers? ([a-z,-]+)/)
    {
      refused[String(match.1), default: []].formUnion(
        match.2.split(separator: ",").compactMap { Power(rawValue: String($0)) })
    }
    return refused
  }

  /// Powers without which a command does less, but is not refused.
  private static let silent: [String: Set<Power>] = [
    "more": [.network], "refresh": [.account], "locations": [.account],
  ]

  @Test func thereAreManyScripts() {
    #expect(HostileScript.all.count >= 40)
    #expect(Set(HostileScript.all.map(\.testDescription)).count == HostileScript.all.count)
  }

  @Test(arguments: HostileScript.all)
  func nothingHappensUnlessTheCommandLineAllowsIt(script: HostileScript) throws {
    let effects = try HostileSandbox().effects(of: script, allowing: [])
    #expect(effects.isNothing, "\(effects)")
    let refusals = Self.refusals(in: effects.run)
    let expected = script.refused.map { ($0, $1.subtracting(Self.silent[$0] ?? [])) }.filter { !$1.isEmpty }
    #expect(refusals == Dictionary(uniqueKeysWithValues: expected), "\(effects.run)")

    // The control: the same script, with the powers that it was refused.
    let allowed = try HostileSandbox().effects(of: script, allowing: script.powers)
    #expect(Self.refusals(in: allowed.run).isEmpty, "\(allowed.run)")
    switch script.effect {
    case .file(let path): #expect(allowed.paths.contains { $0.contains(path) }, "\(allowed)")
    case .request: #expect(allowed.requests > 0, "\(allowed)")
    case .nothing: #expect(allowed.isNothing, "\(allowed)")
    case .program(let name): #expect(allowed.programs[name, default: 0] > 0, "\(allowed)")
    }
  }

  /// The account alone changes nothing at a server. The control is above: with both powers, the server is asked.
  @Test(arguments: HostileScript.all.filter { $0.testDescription.contains(/^(post|edit|delete).* at a server/) })
  func theAccountAloneChangesNothingAtAServer(script: HostileScript) throws {
    let effects = try HostileSandbox().effects(of: script, allowing: [.account])
    #expect(effects.isNothing && effects.sent == 0, "\(effects)")
    #expect(Self.refusals(in: effects.run) == script.refused.mapValues { $0.subtracting([.account]) })
  }

  /// A script that may fetch locations, but may not use the account, does not send what waits, and says so.
  @Test func whatWaitsIsNotSentWithoutTheAccount() throws {
    let script = HostileScript.refreshing
    let effects = try HostileSandbox().effects(of: script, allowing: [.network])
    #expect(effects.run.complaint.contains("1 change waits to be sent to down; refresh may not send here"))
    #expect(effects.sent == 0, "\(effects)")
    // The control: with the account, it is sent, and put off.
    let allowed = try HostileSandbox().effects(of: script, allowing: script.powers)
    #expect(allowed.sent > 0 && !allowed.run.complaint.contains("may not send"), "\(allowed)")
  }

  /// Each command with a power occurs with each of its powers, and no other power is refused than the help names.
  @Test func everyCommandWithAPowerIsTried() {
    var tried: [String: Set<Power>] = [:]
    for script in HostileScript.all {
      for (name, powers) in script.refused {
        tried[String(name.prefix { $0 != " " }), default: []].formUnion(powers)
      }
    }
    for command in CommandTable.standard.commands {
      #expect(command.powers.union(command.powersAtTimes) == tried[command.name] ?? [], "\(command.name)")
    }
    // No command runs programs that a script could name.
    #expect(Set(tried.values.joined()) == Set(Power.allCases).subtracting([.shell]))
  }

  /// At the prompt, the user is asked. Only what the user types is kept: the history and the session.
  @Test(arguments: [
    "favorite 1", "export new.csv", "open SERVER/p.csv", "outbox retry", "login local --user eve --new",
  ])
  func atThePromptNothingHappensWithoutAYes(line: String) throws {
    let script = HostileScript("at the prompt", [:], .request, "search munich", line)
    let sandbox = try HostileSandbox()
    try sandbox.write(script)
    let before = try (files: sandbox.files(), requests: sandbox.requests, programs: sandbox.programs())
    let terminal = try PseudoTerminal()
    try sandbox.start(on: terminal)
    terminal.awaits("gaz> ")
    terminal.send("source x.gaz\r")
    terminal.awaits("[y/N] ")
    terminal.send("n\r")
    terminal.awaits("is not allowed here")
    terminal.awaits("gaz> ")
    terminal.send("quit\r")
    #expect(terminal.exitCode() == 0)
    let after = try sandbox.files()
    let own = ["home/.local/state/gaz/history", "home/.local/state/gaz/session"]
    let changed = Set(after.keys).union(before.files.keys).filter { after[$0] != before.files[$0] }
    #expect(changed.filter { path in !own.contains { path.hasPrefix($0) } } == [])
    #expect(try sandbox.requests == before.requests && sandbox.programs() == before.programs)
  }
}
