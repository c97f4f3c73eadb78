import GazetteerIndex

extension PlaceSource {
  /// `480 places, 12 without a position`.
  var sizeText: String {
    let count = about.withoutPosition
    if count == 0 { return Numeral.places(size) }
    let all = size.isExact && size.count == count && count > 1
    return "\(Numeral.places(size)), \(all ? "all" : Numeral.grouped(count)) without a position"
  }
}

extension DatasetAbout {
  /// `2 places are kept without their positions, which are not valid`.
  var unplacedText: String {
    let isOne = unplaced == 1
    return isOne
      ? "1 place is kept without its position, which is not valid"
      : "\(Numeral.places(unplaced)) are kept without their positions, which are not valid"
  }
}
