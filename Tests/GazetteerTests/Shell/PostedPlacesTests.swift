import GazetteerIndex
import Testing

@testable import GazetteerShell

/// What `post` and `edit-location` take for a place, and what of it waits.
struct PostedPlacesTests {
  /// A station of the datasets in use does not hide the town: both are offered. The control: if the town is in use too, it
  /// is clearly meant.
  @Test(arguments: ["use all", "use stops"]) func aStationInUseHidesNoTown(use: String) throws {
    let folder = try TemporaryFolder()
    let stops = try folder.file(
      "stops.csv", "id,name,lat,lon\nm,Munich Central Station,48.14,11.56\nq,Quiet Corner,1,2\n")
    let student = Student()
    student.say("login --user ada --new; open \(stops); \(use)")
    let answer = student.say("post munich --url https://example.org --unchecked")
    guard use == "use stops" else {
      #expect(answer.hasSuffix("posted Munich, Bavaria, DE"), "\(answer)")
      return
    }
    #expect(answer.contains("Munich, Bavaria, DE (world:2867714), Munich Central Station (stops:m)"), "\(answer)")
    #expect(student.say("post \"quiet corner\" --url https://example.org --unchecked").hasSuffix("posted Quiet Corner"))
    student.say("locations")
    #expect(student.say("edit-location 1 --place world:2867714").hasSuffix("updated Munich, Bavaria, DE"))
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
