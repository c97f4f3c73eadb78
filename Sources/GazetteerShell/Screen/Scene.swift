/// Everything on the screen around the cursor: the edited line, and what is shown with it.
///
///               1  Ulm      Bavaria, DE     ◄─ above
///     prompt ─► gaz> search mün|chen        ◄─ hint
///               1  Munich   Bavaria, DE     ◄─ below, and beside it the pane
///
/// The screen is a function of the scene: whatever was drawn before, drawing a scene shows exactly that scene.
package struct Scene: Equatable, Sendable {
  /// The rows above the prompt, as long as they may change.
  package var above: [ScreenRow] = []
  package var prompt: ScreenRow = []
  /// The prompt of the rows after a newline in the text.
  package var continuationPrompt: ScreenRow = []
  /// The edited text, which may contain newlines.
  package var text = ""
  /// How many bytes of `text` are before the cursor.
  package var cursor = 0
  /// What may follow the text, shown dim after it.
  package var hint = ""
  /// The rows under the line, the most important first: those that fit are shown.
  package var below: [ScreenRow] = []
  /// What is beside those rows; nil for nothing.
  package var pane: ScreenPane?

  package init() {}
}
