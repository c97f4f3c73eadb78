import Testing

@testable import GazetteerIndex
@testable import GazetteerServices

struct XMLReaderTests {
  /// The events of a text in short: `<a x="1">`, a text as it is, `/`.
  private static func events(_ bytes: [UInt8]) throws -> [String] {
    try bytes.withUnsafeBufferPointer { content in
      let reader = try XMLReader(content)
      var events: [String] = []
      while let event = try reader.next() {
        switch event {
        case .start(let tag):
          events.append("<\(tag.name)\(tag.attributes.map { " \($0.name)=\"\($0.value.text)\"" }.joined())>")
        case .text(let text): events.append(text.text)
        case .end: events.append("/")
        }
      }
      return events
    }
  }

  @Test(arguments: [
    ("<a/>", ["<a>", "/"]),
    ("<a>b<c d='e'/>f</a>", ["<a>", "b", "<c d=\"e\">", "/", "f", "/"]),
    ("\u{FEFF}<?xml version='1.0'?><!-- no --><a>&lt;&#233;&amp;<![CDATA[<&>]]></a>", ["<a>", "<é&<&>", "/"]),
    ("<x:a xmlns:x='u' x:b='1'/>", ["<x:a xmlns:x=\"u\" x:b=\"1\">", "/"]),
    ("<a>1\r\n2</a>", ["<a>", "1\n2", "/"]),
  ])
  func aTextIsReadTagByTag(text: String, events: [String]) throws {
    #expect(try Self.events(Array(text.utf8)) == events)
  }

  @Test func theDeclaredEncodingIsRead() throws {
    let head = "<?xml version='1.0' encoding='ISO-8859-1'?><a>"
    #expect(try Self.events(Array(head.utf8) + [0xE9] + Array("</a>".utf8)) == ["<a>", "é", "/"])
    let wide: [UInt8] =
      [0xFF, 0xFE]
      + Array("<a>é</a>".utf16).flatMap { unit -> [UInt8] in
        [UInt8(unit & 0xFF), UInt8(unit >> 8)]
      }
    #expect(try Self.events(wide) == ["<a>", "é", "/"])
  }

  @Test(
    arguments: [
      ("", 1, 1, .malformed("no element found")),
      ("<a>\n<b></a>", 2, 6, .malformed("mismatched tag")),
      ("<a>", 1, 4, .malformed("no element found")),
      ("<a/>\n<b/>", 2, 1, .malformed("junk after document element")),
      ("<a>é\n é&nbsp;</a>", 2, 3, .malformed("undefined entity")),
      ("<a>\u{0}</a>", 1, 4, .malformed("not well-formed (invalid token)")),
      ("<a b='1' b='2'/>", 1, 10, .malformed("duplicate attribute")),
      ("\n<!DOCTYPE a><a/>", 2, 12, .doctype),
      ("<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", 1, 13, .doctype),
    ] as [(String, Int, Int, XMLError.Fault)])
  func invalidXMLIsReportedWithItsPosition(text: String, line: Int, column: Int, fault: XMLError.Fault) {
    #expect(throws: XMLError(line: line, column: column, fault: fault)) { try Self.events(Array(text.utf8)) }
  }

  private static func nested(_ depth: Int) -> [UInt8] {
    Array((String(repeating: "<a>", count: depth) + String(repeating: "</a>", count: depth)).utf8)
  }

  @Test func elementsAreReadToADepth() throws {
    #expect(try Self.events(Self.nested(XMLReader.depthLimit)).count == 2 * XMLReader.depthLimit)
    let error = try #require(throws: XMLError.self) { try Self.events(Self.nested(100_000)) }
    #expect(error == XMLError(line: 1, column: 3 * XMLReader.depthLimit + 1, fault: .tooDeep))
  }

  @Test func namespacesAreReadToANumber() throws {
    func root(_ count: Int) -> [UInt8] {
      Array(("<a " + (0..<count).map { "xmlns:n\($0)='u' " }.joined() + "/>").utf8)
    }
    #expect(try Self.events(root(XMLReader.namespaceLimit)).count == 2)
    #expect(throws: XMLError.self) { try Self.events(root(XMLReader.namespaceLimit + 1)) }
  }

  @Test(arguments: ["<a>", "<a b='", "<!--", "<a><![CDATA[", "<?a "]) func aTextHasALimit(start: String) throws {
    let longest = Array(start.utf8) + [UInt8](repeating: 0x78, count: XMLReader.stringLimit)
    let closed = ["<a>": "</a>", "<a b='": "'/>", "<!--": "--><a/>", "<a><![CDATA[": "]]></a>", "<?a ": "?><a/>"]
    let end = try #require(closed[start])
    #expect(try Self.events(longest + end.utf8).count >= 2)
    let error = try #require(throws: XMLError.self) {
      try Self.events(longest + [UInt8](repeating: 0x78, count: 50 << 20) + end.utf8)
    }
    #expect(error.fault == .stringTooLong)
  }

  @Test func anElementReadWholeHasALimit() throws {
    let many = "<a>" + String(repeating: "<b/>", count: XMLReader.elementLimit) + "</a>"
    let error = try #require(throws: XMLError.self) { try Self.element(many) }
    #expect(error.fault == .tooManyElements)
    #expect(try Self.events(Array(many.utf8)).count == 2 * XMLReader.elementLimit + 2)
  }

  /// Attributes count as elements do, and so does the table of namespaces of a tag that declares one.
  @Test(arguments: [
    ((0..<999).map { "b\($0)='' " }.joined(), ""), ("", (0..<99).map { "xmlns:n\($0)='u' " }.joined() + "xmlns:c='v'"),
  ]) func attributesAndNamespacesOfAnElementHaveALimit(attributes: String, namespaces: String) throws {
    let start = "<a \(namespaces)>"
    let child = namespaces.isEmpty ? "<b \(attributes)/>" : "<b xmlns:c='w'/>"
    let most = XMLReader.elementLimit / (namespaces.isEmpty ? 1000 : 102) - 2
    _ = try Self.element(start + String(repeating: child, count: most) + "</a>")
    let error = try #require(throws: XMLError.self) {
      try Self.element(start + String(repeating: child, count: most + 10) + "</a>")
    }
    #expect(error.fault == .tooManyElements)
  }

  @Test func theTextOfAnElementHasALimit() throws {
    let child = "<b>" + String(repeating: "x", count: XMLReader.stringLimit - 1) + "</b>"
    _ = try Self.element("<a>" + String(repeating: child, count: 15) + "</a>")
    let error = try #require(throws: XMLError.self) {
      try Self.element("<a>" + String(repeating: child, count: 16) + "<c>yyyyyyyyyyyyyyyy</c></a>")
    }
    #expect(error.fault == .elementTooLong)
    #expect(error.message.neutralised == "one place has more than 16 MB of text")
  }

  private static func element(_ text: String) throws -> XMLElement {
    try Array(text.utf8).withUnsafeBufferPointer { content in
      let reader = try XMLReader(content)
      return try reader.element(try #require(try reader.root()))
    }
  }

  @Test func readingCanBeCancelled() throws {
    let cancellation = CountedCancellation(afterPolls: 1).cancellation
    let text = Array(("<a>" + String(repeating: "<b/>", count: 100_000) + "</a>").utf8)
    let error = try #require(throws: XMLError.self) {
      try text.withUnsafeBufferPointer { content in
        let reader = try XMLReader(content, cancellation)
        while try reader.next() != nil {}
      }
    }
    #expect(error.fault == .cancelled)
  }

  @Test(arguments: [
    ("<g xmlns='home' xmlns:o='u'><o:a>1 &lt; 2</o:a></g>", "<o:a xmlns:o=\"u\">1 &lt; 2</o:a>"),
    ("<g xmlns='home'><a b='&quot;&#10;'/></g>", "<a b=\"&quot;&#10;\"/>"),
    ("<g xmlns='home'><a xmlns='other'><b>&#13;</b></a></g>", "<a xmlns=\"other\"><b>&#13;</b></a>"),
    ("<g xmlns='other' xmlns:p='v' p:x='1'><a p:x='2'/></g>", "<a xmlns=\"other\" xmlns:p=\"v\" p:x=\"2\"/>"),
  ])
  func anElementIsWrittenAsXMLOfItsOwn(text: String, xml: String) throws {
    let child = try #require(try Self.element(text).children.first)
    #expect(child.xml(in: "home") == xml)
    #expect(try Self.element(xml).xml(in: "home") == xml)
  }
}
