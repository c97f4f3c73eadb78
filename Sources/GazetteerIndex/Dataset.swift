/// A named, immutable set of places from one source, in columns, with the indexes over them.
public final class Dataset: Sendable {
  public let name: String
  public let about: DatasetAbout
  /// The number of places; rows are 0..<count, in the source's order.
  public let count: Int

  package init(name: String, about: DatasetAbout, builder: consuming DatasetBuilder) {
    self.name = name
    self.about = about
    count = 0
  }

  /// The place in a row. O(its size).
  package func place(_ row: Int) -> Place { preconditionFailure() }
  /// The row of an identity. O(log count).
  package func row(of id: SourceID) -> Int? { nil }
  /// The categories in ascending order, each with the number of its places.
  package var categories: [(name: Untrusted, count: Int)] { [] }
}

/// Where a dataset comes from, and what its import had to say.
public struct DatasetAbout: Equatable, Sendable {
  /// The path it was opened from; nil for the built-in one.
  public var source: Untrusted?
  /// The name of its format, as `--format` takes it.
  public var format: String
  /// Whom to credit, as its licence asks; carried into every export.
  public var attribution: Untrusted?
  /// How many rows were left out.
  public var skipped = 0
  /// The first of the rows left out, each with its place in the file and the reason.
  public var problems: [Message] = []
  public var seconds: Double = 0

  public init(source: Untrusted? = nil, format: String, attribution: Untrusted? = nil) {
    self.source = source
    self.format = format
    self.attribution = attribution
  }
}
