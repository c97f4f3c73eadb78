import GazetteerIndex
import GazetteerServices
import GazetteerSession

extension Interpreter {
  /// Reads a file of favorites; then the statement that asked for it is answered again with what is in it.
  func readImport(_ request: ImportRequest, from origin: Origin, asJSON: Bool) -> Outcome {
    guard let statement else { return Outcome() }
    if request.path.text == "-", readsStandardInput {
      return complain(.noImportFromCommands, from: origin, asJSON: asJSON)
    }
    var context = context(for: origin)
    let path = environment.path(request.path)
    let job = Job("reading \(request.path)", cancellation: context.cancellation) { request.file(at: path, $0) }
    switch wait.result(of: job) ?? .failure(.interrupted) {
    case .failure(let failure): return complain(failure, from: origin, asJSON: asJSON)
    case .success(let file):
      context.imported = file
      return run(statement, from: origin, in: context)
    }
  }
}

extension ImportRequest {
  /// What is in the file. Takes its time.
  fileprivate func file(at path: Untrusted, _ cancellation: Cancellation) -> Result<ImportedFile, Failure> {
    do throws(ImportError) {
      var named: ImportFormat?
      if let format {
        named = ImportFormat(named: format.text)
        if named == nil { throw .unknownFormat(format) }
      }
      return .success(try readFavorites(at: path.text, as: named, cancellation: cancellation))
    } catch {
      return .failure(error == .cancelled ? .interrupted : .noImport(self, error))
    }
  }
}

extension Failure {
  /// `-` cannot be imported, because the commands are read from there.
  fileprivate static var noImportFromCommands: Failure {
    var failure = Failure(
      "nothing is imported from the standard input", why: "the commands come from there",
      try: "gaz -c 'import -' < FILE")
    failure.command = "import"
    return failure
  }

  fileprivate static func noImport(_ request: ImportRequest, _ error: ImportError) -> Failure {
    var code = ExitCode.dataNotLoaded
    if case .unknownFormat = error { code = .usage }
    var failure = Failure(
      "nothing is imported from \(quoted: request.path)", why: error.reason, try: error.remedy, code: code)
    failure.command = "import"
    return failure
  }
}
