import GazetteerIndex
import Glibc
import Synchronization

/// Makes ids for favorites. Each is greater than the one before, even if the clock goes back.
final class FavoriteIDs: Sendable {
  private struct Last {
    var milliseconds: Int64 = 0
    var counter: UInt16 = 0
  }

  private let last = Mutex(Last())
  private let milliseconds: @Sendable () -> Int64
  private let random: @Sendable () -> UInt64

  init(milliseconds: @escaping @Sendable () -> Int64, random: @escaping @Sendable () -> UInt64) {
    self.milliseconds = milliseconds
    self.random = random
  }

  /// The ids of this process, from the system's clock and randomness.
  static var process: FavoriteIDs {
    FavoriteIDs(
      milliseconds: {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        return Int64(now.tv_sec) * 1000 + Int64(now.tv_nsec) / 1_000_000
      }, random: { UInt64.random(in: 0...UInt64.max) })
  }

  @Sendable func next() -> FavoriteID {
    let now = milliseconds()
    let used = last.withLock { last in
      if now > last.milliseconds {
        last = Last(milliseconds: now)
      } else if last.counter == 0x0FFF {
        last = Last(milliseconds: last.milliseconds + 1)
      } else {
        last.counter += 1
      }
      return last
    }
    return FavoriteID(milliseconds: used.milliseconds, counter: used.counter, random: random())
  }
}
