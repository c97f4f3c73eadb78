import GazetteerIndex

@testable import GazetteerSession

/// A place for a test's dataset; fields that are not given are unknown.
struct Example {
  var id: SourceID
  var name: String
  var alternates: [String] = []
  var position: (latitude: Double, longitude: Double)?
  var country = ""
  var admin1 = ""
  var population: UInt32 = 0
  var timeZone = ""
  var category = ""
  var attributes: [(String, String)] = []

  static func dataset(_ name: String, _ examples: [Example], about: DatasetAbout = .init(format: "test")) -> Dataset {
    var builder = DatasetBuilder()
    for example in examples { example.add(to: &builder) }
    return Dataset(name: name, about: about, builder: builder)
  }

  private func add(to builder: inout DatasetBuilder) {
    builder.set(id: id)
    name.withBytes { builder.set(name: $0) }
    for alternate in alternates { alternate.withBytes { builder.add(alternate: $0) } }
    if let position {
      builder.set(latitude: position.latitude)
      builder.set(longitude: position.longitude)
    }
    if !country.isEmpty { country.withBytes { builder.set(country: $0) } }
    if !admin1.isEmpty { admin1.withBytes { builder.set(admin1Name: $0) } }
    if population > 0 { builder.set(population: population) }
    if !timeZone.isEmpty { timeZone.withBytes { builder.set(timeZone: $0) } }
    if !category.isEmpty { category.withBytes { builder.add(category: $0) } }
    for (key, value) in attributes {
      let number = key.withBytes { builder.number(ofAttribute: $0) }
      value.withBytes { builder.add(attribute: number, value: $0) }
    }
    builder.addDraft()
  }

  /// Seven cities under the name of the built-in dataset.
  static let cities = dataset(
    "world",
    [
      Example(
        id: .number(2_657_896), name: "Zürich", alternates: ["Zuerich", "Turicum"], position: (47.36667, 8.55),
        country: "CH", admin1: "Zurich", population: 341_730, timeZone: "Europe/Zurich", category: "city"),
      Example(
        id: .number(2_867_714), name: "Munich", alternates: ["München"], position: (48.13743, 11.57549),
        country: "DE", admin1: "Bavaria", population: 1_260_391, timeZone: "Europe/Berlin", category: "city"),
      Example(
        id: .number(4_250_542), name: "Springfield", position: (39.80172, -89.64371), country: "US",
        admin1: "Illinois", population: 114_394, category: "city"),
      Example(
        id: .number(4_409_896), name: "Springfield", position: (37.21533, -93.29824), country: "US",
        admin1: "Missouri", population: 169_176, category: "city"),
      Example(
        id: .number(2_643_743), name: "London", position: (51.50853, -0.12574), country: "GB", admin1: "England",
        population: 8_961_989, timeZone: "Europe/London", category: "city"),
      Example(
        id: .number(2_198_148), name: "Suva", position: (-18.14161, 178.44149), country: "FJ", population: 77_366,
        category: "city"),
      Example(
        id: .number(4_035_413), name: "Apia", position: (-13.83333, -171.76666), country: "WS", population: 40_407,
        category: "city"),
    ],
    about: DatasetAbout(format: "snapshot", attribution: Untrusted("GeoNames, CC BY 4.0")))

  /// Two places that are found by long alternate names.
  static let longNames = dataset(
    "world",
    [
      Example(
        id: .number(1), name: "Munich", alternates: ["Bayrische Landeshauptstadt München"],
        position: (48.13743, 11.57549),
        country: "DE", admin1: "Bavaria", population: 1_260_391, category: "city"),
      Example(
        id: .number(2), name: "Zürich", alternates: ["Bay"], position: (47.36667, 8.55), country: "CH",
        admin1: "Zurich", population: 341_730, category: "town"),
    ])

  /// Three stops whose ids are texts, one of them nowhere.
  static let stops = dataset(
    "stops",
    [
      Example(id: .text("A1"), name: "Broad Street", position: (40.747, -74.172), category: "rail"),
      Example(id: .text("A2"), name: "Penn Station", position: (40.735, -74.164), category: "rail"),
      Example(id: .text("B1"), name: "Nowhere", category: "bus", attributes: [("zone", "4"), ("=x", "=1+1")]),
    ],
    about: DatasetAbout(source: Untrusted("/data/stops.txt"), format: "gtfs"))
}

/// A session that gets lines and answers them.
struct Conversation {
  var session: Session
  var context = Context()
  var style = Style()
  private(set) var effects: [Effect] = []

  init(_ world: (any PlaceSource)? = Example.cities) {
    session = Session(world: world)
    context.waiting = WaitingChanges()
  }

  /// The output for a line; errors follow `! `.
  @discardableResult
  mutating func say(_ line: String) -> String { say(Untrusted(line)) }

  /// The same for a line of any bytes.
  @discardableResult
  mutating func say(_ line: Untrusted) -> String {
    var text = ""
    var previous: Reply?
    do {
      for statement in try Statement.statements(of: line) {
        let reply = try session.answer(statement, in: context)
        for event in reply.events { effects += session.receive(event) }
        for effect in reply.effects {
          if case .send(let event) = effect { effects += session.receive(event) } else { effects.append(effect) }
        }
        text += uncancelled { cancellation throws(Cancelled) in
          try reply.rendered(in: style, after: previous, cancellation)
        }
        previous = reply
      }
    } catch {
      text += "! " + error.rendered(at: nil)
    }
    return text
  }

  /// The formats of `set format`, and those without a name there.
  var format: Format {
    get { session.preferences.format }
    set {
      var preferences = session.preferences
      preferences.format = newValue
      _ = session.receive(.preferencesGiven(preferences))
    }
  }

  /// Opens a dataset as `open` does.
  @discardableResult
  mutating func open(_ dataset: any PlaceSource) -> [Effect] {
    _ = session.receive(.openAsked(OpenRequest(source: Untrusted(dataset.name), name: dataset.name)))
    return session.receive(.opened(dataset))
  }
}
