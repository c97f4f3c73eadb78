import GazetteerIndex

/// What a page of a place says if the place is a favorite.
package struct FavoriteDetail: Equatable, Sendable {
  package let favorite: Favorite
  /// Whether the page shows the place as saved in the favorite, not as it is in its source.
  let isListed: Bool
  /// Why the place is not found unchanged in its source; nil if it is.
  let fate: String?
}

extension FavoriteDetail {
  var pairs: [Page.Pair] {
    var pairs = FavoriteColumn.all.filter { !$0.isOfSource }.flatMap(pairs)
    pairs += [
      Page.Pair("added", UTC.text(favorite.created)),
      Page.Pair("changed", favorite.changed == favorite.created ? "" : UTC.text(favorite.changed)),
      Page.Pair("saved from", isListed ? source : ""),
    ]
    return pairs.filter { !$0.text.isEmpty || $0.label.isEmpty }
  }

  /// One line per line of the value.
  private func pairs(_ column: FavoriteColumn) -> [Page.Pair] {
    switch column.value(favorite) {
    case nil: []
    case .text(let text)?:
      text.lines.enumerated().map { Page.Pair($0 == 0 ? column.label : "", Untrusted(bytes: $1).neutralised) }
    case .station(let station)?: [Page.Pair(column.label, text(of: station))]
    case let value?: [Page.Pair(column.label, value.shown)]
    }
  }

  /// The name and identity of the station, and how far it is.
  private func text(of station: Favorite.Station) -> String {
    station.name.neutralised + (station.isNamedByID ? "" : " (\(station.id.word.neutralised))")
      + (favorite.stationDistance.map { ", \(Numeral.text($0)) away" } ?? "")
  }

  private var source: String {
    guard let source = favorite.source?.word.neutralised else { return "" }
    return [source, fate].compactMap(\.self).joined(separator: ", ")
  }
}
