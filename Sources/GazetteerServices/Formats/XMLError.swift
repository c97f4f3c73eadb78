import GazetteerIndex

/// Why a text is not the expected XML, and where.
package struct XMLError: Error, Hashable, Sendable {
  /// Both count from 1; the column counts characters.
  package let line: Int
  package let column: Int
  package let fault: Fault

  package enum Fault: Hashable, Sendable {
    /// In the words of libexpat.
    case malformed(String)
    case doctype
    case tooDeep
    case stringTooLong
    /// An element that is read as a whole contains too many elements, or too much text.
    case tooManyElements
    case elementTooLong
    /// It is XML, but not what the format requires.
    case form(Message)
    case noLibrary
    case cancelled
  }

  package var message: Message {
    switch fault {
    case .malformed(let words): "\(own: words)"
    case .doctype: "a document type declaration (<!DOCTYPE), which is refused because it can be harmful"
    case .tooDeep: "elements are nested more than \(XMLReader.depthLimit) deep"
    case .stringTooLong: "a text or a tag is longer than \(XMLReader.stringLimit) bytes"
    case .tooManyElements: "one place has more than \(XMLReader.elementLimit) elements, attributes and texts"
    case .elementTooLong: "one place has more than \(XMLReader.elementBytes >> 20) MB of text"
    case .form(let reason): reason
    case .noLibrary: "libexpat cannot be loaded (Debian's package: libexpat1)"
    case .cancelled: "it was cancelled"
    }
  }
}
