import GazetteerIndex

/// Why a text is not the XML that was expected, and where.
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
    /// An element that is read as a whole has too many others in it.
    case tooManyElements
    /// It is XML, but not of the form that is built on it.
    case form(Message)
    case noLibrary
    /// Nobody waits for the text any more.
    case cancelled
  }

  package var message: Message {
    switch fault {
    case .malformed(let words): "\(own: words)"
    case .doctype: "a document type declaration (<!DOCTYPE), which is not read for safety's sake"
    case .tooDeep: "elements stand more than \(XMLReader.depthLimit) deep in each other"
    case .stringTooLong: "a text or a tag is longer than \(XMLReader.stringLimit) bytes"
    case .tooManyElements: "more than \(XMLReader.elementLimit) elements and texts in one place's"
    case .form(let reason): reason
    case .noLibrary: "libexpat cannot be opened (Debian's package: libexpat1)"
    case .cancelled: "it was cancelled"
    }
  }
}
