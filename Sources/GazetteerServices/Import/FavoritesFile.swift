import GazetteerIndex

/// Reads the places to keep of the file at `path`: a file that `openDataset` reads, too, or an archive of several in GPX or KML.
///
/// Waypoints and placemarks are read with all that they say, other records as the places of a dataset. The file is refused
/// whole where it is not of its format; records that cannot be kept are left out and told.
package func readFavorites(
  at path: String, as format: ImportFormat? = nil, cancellation: Cancellation = Cancellation()
) throws(ImportError) -> ImportedFile {
  let source = StopRecords.path(inFolder: path) ?? path
  let file = try FileBytes(path: source, cancellation: cancellation)
  if let all = try ImportedFile(archive: file, as: format, cancellation) { return all }
  let text = try SourceText(file, path: source, cancellation: cancellation)
  return try ImportedFile(text, as: format, cancellation)
}

extension ImportedFile {
  /// - Parameter format: nil: by looking at the text.
  init(_ text: SourceText, as format: ImportFormat?, _ cancellation: Cancellation) throws(ImportError) {
    defer { withExtendedLifetime(text) {} }
    let format = if let format { format } else { try text.format(cancellation) }
    switch format {
    case .gpx: try self.init(gpx: text.bytes, cancellation)
    case .kml: try self.init(kml: text.bytes, cancellation)
    default:
      let notes = RecordNotes()
      let dataset = try dataset(
        of: text, named: "import", as: format, source: text.path, cancellation: cancellation, notes: notes)
      self.init(dataset, of: format, notes)
    }
  }

  /// Adds what another file has, of an archive that both are in.
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

  /// Takes a record that a file has, or what is wrong with it.
  ///
  /// - Parameter lost: a position off the globe, where it has none but that.
  mutating func take(
    _ favorite: ImportedFavorite, with fields: [FavoriteField],
    without lost: (latitude: Double, longitude: Double)? = nil
  ) {
    var favorite = favorite
    do throws(FavoriteFieldFault) {
      try favorite.take(fields)
      if let extra = favorite.extras.first(where: { !$0.isWellFormed }) {
        throw FavoriteFieldFault(field: FavoriteField(.extra, name: extra.key, extra.value))
      }
      favorites.append(favorite)
      if let lost, favorite.coordinate == nil {
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

  /// How many of the records left out, and of the odd ones, are told with their reasons.
  private static let remembered = 20
}

extension Place.Attribute {
  init(_ key: String, _ value: Untrusted) { self.init(key: Untrusted(key), value: value) }

  /// Whether an extra that is an XML element is one, and nothing besides: it is written into files as it is.
  fileprivate var isWellFormed: Bool {
    guard ExtraKey.elements.contains(key.text) else { return true }
    // The prefixes that it uses must be its own.
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
