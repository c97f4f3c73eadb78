/// The first index of `range` for which `isBefore` is false. It must be true for a beginning of the range only.
@inline(__always)
func partition(_ range: Range<Int>, where isBefore: (Int) -> Bool) -> Int {
  var low = range.lowerBound
  var high = range.upperBound
  while low < high {
    let middle = (low + high) / 2
    if isBefore(middle) { low = middle + 1 } else { high = middle }
  }
  return low
}
