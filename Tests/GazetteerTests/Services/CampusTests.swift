import GazetteerIndex
import Testing

@testable import GazetteerServices

/// A10: the form of a campus map server.
@Suite struct CampusTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func open(_ text: String) throws -> Dataset {
    try openDataset(at: try folder.file("campus.json", text), named: "campus")
  }

  @Test func aPlaceHasItsFactsInOrder() throws {
    let campus = try open(
      #"""
      {"0":{"_id":0,"lastModified":"Sat Apr 16 2016"},
       "7":{"hoursWeekend":"Closed","hoursWeek":"8AM - 10PM","snippet":"Halls","shortName":"Javits","_id":"7",
            "name":"Javits Center","coordX":"40.912929","coordY":"-73.122083","category":"Lecture"},
       "3":{"_id":3,"name":"Gate","coordX":40.5,"coordY":-73.5,"category":"","snippet":null}}
      """#)
    #expect(campus.about.format == "campus" && campus.about.lastModified == Untrusted("Sat Apr 16 2016"))
    let (hall, gate) = (campus.place(0), campus.place(1))
    #expect(hall.id.id == .number(7) && hall.categories == [Untrusted("Lecture")])
    #expect(hall.coordinate == Coordinate(latitude: 40.912929, longitude: -73.122083))
    #expect(hall.attributes.map(\.key.text) == ["short name", "snippet", "hours Mon-Fri", "hours Sat-Sun"])
    #expect(hall.attributes.map(\.value.text) == ["Javits", "Halls", "8AM - 10PM", "Closed"])
    #expect(gate.id.id == .number(3) && gate.categories == [Untrusted("Default")] && gate.attributes.isEmpty)
    #expect(gate.coordinate == Coordinate(latitude: 40.5, longitude: -73.5))
  }

  @Test func recordsWithoutAPlaceAreLeftOutAndReported() throws {
    let campus = try open(
      #"""
      {"1":{"_id":1,"name":"A","coordX":"1","coordY":"2"},"2":{"_id":2,"name":"B","coordX":"1"},
       "5":{"_id":5,"name":" ","coordX":"1","coordY":"2"},"6":7,"8":{"_id":8,"name":"C","coordX":"north","coordY":"2"},
       "9":{"_id":1,"name":"D","coordX":"1","coordY":"2"},"10":{"name":"E","coordX":"91","coordY":"200"}}
      """#)
    #expect((0..<campus.count).map { campus.place($0).name.text } == ["A", "D", "E"])
    #expect(campus.place(1).id.id != .number(1) && campus.place(1).coordinate == Coordinate(latitude: 1, longitude: 2))
    #expect(campus.place(2).id.id == .number(10) && campus.place(2).coordinate == nil)
    #expect(
      campus.about.problems.map(\.neutralised) == [
        "\"2\": no position", "\"5\": no name", "\"6\": not a record",
        "\"8\": a position that is not a number: \"north\"",
        "\"9\": an earlier place has the same id \"1\"; it was kept with another one",
        "\"10\": kept without its position 91.0,200.0, which is not on the globe",
      ])
  }

  @Test func aDamagedFileIsRefusedWithItsPlace() throws {
    let error = try #require(throws: ImportError.self) {
      try open("{\"0\":{\"lastModified\":\"x\"},\n \"1\":{\"name\":}}")
    }
    guard case .malformed(.campus, 2, 14, _) = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test(.enabled(if: SharedData.has("data/campus"), SharedData.absent))
  func theRealFileIsReadWhole() throws {
    let campus = try openDataset(at: SharedData.url("data/campus/server.json").path, named: "campus")
    #expect(campus.count == 79 && campus.about.skipped == 0 && campus.about.unplaced == 0)
    #expect(campus.categories.count == 9)
    #expect(campus.about.lastModified == Untrusted("Sat Apr 16 2016 18:49:40 GMT-0400 (EDT)"))
    let machines = (0..<campus.count).map(campus.place).filter { $0.categories == [Untrusted("ATM")] }
    #expect(machines.count == 8 && Set(machines.map(\.id)).count == 8)
    #expect(machines.allSatisfy { $0.coordinate != nil })
  }
}
