import GazetteerIndex

/// What friends are told: places, and perhaps a note. The same for all of them, however it is sent.
package struct Telling: Equatable, Sendable {
  /// In the order of their numbers.
  package private(set) var places: [ToldPlace]
  /// What the user writes above the places; may be empty.
  package var note: Untrusted
  /// nil: made from the names of the places.
  package var ownSubject: Untrusted?
  /// Whom to credit for the places.
  let credits: [Untrusted]

  package init(_ export: Export, note: Untrusted = Untrusted(""), subject: Untrusted? = nil) {
    places = export.places.enumerated().map { ToldPlace($0 + 1, $1) }
    credits = export.credits
    self.note = note
    ownSubject = subject
  }

  /// The same without the places of these numbers. The others are numbered anew.
  package func without(_ numbers: Set<Int>) -> Telling {
    var telling = self
    telling.places.removeAll { numbers.contains($0.number) }
    for index in telling.places.indices { telling.places[index].number = index + 1 }
    return telling
  }

  /// `2 places: Munich and Paris`.
  package var subject: Untrusted {
    if let ownSubject { return ownSubject }
    let most = 3
    var names = places.prefix(most).map(\.name)
    if places.count > most { names.append("\(places.count - most) more") }
    return Untrusted("\(Numeral.places(places.count)): \(names.listed("and"))")
  }

  /// The note as it is sent: its lines, each safe to show.
  var noteLines: [String] {
    note.trimmed.isEmpty ? [] : note.lines.map { Untrusted(bytes: $0).neutralised }
  }

  /// `Places: GeoNames, CC BY 4.0`; nil if nobody must be credited.
  var creditLine: String? { credits.isEmpty ? nil : "Places: " + credits.map(\.neutralised).joined(separator: "; ") }
}

/// As a message: a line for each place, with a link that programs for maps open.
extension Telling {
  /// `1) Munich @ Bavaria, Germany geo:48.13743,11.57549`.
  package var messageLines: [String] {
    noteLines + places.map { [$0.line, $0.geo].compactMap(\.self).joined(separator: " ") }
      + (creditLine.map { [$0] } ?? [])
  }

  /// The message as JSON, for programs: its text, and each place with its numbers.
  package var messageContent: String {
    JSONWriter.text(
      of: .object([
        member("title", .text(subject)), member("text", .own(messageLines.joined(separator: "\n"))),
        member("places", .list(places.map(\.datum))),
      ]))
  }
}

private func member(_ key: String, _ value: Datum) -> Datum.Member { Datum.Member(key: Untrusted(key), value: value) }

extension ToldPlace {
  fileprivate var datum: Datum {
    var members = [
      member("n", .integer(number)), member("name", .own(name)), member("address", .own(address)),
      member("line", .own(line)),
    ]
    if let coordinate, let geo, let map {
      members += [
        member("lat", .decimal(coordinate.latitude)), member("lon", .decimal(coordinate.longitude)),
        member("geo", .own(geo)), member("map", .text(map)),
      ]
    }
    if !links.isEmpty { members.append(member("links", .list(links.map { .text($0) }))) }
    return .object(members)
  }
}
