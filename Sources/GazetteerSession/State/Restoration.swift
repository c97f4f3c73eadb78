import GazetteerIndex

/// A state that is being restored: some of its datasets are still being opened.
struct Restoration: Equatable, Sendable {
  var target: SessionState
  /// The state when the restoration began. Everything that differs from it later was changed by the user, and is kept.
  var start: SessionState
  /// The datasets that it waits for.
  var awaited: Set<String>
  /// Whether to say what became of a list whose places may be missing.
  let saysWhat: Bool
}
