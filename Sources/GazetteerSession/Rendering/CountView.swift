import GazetteerIndex

/// How many places there are.
package struct CountView: Equatable, Sendable {
  package let total: Int
}

extension CountView: Presentable {
  static let fields: [Content.Field] = [.init("count", "how many places")]

  var content: Content? {
    var record = Record()
    record.add("count", .integer(total))
    return Content(fields: CountView.fields, record)
  }

  var page: Page { Page([.line(Numeral.places(total))]) }
}
