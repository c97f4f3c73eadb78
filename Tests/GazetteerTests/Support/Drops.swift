import Synchronization

/// Which answers are lost: 30 of 100, at random, but always the same ones.
final class Drops: Sendable {
  private let state: Mutex<(random: SplitMix, count: Int)>

  init(seed: UInt64) { state = Mutex((SplitMix(state: seed), 0)) }

  /// How many were lost.
  var count: Int { state.withLock { $0.count } }

  func next() -> Bool {
    state.withLock { state in
      let isLost = Int.random(in: 0..<100, using: &state.random) < 30
      if isLost { state.count += 1 }
      return isLost
    }
  }
}
