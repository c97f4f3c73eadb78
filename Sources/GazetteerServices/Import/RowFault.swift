import GazetteerIndex

/// Why a record is not a place.
enum RowFault: Equatable {
  case noName
  case noPosition
  case notARecord
  case notANumber(Untrusted)
  case repeatedID(SourceID)
  case malformed(Message)

  var message: Message {
    switch self {
    case .noName: "no name"
    case .noPosition: "no position"
    case .notARecord: "not a record"
    case .notANumber(let text): "a position that is no number: \"\(text)\""
    case .repeatedID(.number(let id)): "the id \"\(id)\" of a place before it"
    case .repeatedID(.text(let id)): "the id \"\(Untrusted(id).beginning)\" of a place before it"
    case .malformed(let reason): reason
    }
  }
}
