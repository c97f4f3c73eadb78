import GazetteerIndex
import GazetteerSession

/// A dataset on its way: what was asked for, and all that it takes to make it.
package struct Opening: Sendable {
  package let request: OpenRequest
  /// The path to read; `-` for the standard input.
  let path: Untrusted
  let cancellation: Cancellation
  let stopwatch: @Sendable () -> Double
  let world: @Sendable () -> Dataset?

  init(_ request: OpenRequest, in environment: Environment, cancellation: Cancellation = Cancellation()) {
    self.request = request
    self.cancellation = cancellation
    path = environment.path(request.source)
    stopwatch = environment.stopwatch
    world = environment.world
  }

  /// The dataset, or why there is none. Takes its time.
  package func dataset() -> Result<Dataset, Failure> {
    if request.source.text == Session.world { return builtIn }
    return .failure(Failure("\(request.source): cannot be opened", code: .dataNotLoaded))
  }

  private var builtIn: Result<Dataset, Failure> {
    guard let world = world() else {
      return .failure(
        Failure(
          "the world is not in this program", why: "it was built without its data",
          try: "Scripts/setup, and build again",
          code: .dataNotLoaded))
    }
    return .success(world)
  }
}
