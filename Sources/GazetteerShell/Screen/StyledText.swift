/// A piece of a row that looks the same throughout. Its text is neutralised.
package struct StyledText: Equatable, Sendable {
  package enum Look: Equatable, Sendable {
    case plain, dim
    case bold
    /// In reverse colors.
    case marked, markedBold
    /// One of the 256 colors of terminals.
    case color(UInt8, isBold: Bool)
  }

  package var text: String
  package var look: Look

  package init(_ text: String, _ look: Look = .plain) {
    self.text = text
    self.look = look
  }
}

/// A row of the screen. What does not fit is cut off.
package typealias ScreenRow = [StyledText]
