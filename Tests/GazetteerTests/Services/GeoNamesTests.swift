import Foundation
import GazetteerIndex
import Testing

@testable import GazetteerServices

@Suite struct GeoNamesTests {
  private static let munich =
    "2867714\tMunich\tMunich\tMUC,München\t48.13743\t11.57549\tP\tPPLA\tDE\t\t02\t091\t\t\t1260391\t\t524\tEurope/Berlin\t2023-10-12"
  private static let hotel =
    "11\t\"Zum\" Löwen\tZum Lowen\t\t48.2\t11.6\tS\tHTL\tDE\t\t02\t\t\t\t0\t\t500\tEurope/Berlin\t2020-01-01"
  private static let postal = "DE\t80331\tMünchen\tBayern\tBY\tOberbayern\t091\t\t09162\t48.1345\t11.571\t4"

  private func dataset(_ text: String, beside others: [String: String] = [:]) throws -> Dataset {
    let folder = try TemporaryFolder()
    for (name, text) in others.merging(["DE.txt": text], uniquingKeysWith: { $1 }) {
      try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path + "/" + name))
    }
    return try openDataset(at: folder.path + "/DE.txt", named: "x")
  }

  @Test func placesAreRead() throws {
    let dataset = try dataset(
      "\(Self.munich)\r\n\n\(Self.hotel)\nshort\tline\n",
      beside: ["admin1CodesASCII.txt": "DE.02\tBavaria\tBavaria\t2951839\nDE.16\tBerlin\tBerlin\t2950157\n"])
    #expect(dataset.about.format == "geonames")
    #expect(dataset.count == 2)
    #expect(dataset.about.problems.map(\.neutralised) == ["line 4: 2 columns instead of 19"])
    let (munich, hotel) = (dataset.place(0), dataset.place(1))
    #expect(munich.id.id == .number(2_867_714))
    #expect(munich.alternates.map(\.text) == ["MUC", "München"])
    #expect(munich.categories.map(\.text) == ["city"])
    #expect(munich.region.admin1Name.text == "Bavaria")
    #expect(munich.population == 1_260_391)
    #expect(munich.attributes.contains { $0.key.text == "modified" && $0.value.text == "2023-10-12" })
    #expect(hotel.name.text == "\"Zum\" Löwen")
    #expect(hotel.categories.map(\.text) == ["hotel"])
    #expect(hotel.coordinate == Coordinate(latitude: 48.2, longitude: 11.6))
  }

  @Test func postalCodesAreNames() throws {
    let place = try dataset(Self.postal).place(0)
    #expect(place.name.text == "München")
    #expect(place.alternates.map(\.text) == ["80331"])
    #expect(place.region.admin1Name.text == "Bayern")
    #expect(place.coordinate == Coordinate(latitude: 48.1345, longitude: 11.571))
  }

  @Test(arguments: [
    "id\tname\tlat\tlon\n1\tA\t2\t3", munich.replacingOccurrences(of: "48.13743", with: "north"),
    postal.replacingOccurrences(of: "DE", with: "de"), "1\t2\t3",
  ])
  func otherTablesAreNoDumps(_ text: String) {
    Array(text.utf8).withUnsafeBufferPointer { #expect(GeoNamesTable(of: $0) == nil) }
  }
}
