import CEditline
import Glibc
import Synchronization

/// Where any thread leaves what the terminal's thread should look at. Posting wakes a `poll` over `descriptor`.
package final class Mailbox<Element: Sendable>: Sendable {
  /// Readable while the box is not empty, and once after an element was drained right when it came; -1 if the process was out of descriptors.
  package let descriptor: Int32
  private let elements = Mutex<[Element]>([])

  package init() { descriptor = eventfd(0, Int32(EFD_NONBLOCK | EFD_CLOEXEC)) }
  deinit { if descriptor >= 0 { close(descriptor) } }

  package func post(_ element: Element) {
    elements.withLock { $0.append(element) }
    // Not under the lock, where the thread that wakes would have to wait. It fails only if the counter is full, and then
    // the box is readable anyway.
    var one: UInt64 = 1
    _ = write(descriptor, &one, 8)
  }

  /// Everything posted so far, oldest first; the box is empty afterwards.
  package func drain() -> [Element] {
    elements.withLock { elements in
      var count: UInt64 = 0
      _ = read(descriptor, &count, 8)
      defer { elements = [] }
      return elements
    }
  }
}
