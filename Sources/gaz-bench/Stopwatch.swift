import Glibc

/// Does something once, and says how many nanoseconds it took.
func timed<Result>(_ work: () throws -> Result) rethrows -> (result: Result, nanoseconds: Int) {
  let start = now()
  let result = try work()
  return (result, now() - start)
}

private func now() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
