import GazetteerIndex

extension ServiceError {
  /// - Parameter path: the file; nil: in memory.
  init(_ error: StoreError, _ path: String?) {
    let file: Message = path.map { "\"\(Untrusted($0))\"" } ?? "the memory"
    self =
      switch error {
      case .cancelled: .cancelled
      case .busy, .changedMeanwhile: .storage("another program has locked \(file)")
      case .full: .storage("there is no space left on the disk")
      case .readOnly: .storage("\(file) is read-only")
      case .damaged: .storage("\(file) is damaged")
      case .foreign(let name): .storage("\(file) has \"\(name)\", which gaz has not made; move the file away")
      case .newerVersion: .storage("a newer gaz has changed the format of \(file); use the newer gaz")
      case .notCopied(let folder, let reason):
        .storage(
          """
          \(file) is of an older gaz, and cannot be copied to "\(folder)" before it is changed, because \
          \(Untrusted(reason)); make room there, or make the folder writable
          """)
      case .failed(let reason): .storage("\(file): \(Untrusted(reason))")
      }
  }
}
