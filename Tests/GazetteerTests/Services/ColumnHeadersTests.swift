import Testing

@testable import GazetteerIndex
@testable import GazetteerServices

/// Columns with the same name get different ones, and nothing in them is lost.
@Suite struct ColumnHeadersTests {
  @Test(arguments: [
    (["a", "b"], ["a", "b"]), (["a", "a", "a"], ["a", "a_2", "a_3"]), (["a", "A"], ["a", "A"]),
    (["a", "a_2", "a", "a"], ["a", "a_2", "a_3", "a_4"]), (["a", "a", "a_2", "a_2"], ["a", "a_3", "a_2", "a_2_2"]),
    (["", "", "a"], ["", "", "a"]), ([], []),
  ])
  func areDifferent(_ headers: [String], _ names: [String]) {
    #expect(ColumnHeaders(headers.map { Untrusted($0) }).names.map(\.text) == names)
  }

  @Test func bothColumnsAreKeptAndTold() throws {
    let folder = try TemporaryFolder()
    let file = try folder.file("notes.csv", "name,note,lat,lon,note\nA,one,1,2,two\n")
    let dataset = try openDataset(at: file, named: "notes", as: .csv)
    #expect(dataset.place(0).attributes.map(\.key.text) == ["note", "note_2"])
    #expect(dataset.place(0).attributes.map(\.value.text) == ["one", "two"])
    #expect(
      dataset.about.problems.map(\.neutralised) == [
        #"an earlier column is called "note" too; this one is now "note_2""#
      ])
  }
}
