import GazetteerIndex
import GazetteerSession
import Glibc

/// The terminal of a run without a prompt, used only for questions. It is opened when the first question is asked, and
/// does not depend on the standard input and output. So a script can neither answer nor hide a question.
final class QuestionTerminal {
  private let path: String
  private var descriptor: Int32 = -1

  init(path: String) { self.path = path }

  deinit { if descriptor >= 0 { close(descriptor) } }

  var asker: Asker {
    Asker(
      columns: { self.isThere ? ScreenSize(of: self.descriptor).columns : nil },
      tell: { if self.isThere { DescriptorWriter(self.descriptor).write($0) } },
      read: { self.isThere ? self.line(after: $0) : nil })
  }

  private var isThere: Bool {
    if descriptor < 0 { descriptor = open(path, O_RDWR | O_CLOEXEC | O_NOCTTY) }
    return descriptor >= 0 && isatty(descriptor) == 1
  }

  private func line(after prompt: String) -> LineResult {
    TypeAhead.drop(from: descriptor)
    DescriptorWriter(descriptor).write(prompt)
    if let line = try? LineSource(descriptor: descriptor).next() {
      return .line(String(decoding: line.bytes, as: UTF8.self))
    }
    // End the row of the prompt.
    DescriptorWriter(descriptor).write("\n")
    return .endOfFile
  }
}
