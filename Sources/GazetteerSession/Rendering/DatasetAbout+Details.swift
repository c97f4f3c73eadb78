import GazetteerIndex

extension DatasetAbout {
  /// What is told after `open -v`, besides how many places there are: what the columns were taken for, and which records
  /// have problems.
  var details: [Message] { (columns.map { ["columns: \($0)"] } ?? []) + problems }
}
