import GazetteerIndex

/// Places that nobody has been to, the same in every run: names of a few syllables as maps have them, many of them more
/// than once, with alternate names, countries, divisions, categories and populations.
struct GeneratedPlaces {
  private static let heads = [
    "", "", "", "", "", "", "San ", "Santa ", "New ", "Saint-", "Bad ", "Lake ", "North ", "El ",
  ]
  private static let syllables = [
    "mar", "to", "bur", "lin", "ka", "zü", "ri", "os", "ber", "né", "wa", "shi", "gra", "do", "el", "mun", "ster", "pa",
    "lo", "an", "ge", "vi", "ća", "tor", "hel", "sin", "bo", "go", "tá", "new", "har", "is", "ber", "quo", "ul", "ma",
  ]
  private static let tails = [
    "", "", "", "ton", "ville", "burg", "stadt", "field", " City", " Park", " am See", "ów", "grad",
  ]
  /// What half of the places are called, a few of them very often.
  private static let usual = ["Springfield", "Church", "Station Road", "Central Park", "Bäckerei", "Pizzeria Roma"]

  private var state: UInt64 = 20_240_229

  /// splitmix64
  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }

  private mutating func number(below limit: Int) -> Int { Int(next() % UInt64(limit)) }
  private mutating func pick(_ texts: [String]) -> String { texts[number(below: texts.count)] }

  private mutating func name() -> String {
    if number(below: 20) == 0 { return pick(Self.usual) }
    var root = ""
    for _ in 0..<2 + number(below: 3) { root += pick(Self.syllables) }
    return pick(Self.heads) + root.prefix(1).uppercased() + root.dropFirst() + pick(Self.tails)
  }

  /// The dataset of `count` places.
  static func dataset(_ count: Int) -> Dataset {
    var places = GeneratedPlaces()
    var builder = DatasetBuilder()
    for row in 0..<count { places.add(row, to: &builder) }
    return Dataset(name: "bench", about: DatasetAbout(format: "generated"), builder: builder)
  }

  private mutating func add(_ row: Int, to builder: inout DatasetBuilder) {
    func set(_ text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Void) {
      var text = text
      text.withUTF8(body)
    }
    builder.set(id: .number(Int64(row + 1)))
    set(name()) { builder.set(name: $0) }
    if number(below: 4) == 0 { set(name()) { builder.add(alternate: $0) } }
    set(CountryTable.all[number(below: CountryTable.all.count)].code.description) { builder.set(country: $0) }
    set("Division \(number(below: 20))") { builder.set(admin1Name: $0) }
    // Few are large.
    let scale = number(below: 22)
    builder.set(population: UInt32(number(below: 1 << scale)))
    builder.set(latitude: Double(number(below: 170_000)) / 1000 - 85)
    builder.set(longitude: Double(number(below: 360_000)) / 1000 - 180)
    set("kind \(number(below: 300))") { builder.add(category: $0) }
    builder.addDraft()
  }
}
