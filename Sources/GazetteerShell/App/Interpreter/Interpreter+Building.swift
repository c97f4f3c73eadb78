import GazetteerIndex
import GazetteerServices
import GazetteerSession

extension Interpreter {
  /// Writes the places of a source to a file. An existing one is replaced only if the user agreed.
  func build(_ request: BuildRequest, for cause: Cause) -> Outcome {
    if request.source.isStandardInput, readsStandardInput {
      return error(.building(.opensCommandInput), for: cause)
    }
    let place = environment.path(request.path).text
    // Known before the work, not only after it.
    if !request.mayReplace, FileReplacement.isRegularFile(place) {
      return receive([.asked(request.question)], for: cause)
    }
    let opening = Opening(request.source, in: environment, with: data)
    let job = Job<Result<Built, Failure>>(
      "building \(request.path)", cancellation: opening.cancellation,
      progress: { JobProgress(opening.progress.sample) },
      work: { [environment] cancellation in
        Result { () throws(Failure) in
          let dataset = try environment.open(opening).get()
          guard !cancellation.isCancelled else { throw .interrupted }
          return try dataset.written(to: place, for: request)
        }
      })
    switch wait.result(of: job) ?? .failure(.interrupted) {
    case .success(.written(let dataset)): return perform(.notice(request.written(dataset)), for: cause)
    case .success(.found): return receive([.asked(request.question)], for: cause)
    case .failure(let failure): return error(.building(failure), for: cause)
    }
  }
}

/// What became of a file to build.
private enum Built {
  case written(Dataset)
  /// It exists and may not be replaced without asking.
  case found
}

extension Dataset {
  fileprivate func written(to place: String, for request: BuildRequest) throws(Failure) -> Built {
    let content: SnapshotContent
    do throws(SnapshotError) {
      content = try Snapshot.content(of: self)
    } catch {
      throw Failure("\(quoted: request.path) was not written", why: "its places are too many for one file")
    }
    do throws(SystemError) {
      if request.mayReplace {
        try FileReplacement.replace(place, write: content.write)
      } else if try !FileReplacement.create(place, write: content.write) {
        return .found
      }
      return .written(self)
    } catch {
      throw .cannotBeWritten(request.path, error, try: "another file")
    }
  }
}

extension Failure {
  /// An error of the command `build`.
  fileprivate static func building(_ failure: Failure) -> Failure {
    var failure = failure
    failure.command = "build"
    return failure
  }
}
