import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerShell

/// What `post` and `edit-location` take for a place, and what of it waits.
struct PostedPlacesTests {
  /// A station of an open dataset does not hide the town: both are offered. The control: a name that only one has.
  @Test(arguments: ["use all", "use stops", "use world"]) func aStationHidesNoTown(use: String) throws {
    let folder = try TemporaryFolder()
    let stops = try folder.file(
      "stops.csv", "id,name,lat,lon\nm,Munich Central Station,48.14,11.56\nq,Quiet Corner,1,2\n")
    let student = Student()
    student.say("login --user ada --new; open \(stops); \(use)")
    let answer = student.say("post munich --url https://example.org --unchecked")
    #expect(answer.contains("Munich, Bavaria, DE (world:2867714), Munich Central Station (stops:m)"), "\(answer)")
    #expect(student.say("post \"quiet corner\" --url https://example.org --unchecked").hasSuffix("posted Quiet Corner"))
    student.say("locations")
    #expect(student.say("edit-location 1 --place world:2867714").hasSuffix("updated Munich, Bavaria, DE"))
  }

  /// However unimportant it is, and also if the datasets in use have only less likely places than others.
  @Test func aSecondResultIsAlwaysOffered() throws {
    let folder = try TemporaryFolder()
    let towns = (1...6).map { "t\($0),Suva,\($0),2,900000" }.joined(separator: "\n")
    let datasets = [
      try folder.file("towns.csv", "id,name,lat,lon,population\n\(towns)\n"),
      try folder.file("stops.csv", "id,name,lat,lon\ns,Suva Station,-18,178\n"),
    ]
    let student = Student()
    student.say("login --user ada --new; open \(datasets[0]); open \(datasets[1]); use stops")
    let answer = student.say("post suva --url https://example.org --unchecked")
    #expect(answer.contains("Suva (1.0000,2.0000, towns:t1)") && answer.contains("Suva Station (stops:s)"), "\(answer)")
    #expect(student.say("locations --limit 0") == "0 places")
  }

  /// The same places are offered as to `favorite`, with the same question. Where people are is not among them.
  @Test(arguments: [
    ("1", "posted Springfield, Missouri, US"), ("2", "posted Springfield, Illinois, US"), ("", "nothing was chosen"),
  ])
  func theNumberOfAPlaceIsPosted(number: String, expected: String) {
    let student = Student()
    student.say("login --user ada --new --name Springfield; post munich --url https://example.org --unchecked")
    student.say("account --multiple on; use all; locations")
    student.willAnswer(number)
    let answer = student.say("post springfield --url https://example.org/2 --unchecked")
    #expect(answer.contains("1  Springfield, Missouri, US") && answer.contains("2  Springfield, Illinois, US"))
    #expect(answer.contains(expected) && !answer.contains("3  "), "\(answer)")
    student.willAnswer(number)
    let edit = student.say("edit-location 1 --place springfield")
    #expect(edit.contains(expected.replacingOccurrences(of: "posted", with: "updated")), "\(edit)")
    #expect(student.say("locations --limit 0") == (number.isEmpty ? "1 place" : "2 places"))
  }

  /// What waits is listed with one's own locations. The control: after it is given up, nothing is said.
  @Test func whatWaitsIsListedWithOnesOwn() {
    let student = Student { $0.web = KintoServer.client }
    student.say("login --user ada --new; post munich --url https://nowhere.invalid/")
    let listed = student.say("locations --own")
    #expect(listed.contains("waits to be sent: c1, post Munich, Bavaria, DE (https://nowhere.invalid/)"), "\(listed)")
    #expect(listed.contains("to give one up: outbox cancel c1"))
    #expect(!student.say("locations").contains("waits"))
    student.say("outbox cancel c1")
    #expect(!student.say("locations --own").contains("waits"))
  }
}
