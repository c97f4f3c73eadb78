import GazetteerIndex

/// What `undo` takes back, step by step.
package struct Steps: Equatable, Sendable {
  /// What one command changed.
  package struct Step: Equatable, Sendable {
    /// The command, as `undo` calls it.
    package let title: Untrusted
    /// The number of the edit of favorites that stands for it now: the command's own, or the one that took it back.
    package var edit: Int64?
    package var change: SessionChange?

    package init(_ title: Untrusted, edit: Int64? = nil, change: SessionChange? = nil) {
      self.title = title
      self.edit = edit
      self.change = change
    }
  }

  /// No more steps than this are remembered.
  package static let most = 100

  /// What can be taken back, the newest last.
  package private(set) var done: [Step] = []
  /// What was taken back and can be done again, the next one last.
  package private(set) var undone: [Step] = []
  /// The number of the newest edit of favorites that is among the steps, or was.
  package private(set) var lastEdit: Int64 = 0
  /// The state at the end of the last command.
  var settled = SessionState()
  /// Whether the newest step was made since.
  private var isGrowing = false

  package init(done: [Step] = [], undone: [Step] = [], lastEdit: Int64 = 0) {
    self.done = done
    self.undone = undone
    self.lastEdit = lastEdit
  }

  /// The steps that can be taken in a direction, the next one last.
  package subscript(direction: UndoDirection) -> [Step] { direction == .back ? done : undone }

  /// A command has ended, with this state.
  mutating func settle(_ state: SessionState, _ title: Untrusted) {
    defer { (settled, isGrowing) = (state, false) }
    guard let change = SessionChange(from: settled, to: state) else { return }
    if isGrowing, let last = done.indices.last, done[last].change == nil {
      done[last].change = change
    } else {
      add(Step(title, change: change))
    }
  }

  /// An edit of favorites was kept that takes nothing back.
  mutating func add(_ kept: KeptEdit) {
    add(Step(kept.edit.title, edit: kept.number))
    isGrowing = true
  }

  private mutating func add(_ step: Step) {
    done.append(step)
    if done.count > Steps.most { done.removeFirst(done.count - Steps.most) }
    undone = []
  }

  /// Lets the last step that can be taken back stay as it is.
  mutating func skip() { _ = done.popLast() }

  /// Remembers the number of an edit, if it is the newest.
  mutating func remember(_ edit: Int64) { lastEdit = max(lastEdit, edit) }

  /// Takes the next step in a direction, and says what it changes; nil where there is none.
  ///
  /// - Parameter edit: the edit of favorites by which it is taken.
  mutating func take(_ direction: UndoDirection, by edit: Int64? = nil) -> Step? {
    guard var step = direction == .back ? done.popLast() : undone.popLast() else { return nil }
    step.edit = edit
    if direction == .back { undone.append(step) } else { done.append(step) }
    return step
  }
}

/// All that a prompt leaves to the next one.
package struct SessionRecord: Equatable, Sendable {
  package var state: SessionState
  package var steps: Steps
  /// What the edits of favorites by that prompt are known by.
  package var author: String
  /// Whether an edit of favorites was about to be kept: then there may be one that the steps do not know.
  package var isKeeping: Bool

  package init(
    _ state: SessionState = SessionState(), steps: Steps = Steps(), author: String = "", isKeeping: Bool = false
  ) {
    self.state = state
    self.steps = steps
    self.author = author
    self.isKeeping = isKeeping
  }
}
