import GazetteerIndex

extension DatasetAbout {
  /// `2 places are kept without their positions, which are not on the globe`.
  var unplacedText: String {
    let isOne = unplaced == 1
    return isOne
      ? "1 place is kept without its position, which is not on the globe"
      : "\(Numeral.places(unplaced)) are kept without their positions, which are not on the globe"
  }
}
