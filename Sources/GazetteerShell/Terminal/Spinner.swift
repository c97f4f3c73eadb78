import GazetteerIndex

/// A moving row that shows that a command still runs. It is removed before the answer.
///
///     ⠹ 3 s; Ctrl-C cancels
struct Spinner {
  /// Nothing is shown for commands that take less than this, in seconds.
  private static let patience = 0.2
  /// Seconds between two frames.
  private static let pace = 0.1

  /// What takes time; may be empty.
  private let title: String
  private let frames: [String]
  private let columns: Int
  private let stopwatch: () -> Double
  private let canSend: () -> Bool
  private let send: (String) -> Void
  private let start: Double
  private var frame = 0
  private var isShown = false
  /// The text after the frame.
  private var text = ""
  private var next: Double

  /// Create it when a command starts.
  ///
  /// - Parameters:
  ///   - title: what takes time.
  ///   - since: when the work began of which the command is a part, in seconds of the stopwatch; nil: now.
  ///   - canSend: whether the terminal accepts output without delay; else a frame is left out.
  init(
    title: String = "", since: Double? = nil, isASCII: Bool, columns: Int, stopwatch: @escaping () -> Double,
    canSend: @escaping () -> Bool = { true },
    send: @escaping (String) -> Void
  ) {
    self.title = title.isEmpty ? "" : " \(title):"
    frames = (isASCII ? "|/-\\" : "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏").map { String($0) }
    self.columns = columns
    self.stopwatch = stopwatch
    self.canSend = canSend
    self.send = send
    let now = stopwatch()
    start = since ?? now
    next = max(now, start + Self.patience)
  }

  /// In how many milliseconds the row changes.
  var nextChange: Int32 { Int32(max(0, (next - stopwatch()) * 1000).rounded(.up)) }

  /// Draws what has changed in the row, if it is time.
  mutating func draw() {
    let now = stopwatch()
    // The last column stays empty: some terminals would go to the next row.
    guard now >= next else { return }
    next = now + Self.pace
    guard columns > 1, canSend() else { return }
    let end = " \(Int(now - start)) s; Ctrl-C cancels"
    // How to cancel matters more than a whole title.
    let room = max(0, columns - 2 - Width.of(end))
    let new = Width.fit(Width.fit(title, cells: room, ascii: true) + end, cells: columns - 2, ascii: true)
    send("\r" + frames[frame] + (new == text ? "" : new + "\u{1b}[K"))
    text = new
    frame = (frame + 1) % frames.count
    isShown = true
  }

  /// Removes the row; the next frame draws it again.
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
