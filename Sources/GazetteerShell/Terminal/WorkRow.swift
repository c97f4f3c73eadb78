import GazetteerIndex
import Glibc

/// Shows on the terminal of a script that a job takes time. The job has the caller's thread, so the row has its own. Where
/// no row can move, there are lines instead.
struct WorkRow: Sendable {
  private let descriptor: Int32
  private let isDumb: Bool
  private let isASCII: Bool
  private let stopwatch: @Sendable () -> Double

  /// What a terminal shows for Ctrl-C after the row: `^C`. The row leaves room for it, or it would be in the next row.
  private static let room = 2

  /// nil if no terminal is there to show it.
  init?(on descriptor: Int32, isDumb: Bool, isASCII: Bool, stopwatch: @escaping @Sendable () -> Double) {
    guard isatty(descriptor) == 1 else { return nil }
    (self.descriptor, self.isDumb, self.isASCII, self.stopwatch) = (descriptor, isDumb, isASCII, stopwatch)
  }

  /// Shows the row until what this returns is called.
  func show(_ title: Message, since: Double?) -> () -> Void {
    let (ending, ended) = (Mailbox<Void>(), Mailbox<Void>())
    guard ending.descriptor >= 0, ended.descriptor >= 0 else { return {} }
    Worker.run {
      if isDumb { writeLines(title, since, until: ending) } else { moveRow(title, since, until: ending) }
      ended.post(())
    }
    return {
      ending.post(())
      _ = Readiness.wait(ended.descriptor)
    }
  }

  private func writeLines(_ title: Message, _ since: Double?, until ending: Mailbox<Void>) {
    var lines = WorkLines(title: title, since: since, stopwatch: stopwatch, send: send)
    while !Readiness.wait(ending.descriptor, milliseconds: lines.nextChange)[0] { lines.draw() }
  }

  private func moveRow(_ title: Message, _ since: Double?, until ending: Mailbox<Void>) {
    var spinner = Spinner(
      title: title.neutralised, since: since, isASCII: isASCII,
      columns: ScreenSize(of: descriptor).columns - Self.room, stopwatch: stopwatch,
      send: { text in
        // First, so that no row is left if Ctrl-C comes right after it.
        Interruption.hasRow.store(true, ordering: .relaxed)
        send(text)
      })
    while !Readiness.wait(ending.descriptor, milliseconds: spinner.nextChange)[0] { spinner.draw() }
    spinner.erase()
    Interruption.hasRow.store(false, ordering: .relaxed)
  }

  private func send(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
  }
}
