extension UnsafeMutableBufferPointer {
  /// Sorts by `precedes`, and checks for cancellation every few thousand comparisons. O(n log n).
  func sort(_ cancellation: Cancellation, by precedes: (Element, Element) -> Bool) throws(Cancelled) {
    var elements = self
    // For few elements, polling would cost more than the sort.
    guard count > 4096 else { return elements.sort(by: precedes) }
    var comparisons = 0
    do {
      try elements.sort { left, right in
        comparisons += 1
        try cancellation.check(every: comparisons)
        return precedes(left, right)
      }
    } catch {
      throw Cancelled()
    }
  }
}
