import GazetteerIndex
import GazetteerServices
import Synchronization

/// Reads a file until its places are in columns, and stops before they are indexed.
final class ColumnsBench: Sendable {
  private let progress = DatasetProgress()
  /// When the columns were there; 0 before.
  private let end = Atomic(0)

  /// Times it; the result is the number of records.
  static func read(_ source: Source) throws -> (result: Int, nanoseconds: Int) {
    guard let path = source.path else { throw Fault.noFile }
    let bench = ColumnsBench()
    let start = now()
    do throws(ImportError) {
      // Indexing begins when the columns are there. It asks at once whether it is cancelled.
      _ = try openDataset(
        at: path, named: "bench", cancellation: Cancellation(orWhen: bench.hasColumns), progress: bench.progress)
    } catch {
      guard case .cancelled = error else { throw error }
    }
    return (bench.progress.sample.records, bench.end.load(ordering: .relaxed) - start)
  }

  @Sendable private func hasColumns() -> Bool {
    guard progress.sample.phase == .indexing else { return false }
    _ = end.compareExchange(expected: 0, desired: now(), ordering: .relaxed)
    return true
  }
}
