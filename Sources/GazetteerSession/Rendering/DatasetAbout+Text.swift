import GazetteerIndex

extension DatasetAbout {
  /// `2 places lie off the globe and are kept without a position`.
  var unplacedText: String {
    let (lie, are) = unplaced == 1 ? ("lies", "is") : ("lie", "are")
    return "\(Numeral.places(unplaced)) \(lie) off the globe and \(are) kept without a position"
  }
}
