/// A provider's answer.
package struct ProvidedPlaces: Equatable, Sendable {
  package let request: PlacesRequest
  /// In the order of the provider.
  package let places: [PlaceID]
  /// All places of the provider's answers so far, as a dataset.
  package let pool: SourceReference
  /// When the provider gave the answer, in seconds since 1970-01-01 00:00 UTC.
  package let time: Int64
  /// Why a copy of an older answer is used; nil if the answer is as new as was asked for.
  package var excuse: Message?
  /// How many entries of the answer were no places.
  package var skipped = 0

  package init(_ request: PlacesRequest, _ places: [PlaceID], pool: SourceReference, time: Int64) {
    self.request = request
    self.places = places
    self.pool = pool
    self.time = time
  }
}
