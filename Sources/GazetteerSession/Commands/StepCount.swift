import GazetteerIndex

/// A number of changes.
package struct StepCount: Readable, Equatable {
  package let count: Int

  package static var expected: Message { "a number of changes, from 1 to \(Steps.most)" }
  package static var completes: Completes? { .nothing }

  package init(word: Untrusted) throws(Malformed) {
    guard let count = Int(word.text), (1...Steps.most).contains(count) else { throw Malformed() }
    self.count = count
  }
}
