@testable import GazetteerServices

/// Everything that a reader reports about a text.
struct CSVReading {
  var records: [[String]] = []
  /// The line of each record.
  var lines: [Int] = []
  var errors: [CSVError] = []
  /// Whether no record came after a fatal error.
  var isOverAfterFatal = true

  init(_ text: String, delimiter: Character = ",", tolerance: CSVReader.Tolerance = .none) {
    self.init(Array(text.utf8), delimiter: delimiter, tolerance: tolerance)
  }

  init(_ bytes: [UInt8], delimiter: Character = ",", tolerance: CSVReader.Tolerance = .none) {
    let padded = bytes + [UInt8](repeating: 0, count: 64)
    padded.withUnsafeBufferPointer { padded in
      var reader = CSVReader(
        UnsafeBufferPointer(rebasing: padded.prefix(bytes.count)), delimiter: delimiter.asciiValue ?? 0,
        tolerance: tolerance)
      while true {
        do throws(CSVError) {
          guard try reader.nextRecord() else { return }
          isOverAfterFatal = isOverAfterFatal && !(errors.last?.isFatal ?? false)
          records.append(
            (0..<reader.fieldCount).map { String(validating: reader.field($0), as: UTF8.self) ?? "not UTF-8" })
          lines.append(reader.line)
        } catch {
          errors.append(error)
        }
      }
    }
  }
}
