/// Where a dataset comes from, and what its import had to say.
public struct DatasetAbout: Equatable, Sendable {
  /// The path it was opened from; nil for the built-in one.
  public var source: Untrusted?
  /// The name of its format, as `--format` takes it.
  public var format: String
  /// Whom to credit, as its licence asks; carried into every export.
  public var attribution: Untrusted?
  /// When the source says that it last changed, as it says so.
  public var lastModified: Untrusted?
  /// How many rows were left out.
  public var skipped = 0
  /// How many places were kept without their position, which is not on the globe.
  public var unplaced = 0
  /// How many oddities there were that left nothing out.
  public var warnings = 0
  /// The first of the rows left out, kept without their position or odd, each with its place in the file and the reason.
  public var problems: [Message] = []
  /// How long it took to open.
  public var seconds: Double = 0

  public init(source: Untrusted? = nil, format: String, attribution: Untrusted? = nil) {
    self.source = source
    self.format = format
    self.attribution = attribution
  }
}
