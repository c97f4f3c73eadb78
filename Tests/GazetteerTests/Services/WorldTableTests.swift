import GazetteerIndex
import GazetteerServices
import Testing

@Suite struct WorldTableTests {
  @Test func aRowBecomesAPlace() throws {
    let row = "2867714|Munich|München;Monaco di Baviera|48.13743|11.57549|DE|1505005|Europe/Berlin|02|Bavaria\n"
    let world = try dataset("# a remark\n\n" + row.replacing("|", with: "\t"))
    #expect(world.count == 1)
    let munich = world.place(try #require(world.row(of: .number(2_867_714))))
    #expect(munich.name == Untrusted("Munich"))
    #expect(munich.alternates == [Untrusted("München"), Untrusted("Monaco di Baviera")])
    #expect(munich.coordinate == Coordinate(latitude: 48.13743, longitude: 11.57549))
    #expect(munich.region.country == Untrusted("DE"))
    #expect(munich.region.admin1 == Untrusted("02"))
    #expect(munich.region.admin1Name == Untrusted("Bavaria"))
    #expect(munich.population == 1_505_005)
    #expect(munich.timeZone == Untrusted("Europe/Berlin"))
    #expect(munich.categories == [Untrusted("city")])
  }

  @Test(arguments: [
    ("1\tA\t\t0\t0\tDE\t0\tUTC\t\t", nil),
    ("1\tA\t\t0\t0\tDE\t0\tUTC\t", "9 columns; there are 10"),
    ("1\tA\t\t0\t0\tDE\t0\tUTC\t\t\t", "11 columns; there are 10"),
    ("x\tA\t\t0\t0\tDE\t0\tUTC\t\t", "a number is malformed"),
    ("1\tA\t\tx\t0\tDE\t0\tUTC\t\t", "a number is malformed"),
    ("1\tA\t\t0\t\tDE\t0\tUTC\t\t", "a number is malformed"),
    ("1\tA\t\t0\t0\tDE\t-1\tUTC\t\t", "a number is malformed"),
  ])
  func aFaultIsToldWithItsLine(row: String, reason: String?) {
    let text = "# a remark\n" + row + "\n"
    if let reason {
      #expect(throws: WorldTable.Fault(line: 2, reason: reason)) { try dataset(text) }
    } else {
      #expect(throws: Never.self) { try dataset(text) }
    }
  }
}

private func dataset(_ table: String) throws -> Dataset {
  var places = DatasetBuilder()
  try Array(table.utf8).withUnsafeBufferPointer { try WorldTable.add($0, to: &places) }
  return Dataset(name: "world", about: DatasetAbout(format: "world"), builder: places)
}
