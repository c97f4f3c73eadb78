/// Puts scenes on a terminal, by as few bytes as it takes.
///
/// The terminal's cursor is left where the scene's is. Above the scene lies what was printed before; it is never touched.
package protocol Canvas: AnyObject {
  /// The cells of a row, at least 1.
  var columns: Int { get }
  /// The rows of the screen, at least 1.
  var rows: Int { get }
  /// Shows `scene` in place of the one before.
  func draw(_ scene: Scene)
  /// Prints lines, neutralised and without their newlines, above the scene, which is then drawn again.
  func print(above lines: [String])
  /// Leaves prompt and text on the screen, takes the hint and what is below away, and goes to the next row.
  func finish()
  /// Takes the scene off the screen; the cursor stands where it began.
  func erase()
  /// Clears the screen and draws the scene at its top.
  func clear()
  /// To be called when the terminal says that its size has changed: draws the scene anew.
  func resize()
}
