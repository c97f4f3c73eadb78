import GazetteerIndex

/// The settings that a command changed, each list in the order in which it is applied.
struct SettingChanges: Equatable, Sendable {
  var before: [Setting.Change] = []
  var after: [Setting.Change] = []
}

/// The history of changes for `undo` and `redo`.
package struct Steps: Equatable, Sendable {
  /// What one command changed.
  package struct Step: Equatable, Sendable {
    /// The command, as `undo` shows it.
    package let title: Untrusted
    /// The number of the command's edit of the favorites, or of the edit that undid or redid it last.
    package var edit: Int64?
    package var change: SessionChange?
    /// If the step cannot be undone, because it is at a service: what to do instead. Such a step is not saved.
    package var instead: Untrusted?

    package init(_ title: Untrusted, edit: Int64? = nil, change: SessionChange? = nil) {
      self.title = title
      self.edit = edit
      self.change = change
    }
  }

  /// The largest number of steps.
  package static let most = 100

  /// The steps that can be undone, the newest last.
  package private(set) var done: [Step] = []
  /// The steps that can be redone, the next one last.
  package private(set) var undone: [Step] = []
  /// The number of the newest edit of the favorites that is or was among the steps.
  package private(set) var lastEdit: Int64 = 0
  /// The state at the end of the last command.
  var settled = SessionState()
  /// The settings changed since then, before and after.
  private var settings = SettingChanges()
  /// Whether the newest step was added after `settled`.
  private var isGrowing = false

  package init(done: [Step] = [], undone: [Step] = [], lastEdit: Int64 = 0) {
    self.done = done
    self.undone = undone
    self.lastEdit = lastEdit
  }

  /// The steps that can be undone or redone, the next one last.
  package subscript(direction: UndoDirection) -> [Step] { direction == .back ? done : undone }

  /// Adds a step if the command that has ended changed something.
  mutating func settle(_ state: SessionState, _ title: Untrusted) {
    defer { (settled, settings, isGrowing) = (state, SettingChanges(), false) }
    guard let change = SessionChange(from: settled, to: state, settings) else { return }
    if isGrowing, let last = done.indices.last, done[last].change == nil {
      if done[last].instead == nil { done[last].change = change }
    } else {
      add(Step(title, change: change))
    }
  }

  /// Adds the change of a setting to the step of the command that is running.
  mutating func add(_ change: Setting.Change, from before: Preferences, to after: Preferences) {
    guard let setting = Setting.all.first(where: { $0.name == change.name }) else { return }
    let (old, new) = (setting.value(in: before), setting.value(in: after))
    guard old != new else { return }
    settings.before.insert(Setting.Change(setting.name, to: old == setting.defaultValue ? nil : old), at: 0)
    settings.after.append(change)
  }

  /// Adds a step for an edit of the favorites that is not an undo or a redo.
  mutating func add(_ kept: KeptEdit) {
    add(Step(kept.edit.title, edit: kept.number))
    isGrowing = true
  }

  /// Adds a step that cannot be undone, with what to do instead.
  mutating func add(_ title: Untrusted, instead: Untrusted) {
    var step = Step(title)
    step.instead = instead
    add(step)
    isGrowing = true
  }

  private mutating func add(_ step: Step) {
    done.append(step)
    if done.count > Steps.most { done.removeFirst(done.count - Steps.most) }
    undone = []
  }

  /// Drops the last step without undoing it.
  mutating func skip() { _ = done.popLast() }

  /// Remembers the number of an edit, if it is the newest.
  mutating func remember(_ edit: Int64) { lastEdit = max(lastEdit, edit) }

  /// Moves the next step to the other side and returns it; nil if there is none.
  ///
  /// - Parameter edit: the number of the edit of the favorites that undoes or redoes it.
  mutating func move(_ direction: UndoDirection, by edit: Int64? = nil) -> Step? {
    guard var step = direction == .back ? done.popLast() : undone.popLast() else { return nil }
    step.edit = edit
    if direction == .back { undone.append(step) } else { done.append(step) }
    return step
  }
}

/// Everything that a prompt saves for the next one.
package struct SessionRecord: Equatable, Sendable {
  package var state: SessionState
  package var steps: Steps
  /// The author of that prompt's edits of the favorites.
  package var author: String
  /// Whether an edit of the favorites was about to be saved. If so, there may be an edit that is not in the steps.
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
