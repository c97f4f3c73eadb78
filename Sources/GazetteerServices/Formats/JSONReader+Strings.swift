import GazetteerIndex

extension JSONReader {
  /// The string whose opening quote is at `position`.
  @inline(__always)
  mutating func quoted() throws(JSONError) -> UnsafeBufferPointer<UInt8> {
    let start = position + 1
    let (length, isASCII) = plainRun(from: start)
    guard base[start + length] == UInt8(ascii: "\"") else { return try quotedWithEscapes() }
    guard length <= longest else { throw JSONError(offset: position, fault: .stringTooLong) }
    if !isASCII { try validate(from: start, length: length) }
    position = start + length + 1
    return UnsafeBufferPointer(start: base + start, count: length)
  }

  /// The number of plain bytes from `start` on: those before a quote, a backslash or a control character. The zero
  /// after the end of the text is one too. Reads eight bytes at a time.
  @inline(__always)
  private func plainRun(from start: Int) -> (length: Int, isASCII: Bool) {
    var index = start
    var seen: UInt64 = 0
    while true {
      let word = UInt64(littleEndian: UnsafeRawPointer(base + index).loadUnaligned(as: UInt64.self))
      let stops = stops(in: word)
      if stops != 0 {
        let shift = stops.trailingZeroBitCount & ~7
        seen |= word & (1 &<< UInt64(truncatingIfNeeded: shift) &- 1)
        return (index + shift / 8 - start, seen & 0x8080_8080_8080_8080 == 0)
      }
      seen |= word
      index += 8
    }
  }

  /// The high bit of the first byte that is a quote, a backslash or below 0x20. Higher bits are not reliable,
  /// because of the borrow.
  @inline(__always)
  private func stops(in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quotes = word ^ (ones &* 0x22)
    let backslashes = word ^ (ones &* 0x5C)
    // A byte above 0x7F has its high bit set in all three words, so one mask removes it.
    let below = (quotes &- ones) | (backslashes &- ones) | (word &- (ones &* 0x20))
    return below & ~word & (ones &* 0x80)
  }

  @inline(never)
  private func validate(from start: Int, length: Int) throws(JSONError) {
    let bytes = UnsafeBufferPointer(start: base + start, count: length)
    if let invalid = firstInvalidUTF8(bytes) {
      throw JSONError(offset: start + invalid, fault: .invalidUTF8(bytes[invalid]))
    }
  }

  /// Like `quoted`, but resolves escapes into `resolved`.
  @inline(never)
  private mutating func quotedWithEscapes() throws(JSONError) -> UnsafeBufferPointer<UInt8> {
    let quote = position
    position += 1
    resolved.removeAll()
    while true {
      let (length, isASCII) = plainRun(from: position)
      guard resolved.count + length <= longest else {
        throw JSONError(offset: quote, fault: .stringTooLong)
      }
      if !isASCII { try validate(from: position, length: length) }
      resolved.append(UnsafeBufferPointer(start: base + position, count: length))
      position += length
      switch base[position] {
      case UInt8(ascii: "\""):
        position += 1
        return resolved.slice
      case UInt8(ascii: "\\"): try resolveEscape()
      case let control:
        guard position < count else { throw unexpected(.closingQuote) }
        throw JSONError(offset: position, fault: .controlCharacter(control))
      }
    }
  }

  private mutating func resolveEscape() throws(JSONError) {
    let start = position
    position += 1
    let letter = base[position]
    guard letter == UInt8(ascii: "u") else {
      guard let byte = simpleEscape(letter) else { throw unexpected(.escape) }
      position += 1
      resolved.append(byte)
      return
    }
    for byte in try escapedScalar(from: start).utf8 { resolved.append(byte) }
  }

  /// The character whose escape, with the `u` at `position`, begins at `start`.
  private mutating func escapedScalar(from start: Int) throws(JSONError) -> Unicode.Scalar {
    let first = try hexadecimalUnit()
    var value = UInt32(first)
    if first & 0xF800 == 0xD800 {
      let isPair = first < 0xDC00 && base[position] == UInt8(ascii: "\\") && base[position + 1] == UInt8(ascii: "u")
      guard isPair else { throw JSONError(offset: start, fault: .loneSurrogate(first)) }
      position += 1
      let second = try hexadecimalUnit()
      guard second & 0xFC00 == 0xDC00 else { throw JSONError(offset: start, fault: .loneSurrogate(first)) }
      value = 0x10000 + (UInt32(first & 0x3FF) << 10 | UInt32(second & 0x3FF))
    }
    // Never nil: surrogates were handled above.
    guard let scalar = Unicode.Scalar(value) else { throw JSONError(offset: start, fault: .loneSurrogate(first)) }
    return scalar
  }

  /// The next value as it is written, but with characters beyond ASCII instead of their escapes. Valid until the next
  /// value is read.
  mutating func readableValue(_ cancellation: Cancellation) throws(JSONError) -> TextPiece {
    let value = try rawValue(cancellation)
    guard value.contains(UInt8(ascii: "\\")) else { return value }
    let end = position
    defer { position = end }
    position = end - value.count
    resolved.removeAll()
    while position < end {
      let start = position
      var length = 1
      if base[start] == UInt8(ascii: "\\") {
        length = 2
        position += 1
        if base[position] == UInt8(ascii: "u"), let scalar = try? escapedScalar(from: start), !scalar.isASCII {
          for byte in scalar.utf8 { resolved.append(byte) }
          continue
        }
      }
      resolved.append(UnsafeBufferPointer(start: base + start, count: length))
      position = start + length
    }
    return resolved.slice
  }

  private func simpleEscape(_ letter: UInt8) -> UInt8? {
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): letter
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: nil
    }
  }

  /// The four digits after the `u` at `position`.
  private mutating func hexadecimalUnit() throws(JSONError) -> UInt16 {
    position += 1
    var unit: UInt16 = 0
    for _ in 0..<4 {
      let digit = base[position]
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): unit = unit << 4 | UInt16(digit - UInt8(ascii: "0"))
      case UInt8(ascii: "A")...UInt8(ascii: "F"): unit = unit << 4 | UInt16(digit - UInt8(ascii: "A") + 10)
      case UInt8(ascii: "a")...UInt8(ascii: "f"): unit = unit << 4 | UInt16(digit - UInt8(ascii: "a") + 10)
      default: throw unexpected(.hexadecimalDigit)
      }
      position += 1
    }
    return unit
  }
}
