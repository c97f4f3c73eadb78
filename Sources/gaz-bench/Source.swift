import CWorld
import GazetteerIndex
import GazetteerServices

/// The source of the dataset that is timed.
struct Source {
  /// nil for the built-in dataset; `generated:COUNT` for made-up places.
  let path: String?

  func open() throws -> Dataset {
    if let count = path.flatMap(Self.generatedCount) { return GeneratedPlaces.dataset(count) }
    if let path { return try openDataset(at: path, named: "bench") }
    let bytes = UnsafeRawBufferPointer(start: gaz_world_bytes(), count: gaz_world_size())
    return try Snapshot.dataset(at: bytes, named: "world")
  }

  private static func generatedCount(_ path: String) -> Int? {
    path.hasPrefix("generated:") ? Int(path.dropFirst("generated:".count)) : nil
  }
}
