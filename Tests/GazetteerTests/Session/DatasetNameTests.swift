import GazetteerIndex
import Testing

@testable import GazetteerSession

@Suite struct DatasetNameTests {
  @Test(
    arguments: [
      ("data/NJ_Transit.csv", "nj-transit"), ("a.b.json", "a"), ("/x/.hidden", "hidden"), ("Łódź.json", "lodz"),
      ("東京.json", "data"), ("東京 2.json", "2"), ("-", "data"), ("cities", "cities"), ("-- x --", "x"),
    ] as [(String, String)])
  func aDatasetIsNamedAfterItsFile(path: String, name: String) {
    #expect(DatasetName(ofFile: Untrusted(path)).text == name)
  }
}
