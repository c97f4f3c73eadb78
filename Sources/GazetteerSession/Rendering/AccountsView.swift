import GazetteerIndex

/// Who the user is at which service.
package struct AccountsView: Equatable, Sendable {
  package struct Row: Equatable, Sendable {
    let account: Account
    /// The kind of the service and where it is; nil if it is not known any more.
    let service: ServiceFacts?
    let isCurrent: Bool
    /// How many changes of its locations wait to be sent.
    let waiting: Int

    init(_ account: Account, _ service: ServiceFacts?, isCurrent: Bool, waiting: Int) {
      self.account = account
      self.service = service
      self.isCurrent = isCurrent
      self.waiting = waiting
    }
  }

  package let rows: [Row]
  /// Whether the user is just logging in somewhere.
  let isLoggingIn: Bool
}

extension AccountsView: Presentable {
  static let fields: [Content.Field] = [
    .init("service", "the name of the service"), .init("dialect", "the kind of its interface"),
    .init("host", "where it is, unless it is on this machine"), .init("user", "the name with which you log in"),
    .init("name", "your full name there"), .init("guest", "true if you can only read, else absent"),
    .init("secret", "where the password or the token is kept"),
    .init("current", "true if commands use it by default, else absent"),
    .init("waiting", "how many changes of locations wait to be sent; absent if none do, and after login"),
  ]

  var content: Content? {
    Content("accounts", total: rows.count, fields: AccountsView.fields, count: rows.count) { index in
      var record = rows[index].account.record(at: rows[index].service, isCurrent: rows[index].isCurrent)
      record.add("waiting", rows[index].waiting > 0 ? .integer(rows[index].waiting) : nil)
      return record
    }
  }

  var isEmptyList: Bool { rows.isEmpty }

  var page: Page {
    guard !rows.isEmpty else {
      let advice = isLoggingIn ? " yet" : "; try: login --user NAME, or login --guest"
      return Page([.line("you are not logged in\(advice)")])
    }
    let columns: [Table.Column] = [
      .init(title: "", isMark: true), .init(title: "service"), .init(title: "account", isSentence: true),
      .init(title: "server", isSentence: true), .init(title: "secret", isSentence: true),
      .init(title: "outbox", isSentence: true),
    ]
    let cells = rows.map { row in
      [
        row.isCurrent ? Style.mark : "", row.account.service, row.account.title.neutralised,
        row.service?.host?.neutralised ?? "this machine", row.account.secret.meaning,
        row.waiting > 0 ? Numeral.changesWait(row.waiting).neutralised : "",
      ]
    }
    return Page([.table(Table(columns: columns, rows: cells).withoutEmptyColumns)])
  }
}

extension Account {
  /// The fields that are known without the outbox.
  func record(at facts: ServiceFacts?, isCurrent: Bool) -> Record {
    var record = Record()
    record.add("service", .own(service))
    record.add("dialect", (facts?.dialect).map { .own($0) })
    record.add("host", facts?.host)
    record.add("user", user)
    record.add("name", isGuest ? nil : fullName)
    record.add("guest", isGuest ? .flag(true) : nil)
    record.add("secret", .own(secret.rawValue))
    record.add("current", isCurrent ? .flag(true) : nil)
    return record
  }
}

extension Account.SecretPlace {
  fileprivate var meaning: String {
    switch self {
    case .memory: "until gaz ends"
    case .file: "in your file of credentials"
    case .keyring: "in your keyring"
    case .environment: "in the environment"
    case .command: "from your command"
    case .none: "none is needed"
    }
  }
}
