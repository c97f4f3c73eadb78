import GazetteerIndex
import Testing

@testable import GazetteerShell

/// Lists that come when a job has ended fit the window.
@Suite struct FittingTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try ManyLocations.make(100, in: folder.path)
  }

  private func student(rows: Int?, columns: Int = 80) -> Student {
    let student = Student(in: folder.path)
    student.interpreter.opensInBackground = true
    student.interpreter.openingPatience = 0
    (student.interpreter.rows, student.interpreter.width) = (rows, columns)
    return student
  }

  /// What is printed after `wait`, or above the line that is being typed, without what the login says.
  private func list(after line: String, _ student: Student, isAbove: Bool) -> String {
    student.say(line)
    var said = ""
    if isAbove {
      while !student.interpreter.jobs.isIdle {
        student.awaitJob()
        said += student.interpreter.news(of: student.interpreter.jobs.ended()).map { $0.neutralised + "\n" }.joined()
      }
    } else {
      said = student.say("wait") + "\n"
    }
    let lines = said.split(separator: "\n").drop { !$0.contains("#") }
    return lines.map { $0 + "\n" }.joined()
  }

  @Test(
    arguments: [(12, 80, 9), (12, 40, 4), (24, 80, 20), (40, 80, 20), (5, 80, 2), (2, 80, 1)], [false, true])
  func theListAfterALoginFitsTheWindow(window: (rows: Int, columns: Int, listed: Int), isAbove: Bool) {
    let student = student(rows: window.rows, columns: window.columns)
    let list = list(after: "login --user ada", student, isAbove: isAbove)
    #expect(student.interpreter.session.filtered.count == window.listed, "\(list)")
    let size = ScreenSize(columns: window.columns, rows: window.rows)
    if window.listed > 1 { #expect(size.height(of: list) < window.rows, "\(list)") }
    #expect(list.hasSuffix("\(window.listed) of at least 100 places; the rest: more\n"), "\(list)")
    // What is asked for has as many rows as always.
    student.say("more")
    #expect(student.interpreter.session.filtered.count == window.listed + 20)
    student.say("locations")
    #expect(student.interpreter.session.filtered.count == 20)
  }

  @Test func listHasAsManyRowsAsAlways() {
    let student = student(rows: 8)
    #expect(list(after: "login --user ada", student, isAbove: true).contains("; the rest: more"))
    #expect(student.interpreter.session.filtered.count < 8)
    student.say("list")
    #expect(student.interpreter.session.filtered.count == 20)
  }

  /// The controls: without a window, and for a program that reads the list, all of it is printed.
  @Test(arguments: [
    (nil, "login --user ada"), (8, "login --user ada --json"), (8, "set format json; login --user ada"),
    (8, "login --user ada --format csv"),
  ])
  func elsewhereTheListIsWhole(rows: Int?, line: String) {
    let student = student(rows: rows)
    _ = list(after: line, student, isAbove: false)
    #expect(student.interpreter.session.filtered.count == 20)
  }
}
