import Foundation

@testable import GazetteerServices
@testable import GazetteerShell

extension Student {
  /// Somebody at a prompt, where the network is used in the background, with the Kinto service `campus` at an address.
  static func atCampusPrompt(_ address: String, in folder: TemporaryFolder) throws -> Student {
    let config = folder.path + "/gaz"
    try FileManager.default.createDirectory(atPath: config, withIntermediateDirectories: true)
    try Data("[campus]\ndialect = \"kinto\"\nurl = \"\(address)/v1\"\n".utf8)
      .write(to: URL(fileURLWithPath: config + "/services.toml"))
    let path = folder.path
    let student = Student(in: folder.path) { environment in
      environment.variable = { $0 == "XDG_CONFIG_HOME" || $0 == "XDG_STATE_HOME" ? path : nil }
      environment.web = KintoServer.client
    }
    student.interpreter.opensInBackground = true
    student.interpreter.openingPatience = 0
    return student
  }
}
