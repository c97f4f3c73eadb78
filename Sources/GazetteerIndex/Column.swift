import Glibc

/// Elements that never change, read in place: in memory of their own or inside a snapshot.
///
/// Reading outside `0..<count` traps in debug builds only: rows come from the indexes, whose bounds tests check by
/// `checkInvariants`; what a snapshot holds inside its sections is trusted. At least 64 readable bytes follow the last
/// element.
package struct Column<Element: BitwiseCopyable & Sendable>: @unchecked Sendable {
  // Unchecked: the memory is written before the column exists and never after; `owner` keeps it alive.
  package let pointer: UnsafePointer<Element>
  package let count: Int
  private let owner: Memory?

  /// A copy of `elements`.
  package init(_ elements: some Collection<Element>) {
    let memory = Memory(bytes: elements.count * MemoryLayout<Element>.stride)
    let start = memory.address.bindMemory(to: Element.self, capacity: elements.count)
    _ = UnsafeMutableBufferPointer(start: start, count: elements.count).initialize(from: elements)
    self.init(pointer: UnsafePointer(start), count: elements.count, owner: memory)
  }

  /// `count` elements that `fill` writes.
  package init<Failure: Error>(
    count: Int, filledBy fill: (UnsafeMutablePointer<Element>) throws(Failure) -> Void
  ) throws(Failure) {
    let memory = Memory(bytes: count * MemoryLayout<Element>.stride)
    let start = memory.address.bindMemory(to: Element.self, capacity: count)
    try fill(start)
    self.init(pointer: UnsafePointer(start), count: count, owner: memory)
  }

  /// The elements at an address whose memory somebody else keeps for the life of the process.
  package init(immortal bytes: UnsafeRawBufferPointer) {
    let count = bytes.count / MemoryLayout<Element>.stride
    guard count > 0, let start = bytes.baseAddress else {
      self.init([])
      return
    }
    self.init(pointer: start.assumingMemoryBound(to: Element.self), count: count, owner: nil)
  }

  private init(pointer: UnsafePointer<Element>, count: Int, owner: Memory?) {
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

  package var isEmpty: Bool { count == 0 }
  package var elements: UnsafeBufferPointer<Element> { UnsafeBufferPointer(start: pointer, count: count) }
  package var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(elements) }
}

/// Zeroed memory with 64 bytes to spare, so that loops may read whole vectors at its end.
private final class Memory {
  let address: UnsafeMutableRawPointer

  init(bytes: Int) {
    address = .allocate(byteCount: bytes + 64, alignment: 64)
    memset(address, 0, bytes + 64)
  }

  deinit { address.deallocate() }
}
