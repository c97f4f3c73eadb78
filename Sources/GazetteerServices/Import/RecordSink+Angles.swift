import GazetteerIndex

/// Angles of which other columns say more.
extension RecordSink {
  /// Adds minutes and seconds to the angles of the draft, and puts them in their halves of the globe.
  @inline(never)
  mutating func joinAngles() {
    if let position = angleParts.crossedPosition {
      set(position)
    } else if let first = angleParts.crossedTexts.first {
      for (attribute, text) in angleParts.crossedTexts {
        text.bytes.withUnsafeBufferPointer { builder.add(attribute: attribute, value: $0) }
      }
      return loseAngles(first.text)
    }
    guard let (latitude, longitude) = builder.draftedPosition else { return }
    if let fault = angleParts.fault { return loseAngles(fault) }
    set(angleParts.joined(latitude, longitude))
  }

  /// Puts degrees in the place of small parts of a degree.
  mutating func scale(_ unitsOfDegree: Double) {
    guard let (latitude, longitude) = builder.draftedPosition else { return }
    set((latitude / unitsOfDegree, longitude / unitsOfDegree))
  }

  private mutating func set(_ position: (latitude: Double, longitude: Double)) {
    builder.set(latitude: position.latitude)
    builder.set(longitude: position.longitude)
  }

  private mutating func loseAngles(_ text: Untrusted) {
    losePosition(text.beginning)
    set((.nan, .nan))
  }
}
