import GazetteerIndex
import GazetteerServices
import GazetteerSession

/// Connects the interpreter with the user. Without a prompt, most of it is nil; a prompt sets the rest once its line
/// editor exists.
final class Desk {
  /// How jobs are waited for.
  var wait = Wait.onThisThread
  /// Asks questions; nil if nobody can be asked.
  var asker: Asker?
  /// Reads a password; nil if nobody can be asked.
  var readSecret: ((_ prompt: String) -> SecretInput.Result?)?
  /// How many passwords were asked for.
  var secretsAsked = 0
  /// Drops what was typed, but not read yet. Returns whether there was something.
  var dropTypedAhead: () -> Bool = { false }
  /// The password that was pasted together with the login that is running; each copy answers one question.
  var pastedSecrets: [Secret] = []
  /// The passwords with which the user has logged in, or tried to.
  var passwords: [Secret] = []
  /// Opens a link in the user's browser, on any thread, and returns whether that worked; nil if there is none.
  var openLink: (@Sendable (_ url: String) -> Bool)?
  /// Lets the user select categories on the screen; nil if there is no screen for that.
  var pick: ((Picker, _ newer: @escaping () -> Picker?) -> Picker?)?
  /// Lets the user look at a map on the screen; nil if there is no screen for that.
  var browse: ((MapBrowser, _ ask: (MapBrowser.Request, _ columns: Int, _ rows: Int) -> MapAnswer) -> Void)?
  /// Shows a map as a picture, as far as the terminal can; false if it is to be drawn with dots. nil if there is no screen
  /// for that.
  var paintMap: ((MapSubject, Preferences.Graphics, Style) throws(Failure) -> Bool)?
  /// Shows an answer as a part of the prompt until something is typed; false if it must be printed. nil if there is no
  /// screen for that.
  var keepAnswer: ((_ text: String, _ render: @escaping (_ columns: Int, _ rows: Int) -> String) -> Bool)?
  /// Lets the user edit a text in an editor; nil if there is none.
  var editText: (([UInt8]) throws(Failure) -> [UInt8])?
  /// Clears the screen if there is one.
  let clearScreen: () -> Void
  /// What was typed at the prompt; nil if there is no prompt.
  var pastLines: PastLines?

  init(asker: Asker? = nil, pastLines: PastLines? = nil, clearScreen: @escaping () -> Void = {}) {
    self.asker = asker
    self.pastLines = pastLines
    self.clearScreen = clearScreen
  }
}

/// The lines typed at the prompt.
struct PastLines {
  /// Oldest first.
  let lines: () -> [String]
  /// Adds the newest.
  let add: (String) -> Void
}
