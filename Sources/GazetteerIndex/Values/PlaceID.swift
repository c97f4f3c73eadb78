/// The identity that a place has in its source: a whole number or a text, kept as the source has it.
///
/// Numbers come before texts; texts order by code point, and are equal only where every code point is.
public enum SourceID: Hashable, Sendable {
  case number(Int64)
  case text(String)
}

extension SourceID {
  // Of their own, because two strings are equal that merely look alike, such as "é" in one code point and in two.
  public static func == (left: SourceID, right: SourceID) -> Bool {
    switch (left, right) {
    case (.number(let a), .number(let b)): a == b
    case (.text(let a), .text(let b)): a.utf8.elementsEqual(b.utf8)
    default: false
    }
  }

  public func hash(into hasher: inout Hasher) {
    switch self {
    case .number(let number): hasher.combine(number)
    case .text(var text): text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
  }
}

extension SourceID: Comparable {
  public static func < (left: SourceID, right: SourceID) -> Bool {
    switch (left, right) {
    case (.number(let a), .number(let b)): a < b
    case (.number, .text): true
    case (.text, .number): false
    case (.text(let a), .text(let b)): a.utf8.lexicographicallyPrecedes(b.utf8)
    }
  }
}

/// What a place is called from anywhere: its dataset's name and its identity there.
///
/// It outlives the dataset in memory: a refresh keeps its meaning, a close makes it unresolvable.
public struct PlaceID: Hashable, Sendable {
  public let dataset: String
  public let id: SourceID

  public init(dataset: String, id: SourceID) {
    self.dataset = dataset
    self.id = id
  }
}
