import Foundation
import GazetteerIndex

@testable import GazetteerServices
@testable import GazetteerSession
@testable import GazetteerShell

/// Somebody at a prompt with the location service of a folder, who answers password questions.
final class Student {
  let interpreter: Interpreter
  private let recorder = AnswerRecorder()
  private let desk = Desk()
  /// The passwords to type next, and the prompts that were shown.
  private var answers: [SecretInput.Result] = []
  private(set) var prompts: [String] = []

  /// - Parameters:
  ///   - folder: where the file of the service is; nil: in memory.
  ///   - password: typed whenever nothing else is to be typed; nil: nobody can be asked.
  init(
    in folder: String? = nil, _ flags: Flags = Flags(), password: String? = "open sesame",
    purpose: Interpreter.Purpose = .batch, keeper: Keeper = Keeper(), change: (inout Environment) -> Void = { _ in }
  ) {
    var environment = Environment(now: { ReplayHead().now }, world: { _ in Example.cities })
    environment.newFavoriteID = FavoriteIDs(milliseconds: { ReplayHead().now * 1000 }, random: { 0 }).next
    environment = environment.keepingData(in: folder.map { Untrusted($0) })
    change(&environment)
    interpreter = Interpreter(flags, in: environment, to: recorder.output, for: purpose, keeper: keeper, desk: desk)
    guard let password else { return }
    desk.readSecret = { [unowned self] prompt in
      prompts.append(prompt)
      return answers.isEmpty ? .secret(Secret(password.utf8)) : answers.removeFirst()
    }
  }

  func willType(_ answers: SecretInput.Result...) { self.answers = answers }

  /// From now on, questions are answered with these lines; after them, with the end of the input.
  func willAnswer(_ lines: String...) {
    var lines = lines
    desk.asker = Asker(
      columns: { 80 }, tell: { [recorder] in recorder.output.tell($0) },
      read: { _ in lines.isEmpty ? .endOfFile : .line(lines.removeFirst()) })
  }

  /// Runs a line. Returns everything printed, and the code of an error.
  @discardableResult
  func say(_ line: String, from origin: Origin = .typed) -> String {
    _ = interpreter.run(Untrusted(line), from: origin)
    return recorder.take().map(\.text).joined(separator: "\n")
  }

  /// The same for a text that was typed or pasted at the prompt.
  func paste(_ text: String) -> String {
    _ = interpreter.runTyped(Untrusted(text))
    return recorder.take().map(\.text).joined(separator: "\n")
  }
}

/// The file of a location service with many locations.
enum ManyLocations {
  /// Each has its own time. The oldest are those of ada; every other owner has the same number of them.
  static func make(_ count: Int, ofAda: Int = 1, in folder: String) throws {
    let path = folder + "/local.sqlite"
    let service = LocalService(path: path, now: { 1 })
    _ = try service.signUp(
      user: Untrusted("ada"), password: Secret("open sesame".utf8), name: Untrusted("Ada Lovelace"), Cancellation())
    try LocalFile(path: path).put(
      (0..<count).map { number in
        let owner = number < ofAda ? "ada" : "user\(number % 50)"
        return Location(
          id: "n\(number)", owner: Untrusted(owner), firstName: Untrusted("Person"),
          lastName: Untrusted("\(number)"), place: Untrusted("Place \(number)"),
          url: Untrusted("https://example.org/\(number)"),
          coordinate: Coordinate(latitude: Double(number % 90), longitude: Double(number % 180)),
          created: Int64(number + 1) * 1_000_000, updated: Int64(number + 1) * 1_000_000)
      })
  }
}

/// The file of the location service on this machine, as another program would change it.
struct LocalFile {
  let path: String

  func change(_ body: (LocalRows) throws(DatabaseError) -> Void) throws {
    let file = UserDatabase(LocalRows.schema, path: path, now: { 1 })
    try file.write(Cancellation()) { database throws(StoreError) in
      try StoreError.wrapping { () throws(DatabaseError) in try body(LocalRows(database: database)) }
    }
  }

  func put(_ locations: [Location]) throws {
    try change { rows throws(DatabaseError) in
      for location in locations { try rows.put(location) }
    }
  }
}
