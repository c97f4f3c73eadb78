import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

/// Contacts are saved safely, and a damaged file is set aside.
struct ContactsStoreTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/data/contacts.sqlite"
  }

  private static let anna = Contact(
    name: Untrusted("Anna"), mail: MailAddress(Untrusted("anna@example.org")),
    message: MessageTarget(Untrusted("matrix:#walks:example.org")), tags: [Untrusted("lunch"), Untrusted("walks")])
  private static let bob = Contact(name: Untrusted("Bob"), message: MessageTarget(Untrusted("ntfy:bob")))

  private func store(at time: Int64 = 0) -> ContactsStore { ContactsStore(path: path) { time } }
  private func adding(_ contacts: Contact...) -> ContactsEdit {
    ContactsEdit(contacts.map { .init(from: nil, to: $0) })
  }

  private static func unnumbered(_ contacts: [Contact]) -> [Contact] {
    contacts.map { contact in
      var contact = contact
      contact.id = 0
      return contact
    }
  }

  @Test func contactsAreReadBackByAnotherSessionInTheOrderOfTheirNames() throws {
    #expect(try store().all() == [])
    try store().keep(adding(Self.bob, Self.anna))
    #expect(try Self.unnumbered(store().all()) == [Self.anna, Self.bob])
    #expect(try Self.mode(of: path) == 0o600)
  }

  @Test func changesAndRemovalsAreSaved() throws {
    try store().keep(adding(Self.bob, Self.anna))
    let saved = try store().all()
    var changed = saved[0]
    changed.mail = nil
    try store().keep(ContactsEdit([.init(from: saved[0], to: changed), .init(from: saved[1], to: nil)]))
    #expect(try store().all() == [changed])
  }

  @Test func anEditOfAnOldVersionIsRefusedAsAWhole() throws {
    try store().keep(adding(Self.anna))
    let saved = try store().all()
    var changed = saved[0]
    changed.tags = []
    let edit = ContactsEdit([.init(from: saved[0], to: changed)])
    try store().keep(edit)
    #expect(throws: StoreError.changedMeanwhile) { try store().keep(edit) }
    #expect(throws: StoreError.changedMeanwhile) { try store().keep(adding(Self.bob, Self.anna)) }
    #expect(try store().all() == [changed])
  }

  @Test func namesDifferAlsoWithoutCaseAndAccents() throws {
    try store().keep(adding(Self.anna))
    var other = Self.bob
    other.name = Untrusted("ÄNNA")
    #expect(throws: StoreError.changedMeanwhile) { try store().keep(adding(other)) }
  }

  @Test func withoutAPathContactsLastForTheSession() throws {
    let store = ContactsStore(path: nil)
    try store.keep(adding(Self.anna))
    #expect(try Self.unnumbered(store.all()) == [Self.anna])
  }

  @Test func aFolderThatCannotBeMadeIsReportedOnce() throws {
    _ = try folder.file("data", "a file, not a folder")
    let store = store()
    try store.keep(adding(Self.anna))
    #expect(try Self.unnumbered(store.all()) == [Self.anna])
    #expect(store.takeNotices().map(\.neutralised).count { $0.contains("they last for this session") } == 1)
    #expect(store.takeNotices() == [])
  }

  /// Every bit of a row counts: the store notices what SQLite does not.
  @Test func aChangedByteIsNoticedAndTheFileIsKept() throws {
    try store().keep(adding(Self.anna))
    var bytes = try Data(contentsOf: URL(filePath: path))
    let range = try #require(bytes.range(of: Data("anna@example.org".utf8)))
    bytes.replaceSubrange(range, with: Data("evil@example.org".utf8))
    try bytes.write(to: URL(filePath: path))
    let control = try Database(path: path, .readOnly)
    #expect(try control.text("PRAGMA integrity_check") == "ok", "or this proves nothing")
    let store = store(at: 86_400)
    // The copy of the first day takes its place.
    #expect(try Self.unnumbered(store.all()) == [Self.anna])
    let notices = store.takeNotices().map(\.neutralised)
    #expect(
      notices.count == 1 && notices[0].contains("the file of contacts was damaged; those of the backup of 1970-01-01"))
    #expect(try Data(contentsOf: URL(filePath: path + ".corrupt-19700102-000000")) == bytes)
  }

  @Test(arguments: ["", "not a database at all, but long enough to be one of them ", "SQLite format 3\0"])
  func aFileThatIsNoDatabaseIsKeptAndReplaced(text: String) throws {
    try store().keep(adding(Self.anna))
    try Data((text.isEmpty ? "" : String(repeating: text, count: 40)).utf8).write(to: URL(filePath: path))
    let store = store(at: 86_400)
    #expect(try Self.unnumbered(store.all()) == [Self.anna])
    #expect(store.takeNotices().count == 1)
    try store.keep(adding(Self.bob))
    #expect(try self.store().all().count == 2)
  }

  @Test func aMissingRowIsNoticed() throws {
    try store().keep(adding(Self.anna, Self.bob))
    let database = try Database(path: path)
    try database.run("DELETE FROM contacts WHERE name = CAST('Bob' AS BLOB)")
    let store = store(at: 86_400)
    #expect(try store.all().count == 2)
    #expect(store.takeNotices().count == 1)
  }

  @Test func aFileWithATriggerIsRefused() throws {
    try store().keep(adding(Self.anna))
    let database = try Database(path: path)
    try database.run("CREATE TRIGGER t AFTER INSERT ON contacts BEGIN DELETE FROM contacts; END")
    #expect(throws: StoreError.foreign(Untrusted("t"))) { try store().all() }
  }

  @Test func aFileOfANewerVersionCanOnlyBeRead() throws {
    try store().keep(adding(Self.anna))
    try Database(path: path).run("PRAGMA user_version = 2")
    let store = store()
    #expect(try Self.unnumbered(store.all()) == [Self.anna])
    #expect(throws: StoreError.newerVersion(2)) { try store.keep(adding(Self.bob)) }
    #expect(store.takeNotices().count == 1)
  }

  @Test func sessionsSeeEachOthersChanges() throws {
    let (first, second) = (store(), store())
    try first.keep(adding(Self.anna))
    #expect(try second.all().count == 1)
    try second.keep(adding(Self.bob))
    #expect(try first.all().count == 2)
  }

  private static func mode(of path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return try #require(attributes[.posixPermissions] as? Int)
  }
}
