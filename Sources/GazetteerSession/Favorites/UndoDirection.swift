/// Whether changes are undone or redone.
package enum UndoDirection: Sendable {
  case back, forth
}
