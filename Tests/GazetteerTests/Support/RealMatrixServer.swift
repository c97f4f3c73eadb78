import Foundation

/// A real server of Matrix, Synapse, with a user and a room.
final class RealMatrixServer {
  /// The content of an event in the room.
  struct Content: Decodable, Equatable {
    let msgtype: String
    let body: String
    let geo: String?

    enum CodingKeys: String, CodingKey {
      case msgtype, body
      case geo = "geo_uri"
    }
  }

  private struct Start: Decodable {
    let address: String
    let token: String
    let room: String
    let alias: String
  }

  static let isInstalled = ServerProcess.has("synapse_homeserver")

  let address: String
  /// Of the user.
  let token: String
  /// The id of the room, and its other name.
  let room: String
  let alias: String
  private let process: ServerProcess
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    process = try ServerProcess("matrix_server.py", [folder.path])
    let start = try process.next(Start.self)
    (address, token, room, alias) = (start.address, start.token, start.room, start.alias)
  }

  /// What is in the room, oldest first.
  func messages() throws -> [Content] {
    try process.send("messages")
    return try process.next([Content].self)
  }
}
