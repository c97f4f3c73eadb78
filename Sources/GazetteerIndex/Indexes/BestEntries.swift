/// Lists the entries of a range by rank, best first; of equal ranks, the first entry first. An entry may represent a run
/// of others, so that a name that thousands of places share costs no more than the name of one place.
struct BestEntries {
  private let tree: RankTree
  private let range: Range<Int>
  /// The run that an entry represents, itself included.
  private let others: (Int) -> Range<Int>
  /// The runs of several entries that were listed, in ascending order.
  private var listed: [Range<Int>] = []
  /// What is left: a binary heap, so that the block with the best entry is the first.
  private var blocks: [Block] = []

  /// Nodes of a block of the tree that are not listed yet.
  private struct Block {
    let level: Int
    let number: Int
    var nodes: UInt16
    /// The best of the nodes, and its rank.
    var best: Int
    var rank: UInt32

    /// The entries of the best node.
    var entries: Range<Int> {
      let node = number * RankTree.fanOut + best
      return node << (4 * level)..<(node + 1) << (4 * level)
    }

    @inline(__always)
    static func < (left: Block, right: Block) -> Bool {
      left.rank != right.rank ? left.rank < right.rank : left.entries.lowerBound < right.entries.lowerBound
    }
  }

  /// O(log count).
  init(of range: Range<Int>, in tree: RankTree, others: @escaping (Int) -> Range<Int> = { $0..<$0 + 1 }) {
    self.tree = tree
    self.range = range
    self.others = others
    var (low, high) = (range.lowerBound, range.upperBound)
    for level in 0..<tree.height where low < high {
      let isTop = level == tree.height - 1
      // The parts of the range before the first and after the last whole block.
      let start = isTop ? high : min(high, (low + RankTree.fanOut - 1) / RankTree.fanOut * RankTree.fanOut)
      let end = isTop ? high : max(start, high / RankTree.fanOut * RankTree.fanOut)
      add(low..<start, at: level)
      add(end..<high, at: level)
      (low, high) = (start / RankTree.fanOut, end / RankTree.fanOut)
    }
  }

  /// The next entry and the run that it represents. O(log count).
  mutating func next() -> (best: Int, entries: Range<Int>)? {
    while let block = blocks.first {
      removeBestNode()
      let entries = block.entries
      guard !isListed(entries) else { continue }
      if block.level == 0 {
        let run = others(entries.lowerBound).clamped(to: range)
        if run.count > 1 { listed.insert(run, at: place(after: run.lowerBound)) }
        return (entries.lowerBound, run)
      }
      let first = block.number * RankTree.fanOut + block.best
      let level = block.level - 1
      add(first * RankTree.fanOut..<min((first + 1) * RankTree.fanOut, tree.count(at: level)), at: level)
    }
    return nil
  }

  /// Whether all of these entries are in a run that was listed. O(log runs).
  @inline(__always)
  private func isListed(_ entries: Range<Int>) -> Bool {
    guard !listed.isEmpty else { return false }
    let next = place(after: entries.lowerBound)
    return next > 0 && listed[next - 1].upperBound >= entries.upperBound
  }

  /// The number of listed runs that begin at an entry or before it.
  private func place(after entry: Int) -> Int {
    partition(0..<listed.count) { listed[$0].lowerBound <= entry }
  }

  /// Adds nodes of one block.
  private mutating func add(_ nodes: Range<Int>, at level: Int) {
    guard !nodes.isEmpty else { return }
    let number = nodes.lowerBound / RankTree.fanOut
    let places = UInt16(truncatingIfNeeded: (1 << nodes.count) - 1) << (nodes.lowerBound % RankTree.fanOut)
    guard let (best, rank) = tree.least(of: places, inBlock: number, at: level) else { return }
    let block = Block(level: level, number: number, nodes: places, best: best, rank: rank)
    prefetch(block)
    blocks.append(block)
    blocks.withUnsafeMutableBufferPointer { blocks in
      var hole = blocks.count - 1
      while hole > 0, block < blocks[(hole - 1) / 2] {
        blocks[hole] = blocks[(hole - 1) / 2]
        hole = (hole - 1) / 2
      }
      blocks[hole] = block
    }
  }

  /// Until the best node of a block is the best of all, the memory can get its ranks.
  @inline(__always)
  private func prefetch(_ block: Block) {
    if block.level == 1 { tree.prefetch(block: block.number * RankTree.fanOut + block.best) }
  }

  /// Takes the best node out of the first block, which moves to where its next one belongs.
  private mutating func removeBestNode() {
    var moving = blocks[0]
    moving.nodes &= ~(1 << UInt16(moving.best))
    if let (best, rank) = tree.least(of: moving.nodes, inBlock: moving.number, at: moving.level) {
      (moving.best, moving.rank) = (best, rank)
      prefetch(moving)
    } else {
      let last = blocks.removeLast()
      guard !blocks.isEmpty else { return }
      moving = last
    }
    blocks.withUnsafeMutableBufferPointer { blocks in
      var hole = 0
      while true {
        var child = 2 * hole + 1
        guard child < blocks.count else { break }
        if child + 1 < blocks.count, blocks[child + 1] < blocks[child] { child += 1 }
        guard blocks[child] < moving else { break }
        blocks[hole] = blocks[child]
        hole = child
      }
      blocks[hole] = moving
    }
  }
}
