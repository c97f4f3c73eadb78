import Testing

@testable import GazetteerShell

/// What a prompt says first.
@Suite(
  .enabled(if: Display.isAvailable, Display.absent),
  .enabled(if: TestMachine.hasWorld, "the program was built without the world: Scripts/setup makes it"))
struct GreetingTests {
  private static let places = "gaz \(Environment.version): 34,006 places"

  @Test(arguments: [40, 80] as [UInt16]) func theFirstStartShowsASearchThatFindsSomething(columns: UInt16) throws {
    let gaz = try OnScreen([], columns: columns)
    #expect(try gaz.terminal.picture().text == [Self.places + "; try: paris tx", "gaz>"])
    gaz.terminal.send("paris tx" + Keys.enter)
    try gaz.terminal.awaits { $0.text.contains { $0.hasPrefix("1  ♡  Paris") } }
    gaz.end()
  }

  @Test(arguments: [40, 80] as [UInt16]) func laterStartsAndFilesShowWhereTheRestIs(columns: UInt16) throws {
    let later = try OnScreen([], columns: columns, history: ["paris tx"])
    #expect(try later.terminal.picture().text == [Self.places + "; try: help", "gaz>"])
    later.end()
    let file = try OnScreen(["-i", "-c", "echo opened"], columns: columns)
    #expect(try file.terminal.picture().text == [Self.places + "; try: help", "opened", "gaz>"])
    file.end()
  }
}
