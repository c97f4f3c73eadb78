/// Draws scenes on a terminal with as few bytes as possible.
///
/// The terminal's cursor ends up where the scene's cursor is. What was printed above the scene is never changed.
package protocol Canvas: AnyObject {
  /// The cells of a row, at least 1.
  var columns: Int { get }
  /// The rows of the screen, at least 1.
  var rows: Int { get }
  /// Replaces the scene on the screen by `scene`.
  func draw(_ scene: Scene)
  /// The rows above the prompt stay on the screen from now on, as if they had been printed.
  func settle()
  /// Prints lines above the scene. They are neutralised and have no newlines.
  func print(above lines: [String])
  /// Leaves the prompt and the text on the screen, removes the rest of the scene, and goes to the next row.
  func finish()
  /// Removes the scene from the screen. The cursor moves to where the scene began.
  func erase()
  /// Clears the screen and draws the scene at its top.
  func clear()
  /// Draws the scene again. Call it when the size of the terminal has changed.
  func resize()
}
