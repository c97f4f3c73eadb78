import GazetteerIndex

/// A mailbox as the prompt sees it: something that wakes it, and gives messages to show.
package struct Mail {
  /// Readable while there is mail; -1 if there never is any.
  package let descriptor: Int32
  /// Empties the mailbox; returns what the user should read.
  package let open: () -> [Message]

  /// - Parameter receive: handles what was posted, on the terminal's thread.
  package init<Element>(_ mailbox: Mailbox<Element>, receive: @escaping ([Element]) -> [Message]) {
    descriptor = mailbox.descriptor
    open = { receive(mailbox.drain()) }
  }

  private init() {
    descriptor = -1
    open = { [] }
  }

  /// Mail that never comes.
  package static var none: Mail { Mail() }
}
