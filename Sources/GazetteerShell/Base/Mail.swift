import GazetteerIndex

/// A mailbox as the prompt sees it: something that wakes it, and turns into messages to show.
package struct Mail {
  /// Readable while there is mail; -1 for none ever.
  package let descriptor: Int32
  /// Takes what there is, and says what of it the user should read.
  package let open: () -> [Message]

  /// Opens `mailbox` with `receive`, which does what the elements ask for on the thread of the terminal.
  package init<Element>(_ mailbox: Mailbox<Element>, receive: @escaping ([Element]) -> [Message]) {
    descriptor = mailbox.descriptor
    open = { receive(mailbox.drain()) }
  }

  private init() {
    descriptor = -1
    open = { [] }
  }

  /// Nobody writes.
  package static var none: Mail { Mail() }
}
