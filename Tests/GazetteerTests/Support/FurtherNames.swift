import Foundation

@testable import GazetteerIndex

/// Further names of regions, read from the table line by line for every place.
enum FurtherNames {
  private static let lines: [[String]] = {
    let file = PackageFolder.root.appending(path: "Sources/CRegionNames/data/region-names.tsv")
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map { $0.components(separatedBy: "\t") }
  }()
  private static let linesOfCountry = Dictionary(grouping: lines) { $0[0] }

  /// Those of the place's country, and of the first division with its name, or its code if it has no name.
  static func names(of place: ScannedPlace) -> [String] {
    let lines = linesOfCountry[place.country] ?? []
    let division = Fold.fold(place.admin1Name.isEmpty ? place.admin1 : place.admin1Name)
    let ofDivision = lines.first { line in line[1] != "*" && names(in: line).map(Fold.fold).contains(division) }
    let ofCountry = lines.filter { $0[1] == "*" }
    return (ofCountry + (division.isEmpty ? [] : ofDivision.map { [$0] } ?? [])).flatMap(names(in:))
  }

  private static func names(in line: [String]) -> [String] {
    (line[1] == "*" || line[1].isEmpty ? [] : [line[1]]) + line[2].split(separator: ";").map(String.init)
  }
}
