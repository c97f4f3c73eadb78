import Testing

@testable import GazetteerIndex

/// Numbers that are read where the places have them are those of the places, and their ranks have the same order.
struct NumberColumnTests {
  private static func dataset(_ ids: [Int64], positions: [(Double, Double)?]) -> Dataset {
    let places = zip(ids, positions).enumerated().map { row, facts in
      var place = Place(
        id: PlaceID(dataset: "made", id: .number(facts.0)), name: Untrusted("place"), population: UInt32(row * 7 % 5))
      place.coordinate = facts.1.flatMap { Coordinate(latitude: $0.0, longitude: $0.1) }
      return place
    }
    return Dataset(name: "made", about: DatasetAbout(format: "made"), places: places.map { ($0.id.id, $0) })
  }

  private static let positions: [(Double, Double)?] = [
    (48.1, 11.5), (-90, -180), nil, (90, 180), (0, 0), (48.1, -11.5), (-33.25, 151), nil, (0.0000001, -0.0000001),
  ]

  private static func number(_ field: ColumnID.Field, of place: Place) -> Double? {
    switch field {
    case .id: if case .number(let id) = place.id.id { Double(id) } else { nil }
    case .population: place.population == 0 ? nil : Double(place.population)
    case .latitude: place.coordinate?.latitude
    case .longitude: place.coordinate?.longitude
    default: nil
    }
  }

  @Test(arguments: [
    ([5, 3, -1, 9, 0, 2, 100, 7, 8], true), ([1, 2, 3, 4, 5, 6, 7, 8, 1 << 32], false),
    ([-5, 2, 3, 4, 5, 6, 7, 8, 1 << 52], false),
  ])
  func ranksHaveTheOrderOfTheNumbers(ids: [Int64], areNear: Bool) throws {
    // Decimals that ten-millionths of a degree do not hold are stored otherwise.
    for precise in [0, 1e-12] {
      let positions = Self.positions.map { $0.map { ($0.0 * (1 - precise), $0.1) } }
      let dataset = Self.dataset(ids, positions: positions)
      for field in [ColumnID.Field.id, .population, .latitude, .longitude] {
        let numbers = try #require(NumberColumn(field, of: dataset.places))
        let places = (0..<dataset.count).map { dataset.place($0) }
        let expected = places.map { Self.number(field, of: $0) }
        for row in places.indices {
          #expect(numbers[row] == expected[row] || expected[row] == nil && numbers[row].isNaN)
        }
        let sorted = try ValueColumn(.field(field), of: dataset.places, Cancellation())
        let quick = try numbers.ranksWithoutSorting(Cancellation())
        #expect((quick != nil) == (field == .population || (field == .id ? areNear : precise == 0)))
        for ranks in [quick, try sorted.ranks(as: .number, Cancellation())].compactMap(\.self) {
          for (left, number) in expected.enumerated() {
            #expect((ranks[left] == ValueColumn.unranked) == (number == nil))
            for (right, other) in expected.enumerated() {
              guard let number, let other else { continue }
              #expect((ranks[left] < ranks[right]) == (number < other), "\(field) \(number) \(other)")
            }
          }
        }
      }
    }
  }

  /// Ranges that end at, before and behind each number, and those without an end.
  @Test func rangesHaveTheRowsOfAScan() throws {
    for precise in [0, 1e-12] {
      let positions = Self.positions.map { $0.map { ($0.0 * (1 - precise), $0.1) } }
      let dataset = Self.dataset([-(1 << 53) + 1, 3, -1, 9, 0, 2, 100, 7, (1 << 53) - 1], positions: positions)
      for field in [ColumnID.Field.id, .population, .latitude, .longitude] {
        let expected = (0..<dataset.count).map { Self.number(field, of: dataset.place($0)) }
        let known = expected.compactMap(\.self)
        let ends =
          known.flatMap { [$0, $0.nextUp, $0.nextDown, $0 + 0.5] } + [-.infinity, .infinity, 0, 1e300, -1e300]
        let all = NumberColumn(Column(expected.map { $0 ?? .nan }))
        for numbers in [try #require(NumberColumn(field, of: dataset.places)), all] {
          for least in ends {
            for greatest in ends where least <= greatest {
              let rows = try numbers.rows(in: least...greatest, Cancellation()).numbers
              let scanned = expected.indices.filter { expected[$0].map { (least...greatest).contains($0) } ?? false }
              #expect(rows == scanned, "\(field) \(least)...\(greatest)")
            }
          }
        }
      }
    }
  }

  private static let beyond: Int64 = 1 << 53

  /// 2^53 and its neighbour are one `Double`.
  @Test(
    arguments: [
      ([1, beyond, beyond + 1], false), ([-beyond, 1], false), ([2, 1, Int64.min], false), ([], true),
      ([3, beyond - 1, 1], true), ([1 - beyond, 7], true),
    ] as [([Int64], Bool)])
  func numbersThatADoubleCannotTellApartAreTexts(ids: [Int64], areNumbers: Bool) throws {
    let dataset = Self.dataset(ids, positions: ids.map { _ in nil })
    #expect((NumberColumn(.id, of: dataset.places) != nil) == areNumbers)
    #expect(try dataset.notation(ofColumn: Untrusted("id"), Cancellation()) == (areNumbers ? .plain : .text))
  }
}
