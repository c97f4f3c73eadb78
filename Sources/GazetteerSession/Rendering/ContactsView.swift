import GazetteerIndex

/// Contacts, in the order of their names.
package struct ContactsView: Equatable, Sendable {
  package let contacts: [Contact]
  /// What is said if there are none.
  let absence: String

  init(_ contacts: [Contact], absence: String) {
    self.contacts = contacts
    self.absence = absence
  }
}

extension Contact {
  var record: Record {
    var record = Record()
    record.add("name", name)
    record.add("mail", mail.map { .own($0.text) })
    record.add("message", message.map { .own($0.text) })
    record.add("tags", tags.isEmpty ? nil : .list(tags.map { .text($0) }))
    return record
  }
}

extension ContactsView: Presentable {
  static let fields: [Content.Field] = [
    .init("name", "the name"), .init("mail", "the address for mails"), .init("message", "where messages go"),
    .init("tags", "the tags"),
  ]

  var content: Content? {
    Content("contacts", total: contacts.count, fields: ContactsView.fields, count: contacts.count) {
      contacts[$0].record
    }
  }

  var isEmptyList: Bool { contacts.isEmpty }

  var page: Page {
    guard !contacts.isEmpty else { return Page([.line(absence)]) }
    let table = Table(
      columns: [
        .init(title: "name", least: 12), .init(title: "mail", least: 16), .init(title: "message", least: 16, rank: 1),
        .init(title: "tags", least: 8, rank: 2),
      ],
      rows: contacts.map { contact in
        [
          contact.name.neutralised, contact.mail?.text ?? "", contact.message?.text ?? "",
          contact.tags.map(\.neutralised).joined(separator: ", "),
        ]
      })
    let count = contacts.count == 1 ? "1 contact" : "\(Numeral.grouped(contacts.count)) contacts"
    return Page([.table(table.withoutEmptyColumns), .line(count)])
  }
}
