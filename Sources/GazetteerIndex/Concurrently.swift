import Glibc

/// Runs two pieces of work at the same time, the second on a thread of its own, and waits for both.
///
/// They must not write to the same memory. Where no thread can be had, one runs after the other.
func concurrently(_ first: () -> Void, _ second: () -> Void) {
  withoutActuallyEscaping(second) { second in
    let job = Unmanaged.passRetained(Job(second))
    var thread = pthread_t()
    let failure = pthread_create(
      &thread, nil,
      { job in
        guard let job else { return nil }
        Unmanaged<Job>.fromOpaque(job).takeUnretainedValue().work()
        return nil
      }, job.toOpaque())
    first()
    if failure == 0 { pthread_join(thread, nil) } else { second() }
    job.release()
  }
}

private final class Job {
  let work: () -> Void
  init(_ work: @escaping () -> Void) { self.work = work }
}
