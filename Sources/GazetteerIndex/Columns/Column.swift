import Glibc

/// An immutable array that is read in place: in its own memory or inside a snapshot.
///
/// Reading outside `0..<count` traps only in debug builds: rows come from the indexes, whose bounds are checked in
/// tests (`checkInvariants`), and, if a snapshot is not from this program, when it is opened (`DatasetCheck`). At least
/// 64 readable bytes follow the last element.
package struct Column<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  // Unchecked: the memory is written before the column exists and never after; `owner` keeps it alive.
  package let pointer: UnsafePointer<Element>
  package let count: Int
  private let owner: AnyObject?

  /// Copies `elements`.
  package init(_ elements: some Collection<Element>) {
    let memory = Memory(bytes: elements.count * MemoryLayout<Element>.stride)
    let start = memory.address.bindMemory(to: Element.self, capacity: elements.count)
    _ = UnsafeMutableBufferPointer(start: start, count: elements.count).initialize(from: elements)
    self.init(pointer: UnsafePointer(start), count: elements.count, owner: memory)
  }

  /// Creates `count` elements, which `fill` writes.
  package init<Failure: Error>(
    count: Int, filledBy fill: (UnsafeMutablePointer<Element>) throws(Failure) -> Void
  ) throws(Failure) {
    let memory = Memory(bytes: count * MemoryLayout<Element>.stride)
    let start = memory.address.bindMemory(to: Element.self, capacity: count)
    try fill(start)
    self.init(pointer: UnsafePointer(start), count: count, owner: memory)
  }

  /// Uses the elements at an address that stays valid as long as `owner`; nil: for the life of the process.
  package init(at bytes: UnsafeRawBufferPointer, of owner: AnyObject?) {
    let count = bytes.count / MemoryLayout<Element>.stride
    guard count > 0, let start = bytes.baseAddress else {
      self.init([])
      return
    }
    self.init(pointer: start.assumingMemoryBound(to: Element.self), count: count, owner: owner)
  }

  private init(pointer: UnsafePointer<Element>, count: Int, owner: AnyObject?) {
    self.pointer = pointer
    self.count = count
    self.owner = owner
  }

  package subscript(_ index: Int) -> Element {
    @inline(__always) get {
      assert(index >= 0 && index < count)
      return pointer[index]
    }
  }

  /// The elements of a range, in the same memory. O(1).
  subscript(_ range: Range<Int>) -> Column {
    assert(range.lowerBound >= 0 && range.upperBound <= count)
    return Column(pointer: pointer + range.lowerBound, count: range.count, owner: owner)
  }

  package var isEmpty: Bool { count == 0 }
  package var elements: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: pointer, count: count) }
  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(elements) }
}

extension Column: Archived {
  init(_ archive: inout some Archive, copying known: Column?) throws(SnapshotError) {
    let section = try archive.section(known?.bytes, of: known?.owner)
    guard section.count % MemoryLayout<Element>.stride == 0 else { throw archive.damage }
    self = known ?? Column(at: section, of: archive.owner)
  }
}

extension Column where Element: FixedWidthInteger {
  /// The column of `elements`; empty if all are 0.
  static func sparse(_ elements: [Element]) -> Column {
    elements.allSatisfy { $0 == 0 } ? Column([]) : Column(elements)
  }
}

extension Column<UInt8> {
  /// How often each byte value occurs in a sample of 4 kB from all parts. O(1).
  var sampledByteCounts: [UInt32] {
    var counts = [UInt32](repeating: 0, count: 256)
    let step = Swift.max(64, count / 64)
    counts.withUnsafeMutableBufferPointer { counts in
      for start in stride(from: 0, to: count, by: step) {
        for position in start..<Swift.min(start + 64, count) { counts[Int(pointer[position])] += 1 }
      }
    }
    return counts
  }
}

/// Zeroed memory with 64 extra bytes, so that loops may read whole vectors at its end.
///
/// Large memory is in huge pages, since a search reads a few bytes here and there: with pages of 4 kB, finding the page
/// would take as long as reading the bytes.
private final class Memory {
  let address: UnsafeMutableRawPointer
  /// What the system gave for large memory; nil: it was allocated.
  private let mapping: UnsafeMutableRawBufferPointer?

  private static let hugePage = 2 << 20
  /// Memory of this size and more is in huge pages.
  private static let large = 8 * hugePage

  init(bytes: Int) {
    if bytes >= Self.large, let mapping = Self.mapping(of: bytes + 64 + Self.hugePage), let start = mapping.baseAddress
    {
      self.mapping = mapping
      address = start.alignedUp(toMultipleOf: Self.hugePage)
      // The rest of the last huge page would not be used.
      madvise(address, bytes / Self.hugePage * Self.hugePage, MADV_HUGEPAGE)
      return
    }
    mapping = nil
    address = .allocate(byteCount: bytes + 64, alignment: 64)
    memset(address, 0, bytes + 64)
  }

  /// Memory that the system fills with zeros when it is touched; nil if there is none.
  private static func mapping(of bytes: Int) -> UnsafeMutableRawBufferPointer? {
    let start = mmap(nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    return start == MAP_FAILED ? nil : UnsafeMutableRawBufferPointer(start: start, count: bytes)
  }

  deinit {
    if let mapping { munmap(mapping.baseAddress, mapping.count) } else { address.deallocate() }
  }
}
