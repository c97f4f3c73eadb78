import GazetteerIndex
import Synchronization

@testable import GazetteerSession

extension Conversation {
  /// A conversation whose favorites are saved, each one second after the last.
  static func keeping(_ world: Dataset? = Example.cities) -> Conversation {
    var conversation = Conversation(world)
    conversation.context.allowed = [.favorites]
    conversation.context.now = 1_767_268_800
    return conversation
  }

  /// Runs commands separated by "; ", saves their edits, and says yes to every question. Returns everything printed.
  @discardableResult
  mutating func keep(_ line: String) -> String {
    line.split(separator: "; ").map { keepOne(String($0)) }.joined()
  }

  private mutating func keepOne(_ line: String) -> String {
    context.now += 1
    context.newFavoriteID = FavoriteID.counted(from: session.favorites.all.count + 1, at: context.now)
    let known = effects.count
    var said = say(line)
    said += effects[known...].map { carryOut($0) }.joined()
    return said
  }

  private mutating func carryOut(_ effect: Effect) -> String {
    switch effect {
    case .ask(let question):
      "\(question.text.neutralised)?\n"
        + (question.events.flatMap { session.receive($0) } + question.effects).map { carryOut($0) }.joined()
    case .keepFavorites(let edit, let message):
      take(edit).map { carryOut($0) }.joined() + message.neutralised + "\n"
    case .notice(let message): message.neutralised + "\n"
    case .done(let deed): deed.lines.map { $0.neutralised + "\n" }.joined()
    default: ""
    }
  }

  /// Keeps an edit as the store does.
  mutating func take(_ edit: FavoritesEdit) -> [Effect] {
    let update = FavoritesUpdate(
      revision: session.favorites.revision + 1, isWhole: false, changed: edit.changes.compactMap(\.after),
      removed: edit.changes.compactMap { $0.after == nil ? $0.id : nil })
    return session.receive(.favoritesRead(session.favorites.updated(by: update)))
  }
}

extension FavoriteID {
  /// Makes ids that ascend.
  static func counted(from first: Int, at seconds: Int64) -> @Sendable () -> FavoriteID {
    let counter = Counter(first)
    return { FavoriteID(milliseconds: seconds * 1000, counter: UInt16(counter.next() & 0xFFF), random: 7) }
  }

  private final class Counter: Sendable {
    private let value: Mutex<Int>
    init(_ first: Int) { value = Mutex(first) }
    func next() -> Int {
      value.withLock { value in
        defer { value += 1 }
        return value
      }
    }
  }
}
