import GazetteerIndex

extension FavoritesEdit {
  /// An edit with a title such as `favorite Paris`, `rate Paris 4` or `unfavorite 3 places`.
  init(verb: String, _ changes: [FavoriteChange], detail: String = "", at time: Int64) {
    let names = changes.compactMap { ($0.before ?? $0.after)?.place.name }
    let what = names.count == 1 ? names[0].beginning(200).bytes : Array(Numeral.places(names.count).utf8)
    let title = [Array(verb.utf8), what, Array(detail.utf8)].filter { !$0.isEmpty }
    self.init(Untrusted(bytes: title.joined(separator: " ".utf8)), changes, at: time)
  }
}

extension [Favorite] {
  /// The name of the only favorite, or how many there are.
  var summary: Message { map(\.place).summary }

  /// The answer to a command that changes nothing, because the favorites already have these values.
  var unchanged: Message { "nothing to change: \(summary)" }
}

extension [Place] {
  /// The name of the only place, or how many there are.
  var summary: Message {
    guard let first, count == 1 else { return "\(own: Numeral.places(count))" }
    return "\(cut: first.name)"
  }
}
