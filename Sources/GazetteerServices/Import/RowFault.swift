import GazetteerIndex

extension Message {
  /// What is said of the rows of a table that are kept although cells are missing; nil if there are none.
  static func shortRows(_ count: Int) -> Message? {
    count == 0
      ? nil : "\(Message.counts([(count, "row")])) with fewer cells than the first row; the missing ones are empty"
  }
}

/// Why a record is not a place.
enum RowFault: Equatable {
  case noName
  case noPosition
  case notARecord
  case notANumber(Untrusted)
  case repeatedID(SourceID)
  case tooManyValues
  case tooLong
  case malformed(Message)

  var message: Message {
    switch self {
    case .noName: "no name"
    case .noPosition: "no position"
    case .notARecord: "not a record"
    case .notANumber(let text): "a position that is not a number: \"\(text)\""
    case .repeatedID(.number(let id)): "an earlier place has the same id \"\(id)\""
    case .repeatedID(.text(let id)): "an earlier place has the same id \"\(Untrusted(id).beginning)\""
    case .tooManyValues: "the record has more than \(RecordSize.mostValues) values"
    case .tooLong: "the record is longer than \(RecordSize.mostBytes >> 20) MB"
    case .malformed(let reason): reason
    }
  }
}
