import GazetteerIndex

/// What lines are taken for.
package enum Mode: Equatable, Sendable {
  case commands
  /// Inside `edit-categories`: the categories that are to be the selected ones once it is done, in ascending order.
  case editingCategories(draft: [Untrusted])
}

extension Session {
  /// The commands that are in force.
  package var commandTable: CommandTable {
    switch mode {
    case .commands: .standard
    case .editingCategories: .editingCategories
    }
  }

  /// What the prompt is called, before its `> `.
  package var promptName: String {
    switch mode {
    case .commands: "gaz"
    case .editingCategories: "categories"
    }
  }

  /// What `edit-categories` would select; nil outside it.
  package var draft: [Untrusted]? {
    if case .editingCategories(let draft) = mode { draft } else { nil }
  }
}
