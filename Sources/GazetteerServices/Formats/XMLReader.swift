import CExpat
import GazetteerIndex

/// Reads XML 1.0 with libexpat: tags and texts one after the other, in the encoding that the text declares.
///
///     while let event = try reader.next() { … }
///
/// Refuses dangerous content: a document type (so there are no entities to expand), elements nested deeper than
/// `depthLimit`, and texts and tags longer than `stringLimit`.
package final class XMLReader {
  package static let depthLimit = 128
  package static let namespaceLimit = 128
  /// In bytes.
  package static let stringLimit = 1 << 20
  /// The largest number of elements, attributes and texts in an element that is read as a whole.
  package static let elementLimit = 100_000
  /// The most bytes of their names and texts.
  package static let elementBytes = 1 << 24
  /// How many bytes to pass to libexpat at a time.
  private static let piece = 1 << 16

  package enum Event: Equatable {
    case start(XMLTag)
    case end
    /// All text between two tags.
    case text(Untrusted)
  }

  private let expat: gaz_expat
  private let parser: XML_Parser
  private let content: UnsafeBufferPointer<UInt8>
  private let cancellation: Cancellation
  /// How many bytes were passed to libexpat so far.
  package private(set) var offset = 0
  private var events: [Event] = []
  private var nextEvent = 0
  private var text: [UInt8] = []
  /// The namespaces declared in each of the open elements.
  private var namespaces: [[String: String]] = [[:]]
  private var error: XMLError?

  /// - Parameter content: must stay valid as long as it is read.
  package init(
    _ content: UnsafeBufferPointer<UInt8>, _ cancellation: Cancellation = Cancellation()
  ) throws(XMLError) {
    guard let expat = gaz_expat()?.pointee, let parser = expat.ParserCreate(nil) else {
      throw XMLError(line: 1, column: 1, fault: .noLibrary)
    }
    self.expat = expat
    self.parser = parser
    self.content = content
    self.cancellation = cancellation
    expat.SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    expat.SetElementHandler(
      parser,
      { reader, name, attributes in
        if let name, let attributes { XMLReader.from(reader)?.start(name, attributes) }
      }, { reader, _ in XMLReader.from(reader)?.end() })
    expat.SetCharacterDataHandler(parser) { reader, text, length in
      text?.withMemoryRebound(to: UInt8.self, capacity: Int(length)) {
        XMLReader.from(reader)?.add(UnsafeBufferPointer(start: $0, count: Int(length)))
      }
    }
    expat.SetStartDoctypeDeclHandler(parser) { reader, _, _, _, _ in XMLReader.from(reader)?.fail(.doctype) }
  }

  deinit { expat.ParserFree(parser) }

  /// The next event; nil at the end of the text.
  package func next() throws(XMLError) -> Event? {
    while nextEvent == events.count {
      events.removeAll(keepingCapacity: true)
      nextEvent = 0
      if let error { throw error }
      if offset == content.count && namespaces.isEmpty { return nil }
      try readPiece()
    }
    defer { nextEvent += 1 }
    return events[nextEvent]
  }

  /// The element whose start tag was the last event.
  package func element(_ tag: XMLTag) throws(XMLError) -> XMLElement {
    var size = ElementSize()
    return try element(tag, &size)
  }

  private func element(_ tag: XMLTag, _ size: inout ElementSize) throws(XMLError) -> XMLElement {
    var element = XMLElement(tag: tag)
    size.add(tag)
    while let event = try next() {
      if let fault = size.fault { throw XMLError(line: tag.line, column: tag.column, fault: fault) }
      switch event {
      case .start(let tag): element.nodes.append(.element(try self.element(tag, &size)))
      case .text(let text):
        size.add(text)
        element.nodes.append(.text(text))
      case .end: return element
      }
    }
    return element
  }

  /// How much of an element was read as a whole.
  private struct ElementSize {
    private var parts = 0
    private var bytes = 0

    mutating func add(_ tag: XMLTag) {
      parts += 1 + tag.attributes.count
      // A tag that declares namespaces has a table of all that are in scope.
      if tag.attributes.contains(where: { $0.name.hasPrefix("xmlns") }) { parts += tag.namespaces.count }
      bytes += tag.attributes.reduce(tag.name.utf8.count) { $0 + $1.name.utf8.count + $1.value.bytes.count }
    }

    mutating func add(_ text: Untrusted) {
      parts += 1
      bytes += text.bytes.count
    }

    var fault: XMLError.Fault? {
      if parts > XMLReader.elementLimit { return .tooManyElements }
      return bytes > XMLReader.elementBytes ? .elementTooLong : nil
    }
  }

  /// Skips the element whose start tag was the last event.
  package func skip() throws(XMLError) {
    var depth = 1
    while depth > 0, let event = try next() {
      switch event {
      case .start: depth += 1
      case .end: depth -= 1
      case .text: break
      }
    }
  }

  /// The tag of the outermost element, which comes next.
  package func root() throws(XMLError) -> XMLTag? {
    while let event = try next() { if case .start(let tag) = event { return tag } }
    return nil
  }
}

/// The callbacks of libexpat.
extension XMLReader {
  private static func from(_ pointer: UnsafeMutableRawPointer?) -> XMLReader? {
    pointer.map { Unmanaged.fromOpaque($0).takeUnretainedValue() }
  }

  private func readPiece() throws(XMLError) {
    if cancellation.isCancelled { throw here(.cancelled) }
    let length = min(Self.piece, content.count - offset)
    let isLast = offset + length == content.count
    let status = content[offset...].withMemoryRebound(to: CChar.self) {
      expat.Parse(parser, $0.baseAddress, Int32(length), isLast ? 1 : 0)
    }
    offset += length
    if status == XML_STATUS_ERROR {
      guard error == nil else { return }
      let words = expat.ErrorString(expat.GetErrorCode(parser)).map { String(cString: $0) } ?? "not well-formed"
      error = here(.malformed(words))
    } else if isLast {
      namespaces = []
    } else if offset - Int(expat.GetCurrentByteIndex(parser)) > Self.stringLimit + Self.piece {
      error = here(.stringTooLong)
    }
  }

  private func start(
    _ name: UnsafePointer<CChar>, _ pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>
  ) {
    guard error == nil else { return }
    flush()
    var attributes: [XMLTag.Attribute] = []
    var scope = namespaces.last ?? [:]
    var pair = pairs
    while let key = pair[0], let value = pair[1] {
      let attribute = XMLTag.Attribute(name: String(cString: key), value: Untrusted(bytes: value.bytes))
      if attribute.name == "xmlns" { scope[""] = attribute.value.text }
      if attribute.name.hasPrefix("xmlns:") {
        scope[String(XMLName.localName(of: attribute.name))] = attribute.value.text
      }
      if attribute.value.bytes.count > Self.stringLimit { return fail(.stringTooLong) }
      attributes.append(attribute)
      pair += 2
    }
    // Each scope is a copy, so its size is limited.
    if scope.count > Self.namespaceLimit {
      return fail(.form("more than \(Self.namespaceLimit) namespaces are declared at one place"))
    }
    namespaces.append(scope)
    // The first scope is that of the text itself.
    if namespaces.count > Self.depthLimit + 1 { return fail(.tooDeep) }
    let place = here(.tooDeep)
    events.append(
      .start(
        XMLTag(
          name: String(cString: name), attributes: attributes, namespaces: scope, line: place.line,
          column: place.column)))
  }

  private func end() {
    guard error == nil else { return }
    flush()
    namespaces.removeLast()
    events.append(.end)
  }

  private func add(_ piece: UnsafeBufferPointer<UInt8>) {
    guard error == nil else { return }
    if text.count + piece.count > Self.stringLimit { return fail(.stringTooLong) }
    text.append(contentsOf: piece)
  }

  private func flush() {
    guard !text.isEmpty else { return }
    events.append(.text(Untrusted(bytes: text)))
    text.removeAll(keepingCapacity: true)
  }

  private func fail(_ fault: XMLError.Fault) {
    guard error == nil else { return }
    error = here(fault)
    _ = expat.StopParser(parser, 0)
  }

  /// An error at the current position of libexpat.
  private func here(_ fault: XMLError.Fault) -> XMLError {
    XMLError(
      line: Int(expat.GetCurrentLineNumber(parser)), column: Int(expat.GetCurrentColumnNumber(parser)) + 1,
      fault: fault)
  }
}

extension UnsafePointer<CChar> {
  fileprivate var bytes: [UInt8] {
    var bytes: [UInt8] = []
    var rest = self
    while rest.pointee != 0 {
      bytes.append(UInt8(bitPattern: rest.pointee))
      rest += 1
    }
    return bytes
  }
}
