import Foundation
import GazetteerIndex
import GazetteerServices
import Testing

@Suite struct TimeZonesTests {
  @Test(arguments: try cases())
  func aClockShowsWhatPythonSays(zone: String, seconds: Int64, expected: String) throws {
    let time =
      zone.first == "<"
      ? TimeZoneFile(file(rule: String(zone.dropFirst().dropLast())))?.localTime(at: seconds)
      : TimeZones().localTime(zone, at: seconds)
    #expect(try words(#require(time)) == expected)
  }

  @Test(arguments: [
    "", ".", "..", "../zoneinfo/UTC", "/usr/share/zoneinfo/UTC", "Europe/../UTC", "Europe//Berlin", "Europe/", "Europe",
    "Europe/Atlantis", "UTC\u{0}", "Ü", "tzdata.zi", ".hidden", String(repeating: "a", count: 300),
  ])
  func anUnknownZoneHasNoTime(name: String) {
    #expect(TimeZones().localTime(name, at: 0) == nil)
  }

  @Test func aFileOutsideTheFolderIsNotRead() throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("zones-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder.appendingPathComponent("in"), withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data(file(rule: "ABC0")).write(to: folder.appendingPathComponent("zone"))
    #expect(TimeZones(directory: folder.path).localTime("zone", at: 0)?.abbreviation == "ABC")
    #expect(TimeZones(directory: folder.path + "/in").localTime("../zone", at: 0) == nil)
  }

  @Test func aSystemWithoutZonesHasNoTimes() {
    #expect(TimeZones(directory: "/nonexistent").localTime("UTC", at: 0) == nil)
  }

  @Test(arguments: [
    "CET", "C1", "CET-25", "CET-1CEST", "CET-1CEST,M3.5.0", "CET-1CEST,M13.5.0,M10.5.0", "CET-1CEST,M3.6.0,M10.5.0",
    "CET-1CEST,M3.5.7,M10.5.0", "CET-1CEST,M3.5.0/168,M10.5.0", "CET-1CEST,J0,J10", "CET-1CEST,366,1", "CET-1:60",
    "<CET-1", "<C>1", "CET-1CEST,M3.5.0,M10.5.0,", "CET-1 ", "CET-1000000000000000000000", ",", "-",
    "CET-1CEST,M3.5.0/,M1.1.1",
  ])
  func aMalformedRuleMakesAMalformedFile(rule: String) {
    #expect(TimeZoneFile(file(rule: "CET-1")) != nil)
    #expect(TimeZoneFile(file(rule: rule)) == nil)
  }

  @Test(arguments: [
    (1_835_326_800, "2028-02-28T02:00:00 1 -10800 XST"), (1_835_413_199, "2028-02-29T01:59:59 2 -10800 XST"),
    (1_835_413_200, "2028-02-29T03:00:00 2 -7200 XDT"), (1_856_570_400, "2028-10-31T00:00:00 2 -7200 XDT"),
  ])
  func daysOfARuleWithoutJCountFromZero(seconds: Int64, expected: String) {
    #expect(TimeZoneFile(file(rule: "XST3XDT,59,304/24"))?.localTime(at: seconds).map(words) == expected)
  }

  @Test func theEndsOfTimeDoNoHarm() throws {
    let zone = try #require(TimeZoneFile(file(rule: "CET-1CEST,M3.5.0,M10.5.0/3")))
    #expect(zone.localTime(at: .max) == nil)
    #expect(zone.localTime(at: .max - 7200)?.year == 292_277_026_596)
    #expect(zone.localTime(at: .min)?.year == -292_277_022_657)
  }

  @Test func versionOneEndsWithItsLastType() throws {
    let zone = try #require(TimeZoneFile(versionOne))
    #expect(zone.localTime(at: 99).map(words) == "1970-01-01T00:01:39 4 0 AA")
    #expect(zone.localTime(at: 100).map(words) == "1970-01-01T01:01:40 4 3600 BB")
    #expect(zone.localTime(at: 4_000_000_000)?.abbreviation == "BB")
  }

  @Test func everyShortenedFileIsRefused() {
    for whole in [versionOne, file(rule: "CET-1CEST,M3.5.0,M10.5.0/3")] {
      #expect(TimeZoneFile(whole) != nil)
      for count in whole.indices { #expect(TimeZoneFile(Array(whole[..<count])) == nil) }
    }
  }

  @Test func everyChangedByteIsReadOrRefusedWithoutHarm() throws {
    let berlin = Array(try Data(contentsOf: URL(fileURLWithPath: "/usr/share/zoneinfo/Europe/Berlin")))
    let whole = [versionOne, file(rule: "CET-1CEST,M3.5.0,M10.5.0/3"), berlin]
    var refused = 0
    for bytes in whole {
      for index in bytes.indices {
        for value in [0, 0x7F, 0xFF, bytes[index] ^ 1] as [UInt8] {
          var changed = bytes
          changed[index] = value
          guard let zone = TimeZoneFile(changed) else {
            refused += 1
            continue
          }
          for seconds in [.min, -1, 0, 1_700_000_000, 1 << 40, .max] as [Int64] { _ = zone.localTime(at: seconds) }
        }
      }
    }
    #expect(refused > 0)
  }
}

private func cases() throws -> [(String, Int64, String)] {
  let table = PackageFolder.tests.appending(path: "Tables/timezones.tsv")
  return try String(contentsOf: table, encoding: .utf8).split(separator: "\n").map { line in
    let fields = line.split(separator: "\t")
    return (String(fields[0]), try #require(Int64(fields[1])), String(fields[2]))
  }
}

private func words(_ time: LocalTime) -> String {
  let date = String(format: "%d-%02d-%02dT", time.year, time.month, time.day)
  let clock = String(format: "%02d:%02d:%02d", time.hour, time.minute, time.second)
  return "\(date)\(clock) \(time.weekday) \(time.offsetSeconds) \(time.abbreviation)"
}

private func header(version: UInt8, times: UInt8 = 0, types: UInt8, names: UInt8) -> [UInt8] {
  var bytes = Array("TZif".utf8) + [version] + [UInt8](repeating: 0, count: 15)
  for count in [0, 0, 0, times, types, names] { bytes += [0, 0, 0, count] }
  return bytes
}

/// A file of version 2 without transitions, whose footer is `rule`.
private func file(rule: String) -> [UInt8] {
  let block = header(version: UInt8(ascii: "2"), types: 1, names: 1) + [UInt8](repeating: 0, count: 7)
  return block + block + Array("\n\(rule)\n".utf8)
}

/// A file of version 1: `AA` up to second 100, then `BB`, an hour ahead.
private let versionOne =
  header(version: 0, times: 1, types: 2, names: 6) + [0, 0, 0, 100, 1] + [0, 0, 0, 0, 0, 0] + [0, 0, 0x0E, 0x10, 1, 3]
  + Array("AA\u{0}BB\u{0}".utf8)
