import GazetteerIndex
import Testing

@testable import GazetteerServices

struct ZipCodesTests {
  @Test(arguments: [
    ("07102", "Newark", "NJ", 40.732, -74.1765), ("00501", "Holtsville", "NY", 40.8154, -73.0451),
    ("99950", "Ketchikan", "AK", 55.8159, -132.9799), ("10001", "New York", "NY", 40.7484, -73.9967),
  ])
  func aZipCodeHasATownAndAPosition(code: String, town: String, state: String, latitude: Double, longitude: Double)
    throws
  {
    let zip = try #require(TestMachine.zipCodes?.zipCode(code))
    #expect(zip.town == Untrusted(town) && zip.state == Untrusted(state))
    let point = try #require(Coordinate(latitude: latitude, longitude: longitude))
    #expect(try #require(zip.coordinate).distance(to: point) < .kilometres(2))
  }

  @Test func theTableIsWhole() throws {
    let table = try #require(TestMachine.zipCodes)
    let rows = 0..<table.count
    #expect(rows.count == 42_735)
    #expect(rows.count { table.coordinate($0) == nil } == 837)
    let codes = rows.map(table.code)
    #expect(zip(codes, codes.dropFirst()).allSatisfy { $0 < $1 } && codes.allSatisfy { (1...99_999).contains($0) })
    for row in stride(from: 0, to: table.count, by: 997) {
      let digits = String(String(100_000 + table.code(row)).dropFirst())
      let zip = try #require(table.zipCode(digits))
      #expect(zip.code == digits && zip.coordinate == table.coordinate(row))
      #expect(!zip.town.isEmpty && zip.state.bytes.count == 2)
    }
  }

  @Test(arguments: ["", "7102", "071020", "07102-", "07102-12", "0710a", "00000", "٠٧١٠٢", "99999"])
  func otherTextsAreNoZipCodes(text: String) {
    #expect(TestMachine.zipCodes?.zipCode(text) == nil)
  }

  @Test(arguments: [("07102", "07102"), ("07102-1234", "07102"), ("07102-12", nil), ("7102", nil), ("07102 1", nil)])
  func theFourFurtherDigitsAreNotNeeded(text: String, digits: String?) {
    #expect(ZipCode.digits(of: text) == digits)
  }

  /// Tables that are cut off or something else are refused, and reading them never leaves their bytes.
  @Test(arguments: [0, 7, 8, 15, 16, 17, 28, 40, 41])
  func aDamagedTableIsRefused(length: Int) {
    let table: [UInt8] =
      Array("gazzip1\n".utf8) + [0, 0, 0, 1, 0, 0, 0, 9] + [0, 0, 5, 0, 0, 0, 0, 0, 0, 0, 0, 0]
      + Array("Somewher\nXX\n".utf8)
    table.prefix(length).withUnsafeBytes { bytes in
      let zip = ZipCodes(bytes)?.zipCode("00005")
      #expect((zip != nil) == (length >= 37))
    }
    table.withUnsafeBytes { bytes in
      #expect(
        ZipCodes(bytes)?.zipCode("00005")
          == ZipCode(
            code: "00005", town: Untrusted("Somewher"), state: Untrusted("XX"),
            coordinate: Coordinate(latitude: -90, longitude: -180)))
    }
  }
}
