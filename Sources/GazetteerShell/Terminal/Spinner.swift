import GazetteerIndex

/// A row that moves while a command takes its time, and is gone before the answer.
///
///     ⠹ 3 s; Ctrl-C cancels
struct Spinner {
  /// Commands that take less show none, in seconds.
  private static let patience = 0.2
  /// Seconds between two frames.
  private static let pace = 0.1

  private let frames: [String]
  private let columns: Int
  private let stopwatch: () -> Double
  private let canSend: () -> Bool
  private let send: (String) -> Void
  private let start: Double
  private var frame = 0
  private var isShown = false
  /// What stands behind the frame.
  private var text = ""
  private var next: Double

  /// A command starts now.
  ///
  /// - Parameter canSend: whether the terminal takes something without delay; a frame that has to wait is left out.
  init(
    isASCII: Bool, columns: Int, stopwatch: @escaping () -> Double, canSend: @escaping () -> Bool = { true },
    send: @escaping (String) -> Void
  ) {
    frames = (isASCII ? "|/-\\" : "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏").map { String($0) }
    self.columns = columns
    self.stopwatch = stopwatch
    self.canSend = canSend
    self.send = send
    start = stopwatch()
    next = start + Self.patience
  }

  /// In how many milliseconds the row looks different.
  var nextChange: Int32 { Int32(max(0, (next - stopwatch()) * 1000).rounded(.up)) }

  /// Draws the row as it is to look now, if it is time: of a row that is there already, what differs.
  mutating func draw() {
    let now = stopwatch()
    // The last column stays empty: a terminal that is there may go to the next row.
    guard now >= next else { return }
    next = now + Self.pace
    guard columns > 1, canSend() else { return }
    let new = Width.fit(" \(Int(now - start)) s; Ctrl-C cancels", cells: columns - 2, ascii: true)
    send("\r" + frames[frame] + (new == text ? "" : new + "\u{1b}[K"))
    text = new
    frame = (frame + 1) % frames.count
    isShown = true
  }

  /// Takes the row away; the next frame brings it back.
  mutating func erase() {
    guard isShown else { return }
    isShown = false
    text = ""
    send("\r\u{1b}[K")
  }
}

extension Spinner {
  /// The spinner as something that moves during a wait.
  var animation: Wait.Animation {
    let box = Box(self)
    return Wait.Animation(
      nextChange: { box.spinner.nextChange }, draw: { box.spinner.draw() }, erase: { box.spinner.erase() })
  }

  private final class Box {
    var spinner: Spinner
    init(_ spinner: Spinner) { self.spinner = spinner }
  }
}
