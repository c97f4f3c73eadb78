import Foundation

@testable import GazetteerServices
@testable import GazetteerShell

extension Student {
  /// Somebody at a prompt, where the network is used in the background, with the service `campus` at an address.
  static func atCampusPrompt(
    _ address: String, dialect: String = "kinto", in folder: TemporaryFolder
  ) throws -> Student {
    let config = folder.path + "/gaz"
    try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: true)
    let url = dialect == "kinto" ? "\(address)/v1" : address
    let keys = dialect == "parse" ? "application-id = \"app\"\nrest-key = \"key\"\n" : ""
    try Data("[campus]\ndialect = \"\(dialect)\"\nurl = \"\(url)\"\n\(keys)".utf8)
      .write(to: URL(fileURLWithPath: config + "/services.toml"))
    let path = folder.path
    let student = Student(in: folder.path) { environment in
      let variables = ["XDG_CONFIG_HOME": path, "XDG_STATE_HOME": path, "TERM": "xterm"]
      environment.variable = { variables[$0] }
      environment.web = KintoServer.client
    }
    student.interpreter.opensInBackground = true
    student.interpreter.openingPatience = 0
    return student
  }

  /// Logs in in the background, and waits only for that: the locations are then being fetched. Returns what is said.
  @discardableResult
  func logIn(_ line: String) -> String {
    say(line)
    awaitJob()
    return say("")
  }

  /// Waits until a job in the background has ended.
  func awaitJob() { _ = Readiness.wait(interpreter.jobs.descriptor, milliseconds: SafetyLimit.milliseconds) }
}
