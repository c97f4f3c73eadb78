import Glibc

/// Runs two functions at the same time, the second on a new thread, and waits for both.
///
/// They must not write to the same memory. If no thread can be created, they run one after the other.
func concurrently(
  _ first: () throws(Cancelled) -> Void, _ second: () throws(Cancelled) -> Void
) throws(Cancelled) {
  let failures = withoutActuallyEscaping(second) { second -> (first: Cancelled?, second: Cancelled?) in
    let work = Job(second)
    let job = Unmanaged.passRetained(work)
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { job in
        guard let job else { return nil }
        Unmanaged<Job>.fromOpaque(job).takeUnretainedValue().run()
        return nil
      }, job.toOpaque())
    let failureOfFirst = Job.failure(of: first)
    if failure == 0 { pthread_join(thread, nil) } else { work.run() }
    job.release()
    return (failureOfFirst, work.failure)
  }
  if let failure = failures.first ?? failures.second { throw failure }
}

/// The same, but one after the other if there are too few rows for a thread to be worth while.
func concurrently(
  rows: Int, _ first: () throws(Cancelled) -> Void, _ second: () throws(Cancelled) -> Void
) throws(Cancelled) {
  if rows >= 1 << 18 { return try concurrently(first, second) }
  try first()
  try second()
}

/// Runs two functions at the same time, the second on a new thread, and returns both results.
///
/// They must not write to the same memory. If no thread can be created, they run one after the other.
package func results<First, Second>(of first: () -> First, and second: () -> Second) -> (First, Second) {
  var one: First?
  var other: Second?
  try? concurrently({ one = first() }, { other = second() })
  guard let one, let other else { preconditionFailure("both have run") }
  return (one, other)
}

private final class Job {
  private let work: () throws(Cancelled) -> Void
  private(set) var failure: Cancelled?

  init(_ work: @escaping () throws(Cancelled) -> Void) { self.work = work }

  func run() { failure = Self.failure(of: work) }

  static func failure(of work: () throws(Cancelled) -> Void) -> Cancelled? {
    do throws(Cancelled) {
      try work()
      return nil
    } catch {
      return error
    }
  }
}
