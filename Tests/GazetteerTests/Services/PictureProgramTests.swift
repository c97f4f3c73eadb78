import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

/// The program that draws pictures: how it is asked, and what becomes of its answer.
struct PictureProgramTests {
  private static let signature = "\\211PNG\\r\\n\\032\\n"

  /// What comes of a program that a shell script stands for.
  private static func answer(_ script: String) throws -> Result<[UInt8], PictureProgram.Fault> {
    let folder = try TemporaryFolder()
    let program = try folder.file("rsvg-convert", "#!/bin/sh\n\(script)\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    return Result { () throws(PictureProgram.Fault) in
      try PictureProgram.png(of: "<svg/>", variable: { $0 == "PATH" ? folder.path : nil }, Cancellation())
    }
  }

  @Test func itGetsThePictureAndNoFile() throws {
    let answer = try Self.answer("printf '\(Self.signature)'; echo \"$*\"; /bin/cat")
    let text = String(decoding: try answer.get().dropFirst(8), as: UTF8.self)
    #expect(text == "--format=png --zoom=2\n<svg/>")
  }

  /// The output of other programs is cut at 64 kB.
  @Test func aLargePictureIsWhole() throws {
    let answer = try Self.answer("/bin/cat >/dev/null; printf '\(Self.signature)'; /usr/bin/head -c 3000000 /dev/zero")
    #expect(try answer.get().count == 3_000_008)
  }

  @Test(arguments: [
    ("exit 3", PictureProgram.Fault.failed(why: "it ended with \(own: "3")")),
    ("echo text", .failed(why: "it gave no PNG file")),
    ("echo why >&2; echo more >&2; exit 1", .failed(why: "\(Untrusted("why"))")),
    ("kill -9 $$", .failed(why: "it was killed, or took too long")),
  ])
  func whatGoesWrongIsTold(script: String, fault: PictureProgram.Fault) throws {
    #expect(try Self.answer(script) == .failure(fault))
  }

  @Test func aProgramThatIsMissingIsTold() {
    #expect(throws: PictureProgram.Fault.notInstalled) {
      try PictureProgram.png(of: "<svg/>", variable: { _ in nil }, Cancellation())
    }
  }

  @Test func aCancellationIsToldAsOne() throws {
    let cancellation = Cancellation()
    cancellation.cancel()
    let folder = try TemporaryFolder()
    let program = try folder.file("rsvg-convert", "#!/bin/sh\nexec /bin/sleep 50\n")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program)
    #expect(throws: PictureProgram.Fault.cancelled) {
      try PictureProgram.png(of: "<svg/>", variable: { $0 == "PATH" ? folder.path : nil }, cancellation)
    }
  }
}
