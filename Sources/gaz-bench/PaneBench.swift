import GazetteerIndex
import GazetteerSession

/// Times the preview of a line that is being typed on a screen with room for the map beside it.
struct PaneBench {
  /// The size of the screen in cells, and the rows of the preview and of the map beside it.
  private static let (columns, rows, previewed, mapped) = (120, 40, 11, 20)

  private let session: Session
  private let towns: Dataset

  /// - Parameter towns: the built-in dataset, whose large towns are on every map.
  init(_ dataset: Dataset, towns: Dataset) {
    session = Session(world: dataset)
    self.towns = towns
  }

  /// - Returns: the rows of the preview and of its map, 0 without one; and how long both took, and the preview alone, in
  ///   nanoseconds. nil if the line has no preview.
  func preview(_ line: String) -> (rows: Int, mapRows: Int, both: Int, alone: Int)? {
    guard let command = PreviewedCommand(line) else { return nil }
    var style = Style(width: Self.columns, rows: Self.rows)
    style.isLandscape = true
    guard let split = style.split else { return nil }
    style.width = split.list
    style.isLandscape = false
    var context = Context()
    context.world = { [towns] in towns }
    context.mayCountRoughly = true
    context.mapSize = (split.map, Self.mapped - 1)
    let (alone, nanoseconds) = timed {
      command.preview(in: session, rows: Self.previewed - 1, style: style, context: context)
    }
    guard let alone else { return nil }
    context.showsMap = true
    let (mapRows, both) = timed {
      let preview = command.preview(in: session, rows: Self.previewed - 1, style: style, context: context)
      guard let map = preview?.map else { return 0 }
      return TerminalMap(of: map, columns: split.map, rows: Self.mapped).lines(isASCII: false).count
    }
    return (alone.rows.count, mapRows, both, nanoseconds)
  }
}
