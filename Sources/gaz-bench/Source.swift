import CWorld
import GazetteerIndex
import GazetteerServices

/// Where the dataset that is timed comes from.
struct Source {
  /// nil for the built-in one.
  let path: String?

  func open() throws -> Dataset {
    if let path { return try openDataset(at: path, named: "bench") }
    let bytes = UnsafeRawBufferPointer(start: gaz_world_bytes(), count: gaz_world_size())
    return try Snapshot.dataset(at: bytes, named: "world")
  }
}
