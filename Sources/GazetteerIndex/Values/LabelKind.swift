/// The kinds of labels that the user gives to favorites.
package enum LabelKind: String, Sendable {
  case list, tag
}
