import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerShell

/// Reading the source of an open dataset again.
@Suite struct OpeningTests {
  private let folder: TemporaryFolder
  private let title = "stop_id,stop_name,stop_lat,stop_lon\n"

  init() throws { folder = try TemporaryFolder() }

  private func write(_ rows: String) throws { _ = try folder.file("feed/stops.txt", title + rows) }

  /// The controls: places that differ in one value, and another number of them.
  @Test(arguments: ["feed", "feed/stops.txt"]) func whatIsTheSameHasNotChanged(source: String) throws {
    try FileManager.default.createDirectory(atPath: folder.path + "/feed", withIntermediateDirectories: true)
    try write("1,A,40,-74\n2,B,41,-74\n")
    let student = Student(in: folder.path)
    student.say("open \(folder.path)/\(source) --as stops; search A; check 1")
    let before = student.interpreter.session
    #expect(student.say("refresh") == "stops has not changed")
    #expect(student.interpreter.session == before)
    // Also after it was written again.
    try write("1,A,40,-74\n2,B,41,-74\n")
    #expect(student.say("refresh") == "stops has not changed")
    for rows in ["1,A,40,-74\n2,C,41,-74\n", "1,A,40,-74\n2,C,41,-73\n", "1,A,40,-74\n3,C,41,-73\n"] {
      try write(rows)
      #expect(student.say("refresh").hasPrefix("stops now has 2 places"))
      #expect(student.say("refresh") == "stops has not changed")
    }
    try write("1,A,40,-74\n")
    #expect(student.say("refresh").hasPrefix("stops now has 1 place (before: 2)"))
    // A row that is left out is a change too.
    try write("1,A,40,-74\n4,,40,-74\n")
    #expect(student.say("refresh").contains("left out 1 row"))
  }

  /// The control is a file with ids that are the numbers of its rows.
  @Test(arguments: [true, false]) func marksStayWithPlacesWithoutIDs(givesIDs: Bool) throws {
    func write(_ names: [String]) throws {
      let rows = names.enumerated().map { givesIDs ? "\($0),\($1),40,-74" : "\($1),40,-74" }
      _ = try folder.file("a.csv", (givesIDs ? "id," : "") + "name,lat,lon\n" + rows.joined(separator: "\n"))
    }
    try write(["Alpha", "Beta", "Gamma"])
    let student = Student(in: folder.path)
    student.say("open \(folder.path)/a.csv; search Gamma; check 1; search Beta; check 1; favorite 1")
    try write(["New", "Alpha", "Beta", "Gamma"])
    #expect(student.say("refresh").hasPrefix("a now has 4 places (before: 3)"))
    #expect(student.say("checked").contains("Alpha") == givesIDs)
    #expect(student.say("checked").contains("Gamma") != givesIDs)
    #expect(student.say("search Beta --from a").contains("✓  ♥") != givesIDs)
    try write(["Alpha", "Beta"])
    #expect(student.say("refresh").contains("1 place with a check mark does not exist any more"))
  }
}
