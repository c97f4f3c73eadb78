import GazetteerIndex

/// Long lines of a saved session are stored in parts.
///
/// The checked places, a list of them and the steps of `undo` often have the same words, or nearly the same. So a long
/// line is cut into parts. Each part is written once, and the line refers to the parts by their numbers, from 0:
///
///     part check world:1 world:2 …
///     part world:700 world:701 …
///     of-parts 0 1
///
/// The words themselves decide where a part ends. So when two lists differ in one place, nearly all of their parts are
/// the same.
enum SessionParts {
  /// Lines with fewer words are written as they are.
  static let fewestWords = 64
  private static let mostWordsInPart = 1024

  /// A line of words, with the lines before it that define its new parts.
  struct Writer {
    private var numbers: [[UInt8]: Int] = [:]
    /// The number of words of all lines, each line counted in full.
    private(set) var words = 0

    mutating func write(_ line: [Word], to bytes: inout [UInt8]) {
      words += line.count
      guard line.count >= fewestWords else {
        bytes += FactLine.text(line)
        bytes.append(UInt8(ascii: "\n"))
        return
      }
      var references: [UInt8] = Array("of-parts".utf8)
      var rest = line[...]
      while !rest.isEmpty {
        let part = FactLine.text(Array(SessionParts.takePart(from: &rest)))
        let number = numbers[part] ?? numbers.count
        if numbers.updateValue(number, forKey: part) == nil {
          bytes += Array("part ".utf8) + part
          bytes.append(UInt8(ascii: "\n"))
        }
        references += Array(" \(number)".utf8)
      }
      bytes += references
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  /// Removes the next part. It ends with a word whose hash has eight zeros at its end, so after 256 words on average.
  private static func takePart(from words: inout ArraySlice<Word>) -> ArraySlice<Word> {
    let end = words.prefix(mostWordsInPart).firstIndex { $0.text.bytes.reduce(2_166_136_261, hash) & 0xFF == 0 }
    let part = words[..<(end.map { $0 + 1 } ?? min(words.startIndex + mostWordsInPart, words.endIndex))]
    words = words[part.endIndex...]
    return part
  }

  /// FNV-1a.
  private static func hash(_ hash: UInt32, _ byte: UInt8) -> UInt32 { (hash ^ UInt32(byte)) &* 16_777_619 }

  /// Puts lines together from their parts.
  struct Reader {
    private var parts: [ArraySlice<Word>] = []
    /// The number of words that lines may still have. Without a limit, a few crafted bytes could refer to any number of
    /// words.
    private var wordsLeft = SessionText.mostWords

    mutating func define(_ words: ArraySlice<Word>) { parts.append(words) }

    /// nil if a number is not that of a part, or if there are too many words.
    mutating func line(_ numbers: ArraySlice<Word>) -> [Word]? {
      var line: [Word] = []
      for number in numbers {
        guard let number = Int(number.text.text), parts.indices.contains(number), parts[number].count <= wordsLeft
        else {
          return nil
        }
        line += parts[number]
        wordsLeft -= parts[number].count
      }
      return line
    }
  }
}
