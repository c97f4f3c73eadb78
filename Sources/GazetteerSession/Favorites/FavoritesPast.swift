import GazetteerIndex

/// The saved edits of favorites, oldest first.
struct FavoritesPast {
  let edits: [KeptEdit]

  /// The edits that can be undone or redone, whoever made them, the next one first.
  func open(_ direction: UndoDirection) -> [KeptEdit] {
    let taking = Dictionary(edits.compactMap { kept in kept.edit.undoes.map { (kept.number, $0) } }) { $1 }
    var takenBack: Set<Int64> = []
    var open: [KeptEdit] = []
    for kept in edits.reversed() where !takenBack.contains(kept.number) {
      guard let target = kept.edit.undoes else {
        // After a new edit nothing can be redone.
        guard direction == .back else { break }
        open.append(kept)
        continue
      }
      takenBack.insert(target)
      if direction == .forth, taking[target] == nil { open.append(kept) }
    }
    return open
  }

  /// The edit with a number.
  subscript(number: Int64) -> KeptEdit? { edits.first { $0.number == number } }

  /// The title of an edit before it was undone or redone.
  func title(of kept: KeptEdit) -> Untrusted {
    var kept = kept
    while let number = kept.edit.undoes, let earlier = self[number], number < kept.number { kept = earlier }
    return kept.edit.title
  }

  /// The last edit of a favorite with a number greater than `number` that is not one of `known`.
  func last(of id: FavoriteID, after number: Int64, besides known: Set<Int64>) -> KeptEdit? {
    edits.last { kept in
      kept.number > number && !known.contains(kept.number) && kept.edit.changes.contains { $0.id == id }
    }
  }

  /// The favorites whose latest name is this one, including removed favorites.
  private func ids(named name: Untrusted) -> [FavoriteID] {
    var names: [FavoriteID: Untrusted] = [:]
    for change in edits.lazy.flatMap(\.edit.changes) {
      if let id = change.id { names[id] = (change.after ?? change.before)?.place.name }
    }
    return names.filter { $0.value.isFolded(as: name) }.keys.sorted()
  }

  /// The changes of a favorite, edit by edit.
  func changes(of id: FavoriteID) -> [(number: Int64, change: FavoriteChange)] {
    edits.flatMap { kept in kept.edit.changes.filter { $0.id == id }.map { (kept.number, $0) } }
  }
}

extension FavoritesEdit {
  /// The edit that undoes or redoes a saved one.
  init(_ direction: UndoDirection, _ kept: KeptEdit, called title: Untrusted, at now: Int64) {
    let verb = direction == .back ? "undo " : "redo "
    self.init(
      Untrusted(bytes: Array(verb.utf8) + title.bytes), kept.edit.changes.reversed().map(\.inverse), at: now,
      undoes: kept.number)
  }
}

extension FavoritesPast {
  /// The only favorite with this name, including removed ones.
  func id(named name: Untrusted) throws(Failure) -> FavoriteID {
    let ids = ids(named: name)
    guard let id = ids.first else {
      throw Failure("no favorite is or was called \(quoted: name)", try: "history favorites")
    }
    guard ids.count == 1 else {
      let handles = ids.prefix(4).map { "\(Favorite.dataset):\($0.text)" }.joined(separator: ", ")
      throw Failure("\(quoted: name) is the name of \(ids.count) favorites", try: "one of \(own: handles)")
    }
    return id
  }
}
