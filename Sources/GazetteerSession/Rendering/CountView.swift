import GazetteerIndex

/// How many places there are.
package struct CountView: Equatable, Sendable {
  package let total: Total
}

extension CountView: Presentable {
  static let fields: [Content.Field] = [
    .init("count", "how many places"), .init("total_is_exact", "false if there may be more, else absent"),
  ]

  var content: Content? {
    var record = Record()
    record.add("count", .integer(total.count))
    record.add("total_is_exact", total.isExact ? nil : .flag(false))
    return Content(fields: CountView.fields, record)
  }

  var isEmptyList: Bool { total.count == 0 }

  var page: Page { Page([.line(Numeral.places(total))]) }
}
