import GazetteerSession
import Testing

@testable import GazetteerShell

/// Colors and marks, by flag, variables and terminal.
struct AppearanceTests {
  private func environment(_ variables: [String: String], onTerminal: Bool) -> Environment {
    var environment = Environment(now: { 0 }, variable: { variables[$0] })
    environment.outputIsTerminal = onTerminal
    return environment
  }

  @Test(arguments: [
    ("de_DE.UTF-8", "de"), ("zh_CN.UTF-8", "zh"), ("zh_TW.UTF-8", "zh-hant"), ("zh_HK", "zh-hant"),
    ("zh-Hant", "zh-hant"),
    ("C.UTF-8", "c"), ("", ""), ("en_HK.UTF-8", "en"),
  ])
  func theLocaleSaysTheLanguage(locale: String, language: String) {
    #expect(environment(["LANG": locale], onTerminal: true).language == language)
  }

  private func isColored(_ variables: [String: String], onTerminal: Bool, flag: Preferences.Color = .auto) -> Bool {
    var settings = Preferences()
    settings.color = flag
    return settings.isColored(
      in: environment(["TERM": "xterm"].merging(variables) { $1 }, onTerminal: onTerminal), intoFile: false)
  }

  @Test(
    arguments: [
      ([:], true, false), (["NO_COLOR": "1"], false, false), (["NO_COLOR": ""], true, false),
      (["NO_COLOR": "1", "CLICOLOR_FORCE": "1"], false, false), (["CLICOLOR_FORCE": "1"], true, true),
      (["CLICOLOR_FORCE": "0"], true, false), (["CLICOLOR_FORCE": ""], true, false),
      (["CLICOLOR_FORCE": "1", "CLICOLOR": "0"], true, true), (["CLICOLOR": "0"], false, false),
      (["CLICOLOR": "1"], true, false), (["TERM": "dumb"], false, false), (["TERM": ""], false, false),
      (["TERM": "dumb", "CLICOLOR": "1"], false, false), (["TERM": "dumb", "CLICOLOR_FORCE": "1"], true, true),
    ] as [([String: String], Bool, Bool)])
  func theVariablesAreAskedInOrder(variables: [String: String], onTerminal: Bool, onPipe: Bool) {
    #expect(isColored(variables, onTerminal: true) == onTerminal)
    #expect(isColored(variables, onTerminal: false) == onPipe)
    for terminal in [true, false] {
      #expect(isColored(variables, onTerminal: terminal, flag: .always))
      #expect(!isColored(variables, onTerminal: terminal, flag: .never))
    }
  }

  @Test(
    arguments: [
      (["LC_ALL": "C.UTF-8"], false), (["LANG": "de_DE.utf8"], false), (["LANG": "C", "LC_ALL": "C.UTF-8"], false),
      (["LANG": "C.UTF-8", "LC_ALL": "C"], true), (["LC_CTYPE": "POSIX", "LANG": "C.UTF-8"], true),
      (["LC_ALL": "", "LANG": "C.UTF-8"], false), (["LANG": "de_DE.ISO-8859-1"], true), ([:], true),
      (["LANG": "C.UTF-8", "TERM": "linux"], true), (["LANG": "C.UTF-8", "TERM": "dumb"], true),
    ] as [([String: String], Bool)])
  func marksAreASCIIWhereTheTerminalHasNoOthers(variables: [String: String], isASCII: Bool) {
    var settings = Preferences()
    #expect(settings.drawsASCII(in: environment(variables, onTerminal: true), intoFile: false) == isASCII)
    #expect(!settings.drawsASCII(in: environment(variables, onTerminal: false), intoFile: false))
    settings.isASCII = true
    #expect(settings.drawsASCII(in: environment(variables, onTerminal: false), intoFile: false))
  }
}
