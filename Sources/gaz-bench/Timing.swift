import Glibc

/// Runs `work` once and returns its result and the nanoseconds that it took.
func timed<Result>(_ work: () throws -> Result) rethrows -> (result: Result, nanoseconds: Int) {
  let start = now()
  let result = try work()
  return (result, now() - start)
}

/// Nanoseconds since some moment.
func now() -> Int {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}
