import GazetteerIndex

/// What `about` says about the program.
package struct ProgramFacts: Equatable, Sendable {
  /// A user's file that the program reads or writes.
  package struct File: Equatable, Sendable {
    package let what: String
    package let path: Untrusted

    package init(_ what: String, _ path: Untrusted) {
      self.what = what
      self.path = path
    }
  }

  package var version = ""
  package var licence = ""
  package var files: [File] = []

  package init() {}
}
