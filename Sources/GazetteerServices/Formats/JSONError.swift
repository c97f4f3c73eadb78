import GazetteerIndex

/// Why a text is not the JSON that was expected, and where.
package struct JSONError: Error, Hashable, Sendable {
  /// In bytes from the start of the text.
  package let offset: Int
  package let fault: Fault

  package enum Fault: Hashable, Sendable {
    /// Something else was expected here: the character that was found, or nil at the end of the text.
    case unexpected(Untrusted?, expected: Expectation)
    case leadingZero
    case controlCharacter(UInt8)
    case invalidUTF8(UInt8)
    /// A UTF-16 unit that is half of a character, without its other half.
    case loneSurrogate(UInt16)
    case stringTooLong
    case numberTooLong
    case tooDeep
    /// It is JSON, but not what the format requires.
    case form(Message)
    case cancelled
  }

  package enum Expectation: Hashable, Sendable {
    case value, object, array, string, number, bool, null
    case key, keyOrBrace, colon, commaOrBrace, commaOrBracket
    case closingQuote, escape, hexadecimalDigit, digit, endOfText
    case word(String)
  }

  /// Whether the text is valid JSON, at least up to the error, but not of the expected form.
  var isOfForm: Bool { if case .form = fault { true } else { false } }

  /// The line and the column, in characters, of the error in `bytes`, the text in which it was found. Both count from
  /// 1. O(offset).
  package func location(in bytes: UnsafeBufferPointer<UInt8>) -> (line: Int, column: Int) {
    let before = bytes.prefix(offset)
    let newline = UInt8(ascii: "\n")
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let line = before.lastIndex(of: newline).map { before[($0 + 1)...] } ?? before
    let shown = line.startIndex == 0 && line.starts(with: mark) ? line.dropFirst(mark.count) : line
    return (before.count { $0 == newline } + 1, String(decoding: shown, as: UTF8.self).count + 1)
  }

  package var message: Message {
    switch fault {
    case .unexpected(let found?, let expected): "expected \(own: expected.words), found '\(found)'"
    case .unexpected(nil, let expected): "expected \(own: expected.words), found the end of the text"
    case .leadingZero: "a number must not have a leading 0"
    case .controlCharacter(let byte):
      "control character '\(Untrusted(bytes: [byte]))' in a string; try: write it as an escape"
    case .invalidUTF8(let byte): "'\(Untrusted(bytes: [byte]))' is not UTF-8; try: convert the text to UTF-8"
    case .loneSurrogate(let unit):
      "'\\u\(own: String(unit, radix: 16))' is half of a character (a surrogate) without its other half"
    case .stringTooLong: "a string is longer than \(JSONReader.stringLimit) bytes"
    case .numberTooLong: "a number is longer than \(JSONReader.numberLimit) bytes"
    case .form(let reason): reason
    case .cancelled: "it was cancelled"
    case .tooDeep: "objects and arrays are nested more than \(JSONReader.depthLimit) deep"
    }
  }
}

extension JSONError.Expectation {
  fileprivate var words: String {
    switch self {
    case .value: "a value"
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .bool: "true or false"
    case .null: "null"
    case .key: "a key in quotes"
    case .keyOrBrace: "a key in quotes or '}'"
    case .colon: "':' after a key"
    case .commaOrBrace: "',' or '}'"
    case .commaOrBracket: "',' or ']'"
    case .closingQuote: "'\"' at the end of a string"
    case .escape: "one of \"\\/bfnrtu after '\\'"
    case .hexadecimalDigit: "a hexadecimal digit"
    case .digit: "a digit"
    case .endOfText: "the end of the text"
    case .word(let word): "'\(word)'"
    }
  }
}
