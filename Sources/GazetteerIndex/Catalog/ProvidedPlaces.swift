/// A provider's answer.
package struct ProvidedPlaces: Equatable, Sendable {
  /// That a provider has more places than it gave.
  package enum Cut: Equatable, Sendable {
    /// It says how many it has.
    case known(total: Int)
    /// It gave as many as it ever gives.
    case likely
  }

  package let request: PlacesRequest
  /// In the order of the provider.
  package let places: [PlaceID]
  /// All places of the provider's answers so far, as a dataset.
  package let pool: SourceReference
  /// When the provider gave the answer, in seconds since 1970-01-01 00:00 UTC.
  package let time: Int64
  /// Why a copy of an older answer is used; nil if the answer is as new as was asked for.
  package var excuse: Message?
  /// How many entries the answer has.
  package var entries = 0
  /// How many of them were left out because they have no name.
  package var nameless = 0
  /// How many of them were left out because they have another form.
  package var malformed = 0
  /// nil if the provider gave all places that it has.
  package var cut: Cut?
  /// The radius that was asked for, if the provider does not take the one that was wanted.
  package var reach: Distance?

  package init(_ request: PlacesRequest, _ places: [PlaceID], pool: SourceReference, time: Int64) {
    self.request = request
    self.places = places
    self.pool = pool
    self.time = time
  }
}
