import GazetteerIndex

/// Reads the places that are to become favorites from the file at `path`: any file that `openDataset` reads, or an
/// archive of several files in GPX or KML.
///
/// Of waypoints and placemarks, everything is read. Other records are read like the places of a dataset. A file that
/// breaks the rules of its format is refused. Records that cannot be saved are left out and listed in `problems`.
package func readFavorites(
  at path: String, as format: ImportFormat? = nil, cancellation: Cancellation = Cancellation()
) throws(ImportError) -> ImportedFile {
  let source = StopRecords.path(inFolder: path) ?? path
  let file = try FileBytes(path: source, cancellation: cancellation)
  if let all = try ImportedFile(archive: file, as: format, cancellation) { return all }
  let text = try SourceText(file, path: source, cancellation: cancellation)
  var imported = try ImportedFile(text, as: format, cancellation)
  if let others = text.others { imported.remark(others) }
  return imported
}

extension ImportedFile {
  /// - Parameter format: nil: detected from the text.
  init(_ text: SourceText, as format: ImportFormat?, _ cancellation: Cancellation) throws(ImportError) {
    defer { withExtendedLifetime(text) {} }
    let format = if let format { format } else { try text.format(cancellation) }
    switch format {
    case .gpx: try self.init(gpx: text.bytes, cancellation)
    case .kml: try self.init(kml: text.bytes, cancellation)
    case .snapshot: throw .snapshotOfPlaces
    default:
      let notes = RecordNotes()
      let dataset = try dataset(
        of: text, named: "import", as: format, source: text.path, cancellation: cancellation, notes: notes)
      self.init(dataset, of: format, notes)
    }
  }

  /// Adds a remark about the whole file, which must not be lost among those about records.
  mutating func remark(_ remark: Message) {
    odd += 1
    remarks.insert(remark, at: 0)
  }

  /// Adds another file of the same archive.
  mutating func add(_ other: ImportedFile, of name: Untrusted) {
    favorites += other.favorites.map { favorite in
      var favorite = favorite
      favorite.position = "\(name), \(favorite.position)"
      return favorite
    }
    skipped += other.skipped
    odd += other.odd
    remarks += other.remarks.prefix(Self.remembered - remarks.count).map { "\(name), \($0)" }
    problems += other.problems.prefix(Self.remembered - problems.count).map { "\(name), \($0)" }
  }

  /// Adds a record of the file, or the reason why it is left out.
  ///
  /// - Parameter lost: the record's position, which may be off the globe.
  mutating func add(
    _ favorite: ImportedFavorite, with entries: [FavoriteEntry],
    without lost: (latitude: Double, longitude: Double)? = nil
  ) {
    var favorite = favorite
    do throws(MalformedEntry) {
      try favorite.apply(entries)
      if let extra = favorite.values.extras.first(where: { !$0.isWellFormed }) {
        throw MalformedEntry(FavoriteEntry(.extra, name: extra.key, extra.value))
      }
      favorites.append(favorite)
      if let lost, favorite.values.place.coordinate == nil {
        odd += 1
        let remark = Message.offTheGlobe(lost.latitude, lost.longitude)
        if remarks.count < Self.remembered { remarks.append("\(favorite.position): \(remark)") }
      }
    } catch {
      leaveOut(favorite.position, error.message)
    }
  }

  mutating func leaveOut(_ position: Message, _ reason: Message) {
    skipped += 1
    if problems.count < Self.remembered { problems.append("\(position): \(reason)") }
  }

  /// How many left-out records, and how many warnings, are listed with their reasons.
  private static let remembered = 20
}

extension Place.Attribute {
  init(_ key: String, _ value: Untrusted) { self.init(key: Untrusted(key), value: value) }

  /// False if the extra must be one XML element and is not. Extras are written into files unchanged, so they must be
  /// well-formed.
  fileprivate var isWellFormed: Bool {
    guard ExtraKey.elements.contains(key.text) else { return true }
    // It must declare the prefixes that it uses.
    return value.bytes.withUnsafeBufferPointer { text in
      do throws(XMLError) {
        let reader = try XMLReader(text)
        guard let root = try reader.root() else { return false }
        let element = try reader.element(root)
        let isAll = try reader.next() == nil && element.xml(in: nil).utf8.elementsEqual(value.bytes)
        return isAll && element.declaresItsPrefixes
      } catch {
        return false
      }
    }
  }
}
