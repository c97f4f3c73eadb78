import GazetteerIndex
import Glibc

/// Shows on the terminal of a script that a job takes time. The job has the caller's thread, so the row has its own.
struct WorkRow: Sendable {
  private let descriptor: Int32
  private let isASCII: Bool
  private let stopwatch: @Sendable () -> Double

  /// What a terminal shows for Ctrl-C after the row: `^C`. The row leaves room for it, or it would be in the next row.
  private static let room = 2

  /// nil if no terminal is there to show it.
  init?(on descriptor: Int32, isASCII: Bool, stopwatch: @escaping @Sendable () -> Double) {
    guard isatty(descriptor) == 1 else { return nil }
    (self.descriptor, self.isASCII, self.stopwatch) = (descriptor, isASCII, stopwatch)
  }

  /// Shows the row until what this returns is called.
  func show(_ title: Message, since: Double?) -> () -> Void {
    let (ending, ended) = (Mailbox<Void>(), Mailbox<Void>())
    guard ending.descriptor >= 0, ended.descriptor >= 0 else { return {} }
    Worker.run {
      var spinner = Spinner(
        title: title.neutralised, since: since, isASCII: isASCII,
        columns: ScreenSize(of: descriptor).columns - Self.room,
        stopwatch: stopwatch,
        send: { text in
          // First, so that no row is left if Ctrl-C comes right after it.
          Interruption.hasRow.store(true, ordering: .relaxed)
          _ = Array(text.utf8).withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        })
      while !Readiness.wait(ending.descriptor, milliseconds: spinner.nextChange)[0] { spinner.draw() }
      spinner.erase()
      Interruption.hasRow.store(false, ordering: .relaxed)
      ended.post(())
    }
    return {
      ending.post(())
      _ = Readiness.wait(ended.descriptor)
    }
  }
}
