/// Why places could not be made a dataset.
package enum DatasetError: Error {
  case cancelled
  /// The texts, or the folded names, have more bytes than can be addressed.
  case tooLarge
}
