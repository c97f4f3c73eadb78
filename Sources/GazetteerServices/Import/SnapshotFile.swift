import GazetteerIndex

extension SourceText {
  /// The dataset of a snapshot, which may be from anybody, so all of it is checked. It is read in place: the text stays in
  /// memory as long as the dataset. O(size).
  ///
  /// The file was read, not mapped. Somebody could change or cut a mapped file after it was checked.
  func snapshotDataset(
    named name: String, source: String, _ cancellation: Cancellation, _ progress: DatasetProgress
  ) throws(ImportError) -> Dataset {
    progress.enter(.indexing, of: bytes.count)
    let memory = SnapshotMemory(self)
    do throws(SnapshotError) {
      let dataset = try Snapshot.checkedDataset(at: memory.bytes, of: memory, named: name, cancellation)
      progress.count(dataset.count)
      var about = DatasetAbout(source: Untrusted(source), format: ImportFormat.snapshot.rawValue)
      about.attribution = dataset.about.attribution
      about.withoutPosition = dataset.countWithoutPosition
      return dataset.described(by: about)
    } catch {
      throw error == .cancelled ? .cancelled : .snapshot(error)
    }
  }
}

/// The bytes of a snapshot, at an address where numbers of eight bytes can be read.
private final class SnapshotMemory {
  let bytes: UnsafeRawBufferPointer
  /// nil if the bytes were copied.
  private let text: SourceText?

  init(_ text: SourceText) {
    let bytes = UnsafeRawBufferPointer(text.bytes)
    guard UInt(bitPattern: bytes.baseAddress) % 16 != 0 else {
      (self.bytes, self.text) = (bytes, text)
      return
    }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 64)
    copy.copyMemory(from: bytes)
    (self.bytes, self.text) = (UnsafeRawBufferPointer(copy), nil)
  }

  deinit { if text == nil { bytes.deallocate() } }
}

extension SnapshotError {
  /// What is wrong with the file.
  var reason: Message {
    switch self {
    case .notASnapshot: "it is not a snapshot"
    case .otherVersion(let version):
      """
      it is a snapshot of \(own: version > Snapshot.version ? "a newer" : "an older") gaz \
      (format \(own: "\(version)"); this gaz reads format \(own: "\(Snapshot.version)"))
      """
    case .otherByteOrder: "it is a snapshot from a machine that stores numbers in another byte order"
    case .cut: "the end of the snapshot is missing"
    case .damaged: "the snapshot is damaged"
    case .inconsistent: "the snapshot contradicts itself: its indexes are not those of its places"
    case .cancelled: "it was cancelled"
    }
  }

  var remedy: Message? {
    switch self {
    case .notASnapshot: "open it without --format gaz"
    case .otherVersion(let version) where version > Snapshot.version: "a newer gaz, or build it again with this one"
    case .otherByteOrder: "build SOURCE FILE on this machine"
    case .cut, .damaged: "copy it again, or build SOURCE FILE"
    case .otherVersion, .inconsistent: "build SOURCE FILE, to make it again from its source"
    case .cancelled: nil
    }
  }
}
