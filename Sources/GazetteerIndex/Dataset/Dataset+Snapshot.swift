extension Snapshot {
  /// The snapshot of `dataset`. O(its size), to find the checksums.
  ///
  /// - Parameter hasTrigrams: whether it has the index for searches inside names, if that was made already.
  package static func content(
    of dataset: Dataset, withTrigrams hasTrigrams: Bool = false
  ) throws(SnapshotError) -> SnapshotContent {
    var writer = SnapshotWriter()
    let trigrams = hasTrigrams ? dataset.madeNameTrigrams : nil
    _ = try Dataset(&writer, named: dataset.name, copying: dataset.with(nameTrigrams: trigrams ?? .absent))
    return writer.content()
  }

  /// The same in memory of its own.
  package static func bytes(of dataset: Dataset) throws(SnapshotError) -> [UInt8] {
    let content = try content(of: dataset)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(content.count)
    content.forEachPiece { bytes += $0 }
    return bytes
  }

  /// The dataset in `bytes` that this program has made. Only the header is checked. O(sections).
  ///
  /// - Parameter owner: keeps the bytes where they are; nil: they are there for the life of the process.
  package static func dataset(
    at bytes: UnsafeRawBufferPointer, of owner: AnyObject? = nil, named name: String
  ) throws(SnapshotError) -> Dataset {
    var reader = try SnapshotReader(bytes, owner: owner)
    let dataset = try Dataset(&reader, named: name, copying: nil)
    try reader.end()
    return dataset
  }

  /// The dataset in `bytes` of unknown origin. They must not change as long as `owner` exists. O(size): everything is
  /// checked before it is used, so that no search can read outside the sections or answer what the places do not say.
  package static func checkedDataset(
    at bytes: UnsafeRawBufferPointer, of owner: AnyObject?, named name: String,
    _ cancellation: Cancellation = Cancellation()
  ) throws(SnapshotError) -> Dataset {
    let dataset = try dataset(at: bytes, of: owner, named: name)
    try verify(bytes, cancellation)
    try DatasetCheck.check(dataset, cancellation)
    // It is made again when it is needed. Checking it would take as long.
    return dataset.with(nameTrigrams: .absent)
  }
}

extension Dataset {
  /// The same places. Only the index for searches inside names is another one.
  fileprivate func with(nameTrigrams: TrigramIndex) -> Dataset {
    var indexes = indexes
    indexes.nameTrigrams = nameTrigrams
    return Dataset(name: name, about: about, places: places, indexes: indexes)
  }

  /// Writes the dataset to a snapshot, or reads it: see `Archived`.
  fileprivate convenience init(
    _ archive: inout some Archive, named name: String, copying known: Dataset?
  ) throws(SnapshotError) {
    let about = try archive.part(known?.about)
    let places = try archive.part(known?.places)
    let indexes = try archive.part(known?.indexes)
    let count = places.count
    guard indexes.names.count == count, indexes.order.relevance.count == count,
      indexes.order.alphabetical.count == count, indexes.rowsByID.isEmpty || indexes.rowsByID.count == count
    else { throw archive.damage }
    self.init(name: name, about: about, places: places, indexes: indexes)
  }
}

extension DatasetIndexes: Archived {
  init(_ archive: inout some Archive, copying known: DatasetIndexes?) throws(SnapshotError) {
    names = try archive.part(known?.names)
    alternateNames = try archive.part(known?.alternateNames)
    order = try archive.part(known?.order)
    regions = try archive.part(known?.regions)
    rowsByID = try archive.part(known?.rowsByID)
    nameTrigrams = try archive.part(known?.nameTrigrams)
  }
}

extension DatasetAbout: Archived {
  /// Stores only the format and the attribution. The other facts are about one opening of the file.
  init(_ archive: inout some Archive, copying known: DatasetAbout?) throws(SnapshotError) {
    let known = known.map { about in
      var texts = TextTableDraft()
      for text in [Untrusted(about.format), about.attribution ?? Untrusted("")] {
        text.bytes.withUnsafeBufferPointer { texts.append($0) }
      }
      return TextTable(texts)
    }
    let texts = try archive.part(known)
    let starts = texts.starts
    guard texts.count == 2, starts[0] == 0, starts[1] <= starts[2], starts[2] == texts.bytes.count else {
      throw archive.damage
    }
    let attribution = texts.untrusted(1)
    self.init(
      format: String(decoding: texts[0], as: UTF8.self), attribution: attribution.isEmpty ? nil : attribution)
  }
}
