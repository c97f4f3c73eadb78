import GazetteerIndex

extension Command {
  static let select = Command(
    "select", "Select a place: only this place is shown, and '.' refers to it. The numbers of the list stay valid.",
    takes: Inputs(CommonInput.place),
    family: .find, synonyms: ["pick", "goto", "go", "cd", "choose"],
    examples: [.after("search munich", "select 1"), "select world:2988507"]
  ) { session, _, reference in
    let place = try session.place(reference)
    let number = session.filtered.firstIndex(of: place.id).map { $0 + 1 }
    let view = PickView(
      place: place, number: number, isChecked: session.isChecked(place.id),
      isFavorite: session.favorite(place.id) != nil)
    return Reply(view, events: [.picked(place.id)])
  }
}
