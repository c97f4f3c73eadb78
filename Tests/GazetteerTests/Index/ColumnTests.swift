import Testing

@testable import GazetteerIndex

struct ColumnTests {
  /// Release builds do not check this, so the tests must.
  @Test func readingOutsideAColumnTrapsInTests() async {
    await #expect(processExitsWith: .failure) { _ = Column([7])[1] }
    await #expect(processExitsWith: .success, "the control") { _ = Column([7])[0] }
  }
}
