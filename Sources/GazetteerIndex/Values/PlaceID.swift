/// The identity of a place in its source: a whole number or a text, exactly as the source has it.
///
/// Numbers sort before texts. Texts sort by code point, and are equal only if all their code points are.
public enum SourceID: Hashable, Sendable {
  case number(Int64)
  case text(String)
}

extension SourceID {
  // Not synthesised: two strings are equal in Swift if they look alike, such as "é" in one code point and in two.
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

extension SourceID {
  /// As its source writes it.
  package var written: Untrusted {
    switch self {
    case .number(let number): Untrusted(String(number))
    case .text(let text): Untrusted(text)
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

/// Identifies a place among all datasets: the name of its dataset and its identity there.
///
/// It stays valid when the dataset is closed and opened again. While the dataset is closed, its place cannot be found.
public struct PlaceID: Hashable, Sendable {
  public let dataset: String
  public let id: SourceID

  public init(dataset: String, id: SourceID) {
    self.dataset = dataset
    self.id = id
  }
}
