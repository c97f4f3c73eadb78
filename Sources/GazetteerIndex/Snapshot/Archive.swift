/// A snapshot that is being written or read, section by section.
///
/// One list of parts is used for both directions, so writing and reading always have the same order: see `Archived`.
protocol Archive {
  /// The next section. A writer adds `known`, which stays as long as `owner`, and returns it; a reader gets nil and
  /// returns what the snapshot has.
  mutating func section(
    _ known: UnsafeRawBufferPointer?, of owner: AnyObject?
  ) throws(SnapshotError) -> UnsafeRawBufferPointer

  /// What to throw if the section read last does not fit the others.
  var damage: SnapshotError { get }

  /// Keeps the sections where they are; nil: they are there for the life of the process.
  var owner: AnyObject? { get }
}

extension Archive {
  /// The next part. A writer passes the part to write, a reader nil.
  mutating func part<Part: Archived>(_ known: Part?) throws(SnapshotError) -> Part {
    try Part(&self, copying: known)
  }
}

/// A value that is stored in a snapshot as one or more sections.
protocol Archived {
  /// Goes through the sections in their order. When writing, `known` is the value to write, and the new value is a copy
  /// of it. When reading, `known` is nil.
  init(_ archive: inout some Archive, copying known: Self?) throws(SnapshotError)
}
