import GazetteerIndex

/// The place that was picked, in one line.
package struct PickView: Equatable, Sendable {
  package let place: Place
  /// Its number in the last list; nil if it is not in it.
  package let number: Int?
  package let isChecked: Bool
  package let isFavorite: Bool
}

extension PickView: Presentable {
  var content: Content? {
    var record = Record()
    record.add("n", number.map { .integer($0) })
    record.add("id", place.id.id.datum)
    record.add("dataset", .own(place.id.dataset))
    record.add(contentsOf: place)
    record.add("checked", isChecked ? .flag(true) : nil)
    record.add("favorite", isFavorite ? .flag(true) : nil)
    return Content("places", total: 1, fields: PlacesView.fields, count: 1) { _ in record }
  }

  var page: Page {
    let line = place.title.neutralised + (place.coordinate.map { " (\($0.word))" } ?? "")
    return Page([isFavorite ? .marked(Style.heart, line) : .line(line)])
  }
}
