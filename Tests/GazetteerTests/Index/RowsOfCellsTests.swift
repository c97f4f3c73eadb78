import Testing

@testable import GazetteerIndex

/// The index of the rows of each cell beside a scan of all cells.
@Suite struct RowsOfCellsTests {
  @Test(arguments: [(0, 1), (1, 1), (7, 9), (1000, 1), (1000, 300), (1 << 18 + 5, 5000)])
  func theRowsAreThoseOfAScan(_ count: Int, _ cellCount: Int) throws {
    var random = SplitMix(state: UInt64(count))
    let cells = (0..<count).map { _ in UInt32(Int.random(in: 0..<cellCount, using: &random)) }
    let index = try RowsOfCells(Column(cells), count: cellCount, Cancellation())
    var listed = BitSet(capacity: cellCount)
    for cell in stride(from: 0, to: cellCount, by: 7) { listed.insert(cell) }
    for wanted in [.listed(listed), .between(cellCount / 3..<cellCount / 2 + 1), .between(0..<0)] as [ValueColumn.Cells]
    {
      let expected = cells.indices.filter { wanted.contains(Int(cells[$0])) }
      #expect(index.count(of: wanted) == expected.count)
      let isSame = index.set(of: wanted).numbers == expected
      #expect(isSame)
    }
  }
}
