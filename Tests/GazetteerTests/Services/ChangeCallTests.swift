import GazetteerIndex
import Synchronization
import Testing

@testable import GazetteerServices
@testable import GazetteerShell

/// A user cancels a change: what is said of it is true at each moment.
@Suite struct ChangeCallTests {
  private let folder: TemporaryFolder
  private let cancellation = Cancellation()
  private let call = ChangeCall()

  init() throws { folder = try TemporaryFolder() }

  private static func draft(_ url: String = "https://example.org") -> LocationDraft {
    LocationDraft(place: Untrusted("here"), url: Untrusted(url), coordinate: nil)
  }

  private static func change(_ url: String = "https://example.org") -> LocationChange {
    .create(draft(url), clientID: "c-1")
  }

  /// The manager of a service, with a login.
  ///
  /// - Parameter facts: a service that needs a network, or `local`, where a change need not wait.
  private func manager(_ service: any AccountService, _ facts: ServiceFacts) throws -> DataManager {
    let manager = DataManager(
      [.init(facts, service)], links: LinkCheck(through: KintoServer.client),
      pending: PendingChanges(path: folder.path + "/changes.sqlite"))
    let login = DataManager.Login.signUp(user: Untrusted("ada"), password: Secret("open sesame".utf8), name: nil)
    _ = try manager.login(to: facts.name, login, cancellation)
    return manager
  }

  private static let campus = ServiceFacts(name: "campus", dialect: "test", host: Untrusted("test"))

  private func waiting(_ manager: DataManager) throws -> [Bool] {
    try manager.waiting(cancellation).changes.map(\.mayBeStored)
  }

  /// First the cancel, then the call: it finds that it was cancelled, and writes and sends nothing.
  @Test(arguments: [campus, .local]) func whatIsCancelledBeforeItBeginsIsNotSent(facts: ServiceFacts) throws {
    let service = CountingService(named: facts.name)
    let manager = try manager(service, facts)
    #expect(try manager.withdraw(call))
    #expect(throws: ServiceError.cancelled) {
      try manager.perform(Self.change(), at: facts.name, checksLink: false, as: call, cancellation)
    }
    #expect(try waiting(manager).isEmpty && service.calls.withLock(\.self).isEmpty)
    // The control: another call.
    _ = try manager.perform(Self.change(), at: facts.name, checksLink: false, cancellation)
    #expect(service.calls.withLock(\.self) == [false])
  }

  /// First the call, then the cancel, while the call waits for the link: the change is taken out.
  @Test(.mustEnd, arguments: [true, false]) func whatWaitsForItsLinkIsTakenOut(cancelsFirst: Bool) throws {
    let service = CountingService()
    let manager = try manager(service, Self.campus)
    let isOut = Mutex<Bool?>(nil)
    let page = try LoopbackServer { [cancellation, call] _, connection in
      if cancelsFirst { cancellation.cancel() }
      let result = try? manager.withdraw(call)
      isOut.withLock { $0 = result }
      cancellation.cancel()
      connection.waitForClient()
    }
    #expect(throws: ServiceError.cancelled) {
      try manager.perform(Self.change(page.address), at: "campus", checksLink: true, as: call, cancellation)
    }
    #expect(SafetyLimit.wait { isOut.withLock(\.self) != nil })
    #expect(isOut.withLock(\.self) == true && service.calls.withLock(\.self).isEmpty)
    #expect(try manager.waiting(Cancellation()).changes.isEmpty)
  }

  /// When the service has the change, nobody knows, and the change stays until that is clear.
  @Test func whatTheServiceHasMayBeStored() throws {
    let isOut = Mutex<Bool?>(nil)
    let isKept = Mutex<[Bool]?>(nil)
    let made = Mutex<DataManager?>(nil)
    let service = CountingService { [call, cancellation] in
      guard let manager = made.withLock(\.self) else { return }
      let (result, kept) = (try? manager.withdraw(call), try? manager.waiting(cancellation).changes.map(\.mayBeStored))
      isOut.withLock { $0 = result }
      isKept.withLock { $0 = kept }
    }
    let manager = try manager(service, Self.campus)
    made.withLock { $0 = manager }
    _ = try manager.perform(Self.change(), at: "campus", checksLink: false, as: call, cancellation)
    #expect(isOut.withLock(\.self) == false && isKept.withLock(\.self) == [true])
    // When it is stored, it stays stored.
    #expect(try !manager.withdraw(call))
    made.withLock { $0 = nil }
  }

  @Test func whatWasRefusedIsNotStored() throws {
    let service = CountingService()
    let manager = try manager(service, Self.campus)
    let page = try LoopbackServer.answering(404)
    #expect(throws: ServiceError.self) {
      try manager.perform(Self.change(page.address), at: "campus", checksLink: true, as: call, cancellation)
    }
    #expect(try manager.withdraw(call) && service.calls.withLock(\.self).isEmpty)
  }
}
