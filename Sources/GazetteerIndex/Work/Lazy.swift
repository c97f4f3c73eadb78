/// A value that is made once, when a thread first needs it. Copies of this share the value.
///
/// Before that, nothing of the type `Value` is in memory: a dataset has many such values, and a short run needs few.
package struct Lazy<Value: Sendable>: Sendable {
  private let state = Monitor(LazyState.absent)

  package init() {}

  /// The value. The first caller makes it. Other callers wait for it, or until their own `cancellation` is cancelled.
  /// If the first caller is cancelled, one of those that wait makes the value.
  package func callAsFunction(
    _ cancellation: Cancellation = Cancellation(), _ make: (Cancellation) throws(Cancelled) -> Value
  ) throws(Cancelled) -> Value {
    if let value = madeValue { return value }
    let made = try state.wait(cancellation) { state -> Made<Value>?? in
      switch state {
      case .made(let box): return .some(Self.made(box))
      case .beingMade: return nil
      case .absent:
        state = .beingMade
        return .some(nil)
      }
    }
    if let made { return made.value }
    do throws(Cancelled) {
      let value = try make(cancellation)
      state.change { $0 = .made(Made(value)) }
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
    let box: AnyObject? = state.read { state in
      if case .made(let box) = state { box } else { nil }
    }
    return box.map { Self.made($0).value }
  }

  /// Whether both are copies of one.
  package func isShared(with other: Lazy) -> Bool { state === other.state }

  private static func made(_ box: AnyObject) -> Made<Value> { unsafeDowncast(box, to: Made<Value>.self) }
}

/// The state of a lazy value of any type.
private enum LazyState: Sendable {
  case absent
  case beingMade
  /// A `Made` of the type of the value.
  case made(any AnyObject & Sendable)
}

private final class Made<Value: Sendable>: Sendable {
  let value: Value

  init(_ value: Value) { self.value = value }
}
