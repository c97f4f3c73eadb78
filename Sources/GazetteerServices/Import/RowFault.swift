import GazetteerIndex

/// Why a record is not a place.
enum RowFault: Equatable {
  case noName
  case notARecord
  case notANumber(Untrusted)
  case repeatedID(Untrusted)
  case malformed(Message)

  var message: Message {
    switch self {
    case .noName: "no name"
    case .notARecord: "not a record"
    case .notANumber(let text): "a position that is no number: \"\(text)\""
    case .repeatedID(let id): "the id \"\(id)\" of a place before it"
    case .malformed(let reason): reason
    }
  }
}
