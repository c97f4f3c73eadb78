import CSixel
import Foundation
import Testing

@testable import GazetteerShell

/// Maps as pictures, on a terminal that the test plays. It may answer late, because the machine is busy; then the next
/// map is a picture. Keys that are typed meanwhile are never lost, and answers are never typed.
@Suite(.serialized) struct GraphicsTests {
  let home: ScratchDirectory

  init() throws { home = try ScratchDirectory() }

  private static let question = "\u{1b}_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u{1b}\\\u{1b}[16t\u{1b}[c"
  private static let kitty = "\u{1b}_Gi=31;OK\u{1b}\\\u{1b}[6;18;9t\u{1b}[?62c"
  private static let sixel = "\u{1b}[6;18;9t\u{1b}[?62;4;22c"
  private static let (kittyPicture, sixelPicture) = ("\u{1b}_Ga=T,f=32,o=z,s=720,v=396,", "\u{1b}P0;1;0q\"1;1;720;396#")

  private func start(_ setting: String, type: String = "xterm") throws -> PseudoTerminal {
    let terminal = try PseudoTerminal()
    let environment = ["HOME": home.path, "LC_ALL": "C.UTF-8", "TERM": type]
    try terminal.run(PseudoTerminal.gaz, ["-i", "-c", "set graphics \(setting)"], environment: environment)
    terminal.awaits("gaz> ")
    return terminal
  }

  private func drawn(by terminal: PseudoTerminal) -> String { String(decoding: terminal.drawn, as: UTF8.self) }

  /// Draws a map, answers while keys are typed, and draws it again.
  private func draw(on terminal: PseudoTerminal, answering pieces: [String]) {
    terminal.send("map\r")
    terminal.awaits(Self.question)
    terminal.send("echo 12")
    for piece in pieces {
      terminal.send(piece)
      // Longer than the keyboard waits for the rest of a key.
      if pieces.count > 1 { terminal.read(waiting: 60) }
    }
    terminal.send("34\r")
    terminal.awaits("\n1234\r\n")
    terminal.awaits("gaz> ")
    terminal.send("map\r")
    terminal.awaits("zoom")
    terminal.awaits("gaz> ")
    terminal.send("quit\r")
    #expect(terminal.exitCode() == 0)
    let drawn = drawn(by: terminal)
    #expect(drawn.components(separatedBy: Self.question).count == 2, "it asks once")
    for part in ["31;OK", "?62"] { #expect(!drawn.contains(part)) }
  }

  @Test(arguments: [[kitty], [kitty.replacingOccurrences(of: "[?62c", with: "[?62;4c")], kitty.map { String($0) }])
  func aTerminalThatKnowsKittyGetsItsPictures(answer: [String]) throws {
    let terminal = try start("auto")
    draw(on: terminal, answering: answer)
    #expect(drawn(by: terminal).contains(Self.kittyPicture))
    #expect(!drawn(by: terminal).contains("\u{1b}P"))
  }

  @Test(.enabled(if: gaz_sixel_is_installed()), arguments: [[sixel], sixel.map { String($0) }])
  func aTerminalWithSixelsGetsThem(answer: [String]) throws {
    let terminal = try start("auto")
    draw(on: terminal, answering: answer)
    #expect(drawn(by: terminal).contains(Self.sixelPicture))
    #expect(!drawn(by: terminal).contains("a=T"))
  }

  @Test(arguments: ["\u{1b}[?62;22c", "", "\u{1b}[6;18;9t"])
  func anotherTerminalGetsDots(answer: String) throws {
    let terminal = try start("auto")
    draw(on: terminal, answering: [answer])
    #expect(!drawn(by: terminal).contains("a=T") && !drawn(by: terminal).contains("\u{1b}P"))
    #expect(drawn(by: terminal).contains("the map is drawn with dots"))
    #expect(drawn(by: terminal).unicodeScalars.contains { (0x2801...0x28ff).contains($0.value) })
  }

  /// The first map does not wait for it.
  @Test(arguments: [[kitty], kitty.map { String($0) }])
  func anAnswerThatComesTooLateIsNotTyped(answer: [String]) throws {
    let terminal = try start("auto")
    terminal.send("map\r")
    terminal.awaits(Self.question)
    terminal.awaits("zoom")
    terminal.awaits("gaz> ")
    terminal.send("echo 12")
    for piece in answer {
      terminal.send(piece)
      if answer.count > 1 { terminal.read(waiting: 60) }
    }
    terminal.send("34\r")
    terminal.awaits("\n1234\r\n")
    terminal.awaits("gaz> ")
    terminal.send("map\r")
    terminal.awaits(Self.kittyPicture)
    terminal.awaits("gaz> ")
    #expect(!drawn(by: terminal).contains("31;OK"))
  }

  /// Without the setting, nothing is asked; a terminal that might print the question is not asked either.
  @Test(arguments: [("off", "xterm"), ("auto", "linux"), ("auto", "dumb")])
  func nothingIsAskedWithoutNeed(setting: String, type: String) throws {
    let terminal = try start(setting, type: type)
    terminal.send("map\r")
    terminal.awaits("zoom")
    terminal.awaits("gaz> ")
    #expect(!drawn(by: terminal).contains("\u{1b}[c"))
    #expect(!drawn(by: terminal).contains("\u{1b}_G"))
  }

  /// Who names the protocol is not asked; the size of a cell is that of the window, or 8 by 16.
  @Test func aNamedProtocolIsUsedAtOnce() throws {
    let terminal = try start("kitty")
    terminal.send("map\r")
    terminal.awaits("\u{1b}_Ga=T,f=32,o=z,s=640,v=352,c=80,r=22,")
    terminal.awaits("zoom")
    #expect(!drawn(by: terminal).contains("\u{1b}[c"))
  }

  @Test func keysTypedBeforeTheAnswerAreNotLostWhenItNeverComes() throws {
    let terminal = try start("auto")
    terminal.send("map\r")
    terminal.awaits(Self.question)
    terminal.send("echo a\u{1b}[Db\u{5}" + Keys.paste("cd") + Keys.paste("ef") + "\r")
    terminal.awaits("\nbacdef\r\n")
  }
}
