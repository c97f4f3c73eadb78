/// Why a dataset could not be made from places.
package enum DatasetError: Error {
  case cancelled
  /// The texts, or the folded names, have more bytes than can be addressed.
  case tooLarge
}
