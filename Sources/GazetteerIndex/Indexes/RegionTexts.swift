/// Folded texts in ascending order, each with the regions that it belongs to.
struct RegionTexts: Sendable {
  let texts: TextTable
  /// The members of text `i` are `memberEnds[i]..<memberEnds[i + 1]`.
  private let memberEnds: Column<UInt32>
  private let allMembers: Column<UInt32>

  /// O(texts log texts).
  init(_ membersOfText: [[UInt8]: [UInt32]]) {
    var texts = TextTableDraft()
    var ends: [UInt32] = [0]
    var members: [UInt32] = []
    for (text, ofText) in membersOfText.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      text.withUnsafeBufferPointer { texts.append($0) }
      members += ofText
      ends.append(UInt32(members.count))
    }
    self.texts = TextTable(texts)
    memberEnds = Column(ends)
    allMembers = Column(members)
  }

  /// The texts that begin with `beginning`. O(log texts).
  func beginning(with beginning: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    let low = partition(0..<texts.count) { texts[$0].lexicographicallyPrecedes(beginning) }
    return low..<partition(low..<texts.count) { texts[$0].starts(with: beginning) }
  }

  func members(of text: Int) -> UnsafeBufferPointer<UInt32> {
    UnsafeBufferPointer(rebasing: allMembers.elements[Int(memberEnds[text])..<Int(memberEnds[text + 1])])
  }
}

extension RegionTexts: Archived {
  init(_ archive: inout some Archive, copying known: RegionTexts?) throws(SnapshotError) {
    texts = try archive.part(known?.texts)
    memberEnds = try archive.part(known?.memberEnds)
    allMembers = try archive.part(known?.allMembers)
    guard memberEnds.count == texts.count + 1 else { throw archive.damage }
  }
}
