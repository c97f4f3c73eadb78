/// All that is on the screen around the cursor: the line that is edited, and what stands with it.
///
///     prompt ─► gaz> search mün|chen        ◄─ hint
///               1  Munich   Bavaria, DE     ◄─ below
///
/// The screen is a function of the scene: whatever was drawn before, drawing a scene shows just that.
package struct Scene: Equatable, Sendable {
  package var prompt: ScreenRow = []
  /// The prompt of the rows after a newline in the text.
  package var continuationPrompt: ScreenRow = []
  /// What is edited; may hold newlines.
  package var text = ""
  /// Where in the bytes of `text` the cursor stands.
  package var cursor = 0
  /// What may follow the text, shown dim behind it.
  package var hint = ""
  /// Under the line, the most important first: as many as there is room for are shown.
  package var below: [ScreenRow] = []

  package init() {}
}
