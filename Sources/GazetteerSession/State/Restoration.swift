import GazetteerIndex

/// A state that is being restored: some of its datasets are still being opened.
struct Restoration: Equatable, Sendable {
  /// The saved state, without a list that the user has left since.
  var target: SessionState
  /// The state when the restoration began, but in use is what was used later without being chosen by `use`. Everything
  /// that differs from it was changed by the user, and is kept.
  var start: SessionState
  /// Datasets that the user has opened since: they are in use at the end, unless `use` says otherwise.
  var named: [String] = []
  /// Sources of a saved session that cannot be opened now, such as a file that is not there.
  var missing: [SessionState.Source] = []
  /// The datasets that it waits for.
  var awaited: Set<String>
  /// Whether to say what became of a list whose places may be missing.
  let saysWhat: Bool
}
