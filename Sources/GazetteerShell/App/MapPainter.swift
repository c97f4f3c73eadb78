import GazetteerIndex
import GazetteerServices
import GazetteerSession

/// Makes pictures of maps for the terminal of the prompt.
final class MapPainter {
  private let editor: LineEditor
  private let tell: (Message) -> Void
  private var hasTold = false

  /// The size of a cell in pixels, if nothing tells it.
  private static let usualCell = (width: 8, height: 16)
  /// A terminal that claims smaller or larger cells than this is not believed.
  private static let (widths, heights) = (3...64, 5...128)

  init(_ editor: LineEditor, tell: @escaping (Message) -> Void) {
    self.editor = editor
    self.tell = tell
  }

  /// What to print for a map; nil if it is to be drawn with dots.
  func text(
    of subject: MapSubject, as graphics: Preferences.Graphics, in style: Style
  ) throws(Failure) -> String? {
    guard let form = form(graphics) else { return nil }
    let (columns, rows) = style.mapSize
    guard
      let map = PixelMap(of: subject, columns: columns, rows: rows, cell: cell(graphics), isASCII: style.isASCII)
    else { return nil }
    do throws(PictureError) {
      let image = try map.picture.sequence(form, columns: columns, rows: rows)
      return map.text(image: image, isColored: style.isColored)
    } catch {
      throw Failure("the map is drawn with dots, not as a picture", why: error.reason, try: error.remedy)
    }
  }

  private func form(_ graphics: Preferences.Graphics) -> PictureProtocol? {
    switch graphics {
    case .off: return nil
    case .kitty: return .kitty
    case .sixel: return .sixel
    case .auto:
      let answers = editor.graphics()
      if answers.hasKitty { return .kitty }
      if answers.hasSixel { return .sixel }
      if !hasTold { tell("the terminal does not say that it shows pictures; the map is drawn with dots") }
      hasTold = true
      return nil
    }
  }

  private func cell(_ graphics: Preferences.Graphics) -> (width: Int, height: Int) {
    let answered = graphics == .auto ? editor.graphics().cell : nil
    guard let cell = ScreenSize.cell(of: editor.terminal.output) ?? answered,
      Self.widths.contains(cell.width), Self.heights.contains(cell.height)
    else { return Self.usualCell }
    return cell
  }
}
