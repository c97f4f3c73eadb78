import GazetteerIndex

extension Command {
  static let contacts = Command(
    "contacts", "List the people whom notify can tell about places.",
    takes: Inputs(
      TextParameter("TEXT", "Only those with this in their name or tags.", completes: .nothing)),
    family: .tell, synonyms: ["friends", "people", "addressbook", "address-book"],
    examples: ["contacts", "contacts anna"]
  ) { _, context, text in
    guard let data = context.telling else { return Reply(needs: .telling([.contacts])) }
    let wanted = Fold.fold(text.text)
    let found = data.contacts.filter { contact in
      text.isEmpty || ([contact.name] + contact.tags).contains { Fold.fold($0.text).contains(wanted) }
    }
    let absence =
      data.contacts.isEmpty ? "there are no contacts yet; try: add-contact NAME --mail ADDRESS" : "no contact matches"
    return Reply(ContactsView(found, absence: absence))
  }

  static let addContact = Command(
    "add-contact", "Save somebody whom notify can tell about places.",
    takes: Inputs(
      Parameter<ContactName>("NAME", "The name; in quotes if it has blanks.", mayHaveBlanks: true),
      Option<MailAddress>("mail", "ADDRESS", "The address for mails."),
      Option<MessageTarget>("message", "TARGET", "Where messages go, such as matrix:#room:example.org or ntfy:TOPIC."),
      RepeatedOption<ContactName>(
        "tag", "T", "A tag; notify T tells everybody who has it; give it again for more tags.")),
    family: .tell, synonyms: ["new-contact"],
    examples: [
      "add-contact Anna --mail anna@example.org --tag lunch",
      "add-contact \"Bob B\" --message matrix:#walks:example.org",
    ], powers: [.send]
  ) { _, context, name, mail, message, tags in
    guard let data = context.telling else { return Reply(needs: .telling([.contacts])) }
    try data.contacts.requireFree(name.text)
    guard mail != nil || message != nil else {
      throw Failure(
        "nothing says how to reach \(quoted: name.text)", try: "--mail ADDRESS or --message TARGET", code: .usage)
    }
    let contact = Contact(name: name.text, mail: mail, message: message, tags: tags.map(\.text).eachOnce)
    return Reply(effects: [
      .keepContacts(ContactsEdit([.init(from: nil, to: contact)]), saying: "saved the contact \(cut: name.text)")
    ])
  }

  static let editContact = Command(
    "edit-contact", "Change a contact.",
    takes: Inputs(
      Parameter<ContactName>("NAME", "Whom to change.", mayHaveBlanks: true),
      Option<ContactName>("name", "TEXT", "The new name.", isText: true),
      Option<OrNone<MailAddress>>("mail", "ADDRESS", "The address for mails, or none."),
      Option<OrNone<MessageTarget>>("message", "TARGET", "Where messages go, or none."),
      RepeatedOption<ContactName>("tag", "T", "Add this tag."),
      RepeatedOption<ContactName>("no-tag", "T", "Remove this tag.")),
    family: .tell, synonyms: ["change-contact"],
    examples: [
      .after("add-contact Anna --mail anna@example.org", "edit-contact Anna --mail anna@example.com"),
      .after("add-contact Anna --mail anna@example.org --tag lunch", "edit-contact Anna --tag walks --no-tag lunch"),
    ],
    powers: [.send]
  ) { _, context, who, name, mail, message, tags, lost in
    guard let data = context.telling else { return Reply(needs: .telling([.contacts])) }
    let before = try data.contacts.one(who)
    var after = before
    if let name {
      if !name.text.isFolded(as: before.name) { try data.contacts.requireFree(name.text) }
      after.name = name.text
    }
    if let mail { after.mail = mail.value }
    if let message { after.message = message.value }
    after.tags = (after.tags + tags.map(\.text)).eachOnce.filter { tag in
      !lost.contains { $0.text.isFolded(as: tag) }
    }
    guard after != before else {
      return Reply(Deed(["nothing to change: \(cut: before.name)"], "contacts", [before.record]))
    }
    guard after.mail != nil || after.message != nil else {
      throw Failure(
        "nothing would say how to reach \(quoted: before.name)", try: "remove-contact \(quoted: before.name)",
        code: .usage)
    }
    return Reply(effects: [
      .keepContacts(ContactsEdit([.init(from: before, to: after)]), saying: "saved the contact \(cut: after.name)")
    ])
  }

  static let removeContact = Command(
    "remove-contact", "Remove contacts, after asking.",
    takes: Inputs(Parameters<ContactName>("NAME", "Whom to remove; names with blanks in quotes.")),
    family: .tell, synonyms: ["delete-contact"],
    examples: [.after("add-contact Anna --mail anna@example.org", "remove-contact Anna")], powers: [.send]
  ) { _, context, names in
    guard let data = context.telling else { return Reply(needs: .telling([.contacts])) }
    var contacts: [Contact] = []
    for name in names {
      let contact = try data.contacts.one(name)
      if !contacts.contains(contact) { contacts.append(contact) }
    }
    let edit = ContactsEdit(contacts.map { .init(from: $0, to: nil) })
    let list = contacts.listedNames
    let question = Question(
      "remove \(list) from the contacts", power: .send,
      effects: [.keepContacts(edit, saying: "removed \(list) from the contacts")], no: "nothing was removed")
    return Reply(events: [.asked(question)])
  }
}

extension [Contact] {
  /// The contact of this name; tags do not count.
  fileprivate func one(_ name: ContactName) throws(Failure) -> Contact {
    if let contact = contact(named: name.text) { return contact }
    let found = try named([name]).filter { !$0.tags.contains { $0.isFolded(as: name.text) } }
    guard let contact = found.first, found.count == 1 else {
      throw Failure("no contact is called \(quoted: name.text)", try: "contacts")
    }
    return contact
  }

  /// Throws if a contact has this name, or a tag that would then no longer select anybody.
  fileprivate func requireFree(_ name: Untrusted) throws(Failure) {
    if let other = contact(named: name) {
      throw Failure("there is a contact \(quoted: other.name) already", try: "edit-contact \(quoted: other.name)")
    }
    if contains(where: { $0.tags.contains { $0.isFolded(as: name) } }) {
      throw Failure("\(quoted: name) is a tag of contacts already", try: "another name")
    }
  }
}

extension [Untrusted] {
  /// Each text once, in the same order. Case and accents do not matter.
  fileprivate var eachOnce: [Untrusted] {
    reduce(into: []) { kept, text in if !kept.contains(where: { $0.isFolded(as: text) }) { kept.append(text) } }
  }
}
