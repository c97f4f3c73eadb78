/// The first index of `range` for which `isBefore` is false; the end if there is none. All indexes before it must be
/// true, and all after it false.
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
