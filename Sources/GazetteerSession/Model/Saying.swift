import GazetteerIndex

/// How it is said what a command does after its reply: with `--json` as an object, otherwise in notices.
package struct Saying: Equatable, Sendable {
  /// The canonical name of the command.
  package let command: String
  package let format: Format
  private let hasView: Bool
  private let hasResult: Bool

  package init(_ reply: Reply) {
    command = reply.command
    format = reply.format
    hasView = reply.view != nil
    hasResult = reply.hasResult
  }

  /// Whether it is said as an object.
  package var isObject: Bool { format.isObject && hasResult }

  /// The line of `--json` for what the command has done; nil if a notice says it.
  package func object(_ deed: Deed) -> String? {
    guard isObject else { return nil }
    var reply = Reply(deed)
    reply.command = command
    reply.format = format
    return reply.rendered(in: Style())
  }

  /// The same for a remark. If the command has shown something, that is its result, and remarks are notices.
  package func object(_ remark: Message) -> String? { hasView ? nil : object(Deed([remark])) }
}
