import Synchronization

/// The progress of making a dataset. The thread that makes it writes, any thread reads.
package final class DatasetProgress: Sendable {
  package enum Phase: Int, Sendable {
    case waiting, reading, parsing, indexing
  }

  /// A recent state. Its values may be from slightly different moments.
  package struct Sample: Equatable, Sendable {
    package var phase = Phase.waiting
    /// Bytes, or steps of indexing.
    package var done = 0
    /// How many there are in all; 0 if unknown.
    package var total = 0
    /// Records parsed so far.
    package var records = 0

    package init() {}
  }

  private let phase = Atomic(Phase.waiting.rawValue)
  private let done = Atomic(0)
  private let total = Atomic(0)
  private let records = Atomic(0)

  package init() {}

  /// Begins a phase of `total` bytes or steps; 0 if their number is unknown.
  package func enter(_ phase: Phase, of total: Int) {
    done.store(0, ordering: .relaxed)
    self.total.store(total, ordering: .relaxed)
    self.phase.store(phase.rawValue, ordering: .relaxed)
  }

  package func reach(_ done: Int, of total: Int) {
    self.total.store(total, ordering: .relaxed)
    reach(done)
  }

  package func reach(_ done: Int) { self.done.store(done, ordering: .relaxed) }
  package func count(_ records: Int) { self.records.store(records, ordering: .relaxed) }
  func step() { done.wrappingAdd(1, ordering: .relaxed) }

  package var sample: Sample {
    var sample = Sample()
    sample.phase = Phase(rawValue: phase.load(ordering: .relaxed)) ?? .waiting
    sample.done = done.load(ordering: .relaxed)
    sample.total = total.load(ordering: .relaxed)
    sample.records = records.load(ordering: .relaxed)
    return sample
  }
}
