import CWorld
import CZipCodes
import Foundation
import GazetteerIndex
import GazetteerServices
import GazetteerSession

@testable import GazetteerShell

/// The machine on which tests run the program: of the real machine, it has only the files.
enum TestMachine {
  static let transcripts = PackageFolder.tests.appending(path: "Transcripts").path

  /// Whether the program carries the built-in dataset.
  static let hasWorld = gaz_world_bytes() != nil

  static let environment: Environment = {
    var environment = TestMachine.worldly
    environment.zipCode = { TestMachine.zipCodes?.zipCode($0) }
    return environment
  }()

  static let zipCodes = ZipCodes(UnsafeRawBufferPointer(start: gaz_zip_codes(), count: gaz_zip_codes_size()))

  private static let worldly = Environment(
    now: { ReplayHead().now }, localTime: { TimeZones().localTime($0, at: $1) },
    world: { name in
      gaz_world_bytes().flatMap { start in
        try? Snapshot.dataset(at: UnsafeRawBufferPointer(start: start, count: gaz_world_size()), named: name)
      }
    })
}
