import GazetteerIndex

/// The start tag of an element.
package struct XMLTag: Equatable, Sendable {
  /// As written, with its prefix.
  package let name: String
  package let attributes: [Attribute]
  /// The namespaces in scope by their prefixes; the default namespace under "".
  package let namespaces: [String: String]
  /// Both count from 1.
  package let line: Int
  package let column: Int

  package struct Attribute: Equatable, Sendable {
    package let name: String
    package let value: Untrusted
  }

  package var prefix: Substring { XMLName.prefix(of: name) }
  package var localName: Substring { XMLName.localName(of: name) }
  /// The namespace of the name; nil if its prefix is not declared.
  package var namespace: String? { namespaces[String(prefix)] }

  package subscript(attribute: String) -> Untrusted? { attributes.first { $0.name == attribute }?.value }

  func offence(_ reason: Message) -> XMLError { XMLError(line: line, column: column, fault: .form(reason)) }
}

/// A name with or without a prefix: `gx:Track`.
enum XMLName {
  static func prefix(of name: String) -> Substring {
    name.firstIndex(of: ":").map { name[..<$0] } ?? ""
  }

  static func localName(of name: String) -> Substring {
    name.firstIndex(of: ":").map { name[name.index(after: $0)...] } ?? name[...]
  }
}

/// An element with its content.
package struct XMLElement: Equatable, Sendable {
  package let tag: XMLTag
  package var nodes: [Node] = []

  package enum Node: Equatable, Sendable {
    case element(XMLElement)
    case text(Untrusted)
  }

  package var children: [XMLElement] {
    nodes.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }

  /// The texts that are directly in it, joined.
  package var text: Untrusted {
    Untrusted(bytes: nodes.flatMap { if case .text(let text) = $0 { text.bytes } else { [UInt8]() } })
  }

  /// Whether it has only text.
  package var isPlain: Bool { tag.attributes.isEmpty && children.isEmpty }

  /// The first child of this name, with the prefix of this element.
  package func child(_ localName: String) -> XMLElement? {
    children.first { $0.tag.localName == localName && $0.tag.prefix == tag.prefix }
  }

  /// All elements inside with one of these local names, outermost first. Elements inside those are not listed.
  package func descendants(_ localNames: Set<String>) -> [XMLElement] {
    children.flatMap { localNames.contains(String($0.tag.localName)) ? [$0] : $0.descendants(localNames) }
  }
}

extension XMLElement {
  /// The element as XML, to be put where the default namespace is `home`. It declares the other namespaces that it
  /// needs.
  package func xml(in home: String?) -> String {
    var text = ""
    write(to: &text, declaring: neededNamespaces(in: home))
    return text
  }

  private func neededNamespaces(in home: String?) -> [XMLTag.Attribute] {
    var prefixes: Set<String> = []
    collectPrefixes(into: &prefixes)
    return prefixes.sorted().compactMap { prefix in
      let attribute = prefix.isEmpty ? "xmlns" : "xmlns:\(prefix)"
      guard let namespace = tag.namespaces[prefix], tag[attribute] == nil, prefix != "xml",
        !(prefix.isEmpty && namespace == home)
      else { return nil }
      return XMLTag.Attribute(name: attribute, value: Untrusted(namespace))
    }
  }

  private func collectPrefixes(into prefixes: inout Set<String>) {
    prefixes.insert(String(tag.prefix))
    for attribute in tag.attributes where attribute.name.contains(":") {
      prefixes.insert(String(XMLName.prefix(of: attribute.name)))
    }
    for child in children { child.collectPrefixes(into: &prefixes) }
  }

  private func write(to text: inout String, declaring namespaces: [XMLTag.Attribute]) {
    text += "<\(tag.name)"
    for attribute in namespaces + tag.attributes {
      text += " \(attribute.name)=\"\(Self.escaped(attribute.value, isAttribute: true))\""
    }
    guard !nodes.isEmpty else {
      text += "/>"
      return
    }
    text += ">"
    for node in nodes {
      switch node {
      case .element(let element): element.write(to: &text, declaring: [])
      case .text(let words): text += Self.escaped(words, isAttribute: false)
      }
    }
    text += "</\(tag.name)>"
  }

  private static func escaped(_ text: Untrusted, isAttribute: Bool) -> String {
    var escaped = ""
    for scalar in text.text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\r": escaped += "&#13;"
      case "\"" where isAttribute: escaped += "&quot;"
      case "\t" where isAttribute: escaped += "&#9;"
      case "\n" where isAttribute: escaped += "&#10;"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }
}

extension Message.Interpolation {
  /// `<osm>`.
  mutating func appendInterpolation(quoting tag: XMLTag) {
    appendInterpolation("<\(Untrusted(tag.name).beginning)>" as Message)
  }
}
