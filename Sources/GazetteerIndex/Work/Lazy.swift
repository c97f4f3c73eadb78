/// A value that is made once, when a thread first needs it.
package final class Lazy<Value: Sendable>: Sendable {
  private enum State {
    case absent
    case beingMade
    case made(Value)
  }

  private let state = Monitor(State.absent)

  package init() {}

  /// The value. The first caller makes it. Other callers wait for it, or until their own `cancellation` is cancelled.
  /// If the first caller is cancelled, one of those that wait makes the value.
  package func callAsFunction(
    _ cancellation: Cancellation = Cancellation(), _ make: (Cancellation) throws(Cancelled) -> Value
  ) throws(Cancelled) -> Value {
    if let value = madeValue { return value }
    let made = try state.wait(cancellation) { state -> Value?? in
      switch state {
      case .made(let value): return .some(value)
      case .beingMade: return nil
      case .absent:
        state = .beingMade
        return .some(nil)
      }
    }
    if let made { return made }
    do throws(Cancelled) {
      let value = try make(cancellation)
      state.change { $0 = .made(value) }
      return value
    } catch {
      state.change { $0 = .absent }
      throw error
    }
  }

  /// The value, without cancellation.
  package func callAsFunction(_ make: () -> Value) -> Value {
    if let value = madeValue { return value }
    return uncancelled { cancellation throws(Cancelled) in try self(cancellation) { _ in make() } }
  }

  /// The value, if it was made already.
  package var madeValue: Value? {
    state.read { state in
      if case .made(let value) = state { value } else { nil }
    }
  }
}
