import GazetteerIndex

/// The options of a command that set the fields of a favorite: one input, read as a list of changes.
struct FavoriteOptions: Input {
  /// The options of one field. How its value is read follows from the kind of the field.
  private struct FieldOption: Sendable {
    let field: FavoriteField
    /// The option that sets the field: `--rating 1-5`.
    let name: String
    let placeholder: String
    var help: String
    /// The help of a command that can remove the value too, if it differs.
    var editingHelp: String?
    /// The option that removes values, if there is one.
    var removal: (name: String, help: String)?
    /// Whether only `edit-favorite` has it.
    var isForEditing = false
  }

  /// In the order of the help.
  private static let all = [
    FieldOption(field: .name, name: "name", placeholder: "TEXT", help: "Its name.", isForEditing: true),
    FieldOption(field: .position, name: "at", placeholder: "LAT,LON", help: "Where it is.", isForEditing: true),
    FieldOption(
      field: .categories, name: "category", placeholder: "C", help: "Its new categories, instead of the old ones.",
      isForEditing: true),
    FieldOption(
      field: .lists, name: "list", placeholder: "L", help: "Put it on this list; give it again for more lists.",
      removal: ("no-list", "Remove it from this list.")),
    FieldOption(
      field: .tags, name: "tag", placeholder: "T", help: "Give it this tag; give it again for more tags.",
      removal: ("no-tag", "Remove this tag.")),
    FieldOption(
      field: .rating, name: "rating", placeholder: "1-5", help: "Your rating in stars.",
      editingHelp: "Your rating in stars; 0 or none removes it."),
    FieldOption(field: .note, name: "note", placeholder: "TEXT", help: "Your note about it."),
    FieldOption(
      field: .visited, name: "visited", placeholder: "DATE", help: "The day of your last visit, such as 2026-01-31.",
      editingHelp: "The day of your last visit, such as 2026-01-31, or none."),
    FieldOption(
      field: .station, name: "station", placeholder: "DATASET:ID",
      help: "The station it belongs to; also a number of the last list.",
      removal: ("no-station", "Remove its station.")),
  ]

  /// The options of commands that add favorites.
  static let forAdding = FavoriteOptions(
    inputs: all.filter { !$0.isForEditing }.map { setting($0, canRemove: false) })
  /// The options of `edit-favorite`, which can also remove values.
  static let forEditing = FavoriteOptions(
    inputs: all.flatMap { [setting($0, canRemove: true)] + (removal($0).map { [$0] } ?? []) })

  /// What was typed for these options.
  struct Given {
    fileprivate typealias Change = (Session) throws -> FieldChange
    fileprivate let changes: [Change]

    var isEmpty: Bool { changes.isEmpty }

    /// The changes that the options mean in a session, which knows the names of lists and the places.
    func changes(in session: Session) throws -> [FieldChange] { try changes.map { try $0(session) } }
  }

  private typealias FieldInput = (description: InputDescription, read: Reader)
  private typealias Reader = @Sendable (inout Arguments) throws -> Given.Change?

  private let inputs: [FieldInput]

  var descriptions: [InputDescription] { inputs.map(\.description) }

  func read(from arguments: inout Arguments) throws -> Given {
    Given(changes: try inputs.compactMap { try $0.read(&arguments) })
  }

  /// The option that sets a field.
  private static func setting(_ option: FieldOption, canRemove: Bool) -> FieldInput {
    var option = option
    if canRemove, let help = option.editingHelp { option.help = help }
    let field = option.field
    switch field.kind {
    case .name:
      return single(option, as: FavoriteName.self) { FieldChange(field, .set(.text($0.text))) }
    case .texts:
      return repeated(option, completes: .category()) { names, _ in
        FieldChange(field, .set(.texts(names.map(\.text))))
      }
    case .labels:
      guard let kind = LabelKind(rawValue: field.word) else { break }
      return repeated(option, completes: .label(kind)) { names, session in
        FieldChange(field, .add(session.favorites.labels.spelled(names, kind)))
      }
    case .stars:
      guard canRemove else {
        return single(option, as: OwnRating.self) { FieldChange(field, .set(.stars($0.stars))) }
      }
      return single(option, as: StarsOrNone.self) { FieldChange(field, to: $0.value.map { .stars($0.stars) }) }
    case .day:
      guard canRemove else { return single(option, as: CalendarDay.self) { FieldChange(field, .set(.day($0))) } }
      return single(option, as: OrNone<CalendarDay>.self) { FieldChange(field, to: $0.value.map { .day($0) }) }
    case .station:
      return single(option, as: PlaceReference.self) { reference, session in
        FieldChange(field, .set(.station(try session.station(reference))))
      }
    case .position:
      return single(option, as: PointReference.self) { reference, session in
        FieldChange(field, .set(.position(try session.point(reference))))
      }
    default: break
    }
    return single(option, as: NoteText.self) { FieldChange(field, to: $0.text.isEmpty ? nil : .text($0.text)) }
  }

  /// The option that removes values of a field; nil if it has none.
  private static func removal(_ option: FieldOption) -> FieldInput? {
    guard let (name, help) = option.removal else { return nil }
    let field = option.field
    guard let kind = LabelKind(rawValue: field.word) else {
      let flag = Flag(name, help)
      return (flag.description, { flag.read(from: &$0) ? { _ in FieldChange(field, .remove) } : nil })
    }
    let option = FieldOption(field: field, name: name, placeholder: option.placeholder, help: help)
    return repeated(option, completes: .label(kind)) { names, session in
      FieldChange(field, .takeAway(try session.favorites.labels.named(names, kind)))
    }
  }

  private static func single<Value: Readable>(
    _ option: FieldOption, as type: Value.Type,
    change: @escaping @Sendable (Value, Session) throws -> FieldChange
  ) -> FieldInput {
    let isText = [.name, .note].contains(option.field)
    let input = Option<Value>(option.name, option.placeholder, option.help, isText: isText)
    return (
      input.description,
      { arguments in try input.read(from: &arguments).map { value in { try change(value, $0) } } }
    )
  }

  private static func single<Value: Readable>(
    _ option: FieldOption, as type: Value.Type, change: @escaping @Sendable (Value) -> FieldChange
  ) -> FieldInput {
    single(option, as: type) { value, _ in change(value) }
  }

  private static func repeated(
    _ option: FieldOption, completes: Completes,
    change: @escaping @Sendable ([LabelName], Session) throws -> FieldChange
  ) -> FieldInput {
    let input = RepeatedOption<LabelName>(option.name, option.placeholder, option.help, completes: completes)
    return (
      input.description,
      { arguments in
        let names = try input.read(from: &arguments)
        return names.isEmpty ? nil : { try change(names, $0) }
      }
    )
  }
}
