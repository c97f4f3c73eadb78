import GazetteerIndex

/// A file on a server, of which a copy is kept on this machine.
///
///     no copy                    ask the server
///     copy                       ask the server whether there is a newer version
///     copy, but no connection    use the copy, and say so in `DatasetAbout.localCopy`
package struct RemoteSource: Sendable {
  package let address: Untrusted
  private let client: WebClient
  /// nil: none are kept.
  private let copies: SourceCopies?
  /// Seconds since 1970.
  private let now: @Sendable () -> Int64

  package init(
    _ address: Untrusted, through client: WebClient, copies: SourceCopies?, now: @escaping @Sendable () -> Int64
  ) {
    self.address = address
    self.client = client
    self.copies = copies
    self.now = now
  }

  /// What to read, and where it is from.
  private enum Content {
    case sent(WebReply)
    /// The copy is still the newest version.
    case confirmed(SourceCopies.Copy)
    /// There is no connection.
    case copied(SourceCopies.Copy, WebError)

    var sum: Int64 {
      var sum = Checksum()
      switch self {
      case .sent(let reply):
        withExtendedLifetime(reply.content) { sum.add(UnsafeRawBufferPointer(reply.content.bytes)) }
      case .confirmed(let copy), .copied(let copy, _): sum.add(copy.content)
      }
      return sum.value
    }

    func file() throws(ImportError) -> FileBytes {
      switch self {
      case .sent(let reply): try FileBytes(reply.content)
      case .confirmed(let copy), .copied(let copy, _): try FileBytes(copy.content)
      }
    }
  }

  /// Makes a dataset, as `openDataset` does from a file.
  package func dataset(
    named name: String, as format: ImportFormat? = nil, reading: SourceReading = SourceReading(),
    cancellation: Cancellation, progress: DatasetProgress = DatasetProgress(), clock seconds: () -> Double = { 0 }
  ) throws(ImportError) -> Dataset {
    let start = seconds()
    let (address, copy, fetched) = try fetch(cancellation, progress)
    let content: Content
    switch fetched {
    case .success(let fresh): content = fresh
    case .failure(let error):
      guard let copy, error.isAboutTheConnection else { throw ImportError(error) }
      content = .copied(copy, error)
    }
    let dataset = try dataset(of: content, at: address, named: name, as: format, reading, cancellation, progress)
    return finished(dataset, content, at: address, insteadOf: copy, seconds: seconds() - start)
  }

  /// Makes the dataset again if the server has another version than an older one; nil if it has not.
  ///
  /// - Parameter old: what is known about the older one.
  package func dataset(
    newerThan old: DatasetAbout, named name: String, as format: ImportFormat? = nil,
    reading: SourceReading = SourceReading(), cancellation: Cancellation,
    progress: DatasetProgress = DatasetProgress(), clock seconds: () -> Double = { 0 }
  ) throws(ImportError) -> Dataset? {
    let start = seconds()
    let (address, copy, fetched) = try fetch(cancellation, progress)
    let content: Content
    do throws(WebError) { content = try fetched.get() } catch { throw ImportError(error) }
    if content.sum == old.contentSum {
      _ = keep(content, of: address, insteadOf: copy, ownTime: old.lastModified)
      return nil
    }
    let dataset = try dataset(of: content, at: address, named: name, as: format, reading, cancellation, progress)
    let new = finished(dataset, content, at: address, insteadOf: copy, seconds: seconds() - start)
    return new.about.lastModified != nil && new.about.lastModified == old.lastModified ? nil : new
  }

  /// Asks the server, or why that failed; and the copy of its last answer.
  private func fetch(
    _ cancellation: Cancellation, _ progress: DatasetProgress
  ) throws(ImportError) -> (WebAddress, copy: SourceCopies.Copy?, Result<Content, WebError>) {
    let address: WebAddress
    do throws(WebError) { address = try WebAddress(self.address) } catch { throw ImportError(error) }
    let copy = copies?.copy(of: address)
    return (
      address, copy,
      Result { () throws(WebError) in try content(of: address, copy, cancellation, progress) }
    )
  }

  private func content(
    of address: WebAddress, _ copy: SourceCopies.Copy?, _ cancellation: Cancellation, _ progress: DatasetProgress
  ) throws(WebError) -> Content {
    var request = WebRequest(address)
    if let etag = copy?.etag { request.headers.append(WebRequest.Header("If-None-Match", .plain(etag.text))) }
    if let time = copy?.lastModified {
      request.headers.append(WebRequest.Header("If-Modified-Since", .plain(time.text)))
    }
    progress.enter(.reading, of: 0)
    let reply = try client.answer(to: request, cancellation: cancellation) { done, total in
      progress.reach(done, of: total)
    }
    if reply.status == 304, let copy { return .confirmed(copy) }
    guard reply.status == 200 else { throw .refused(host: reply.host, status: reply.status) }
    return .sent(reply)
  }

  private func dataset(
    of content: Content, at address: WebAddress, named name: String, as format: ImportFormat?,
    _ reading: SourceReading, _ cancellation: Cancellation, _ progress: DatasetProgress
  ) throws(ImportError) -> Dataset {
    let text = try SourceText(
      content.file(), path: address.path, as: format, reading: reading, cancellation: cancellation)
    let format = if let format { format } else { try text.format(cancellation, reading) }
    return try GazetteerServices.dataset(
      of: text, named: name, as: format, reading: reading, source: self.address.text, cancellation: cancellation,
      progress: progress)
  }

  /// The dataset with what is known about its source. Saves the copy.
  private func finished(
    _ dataset: Dataset, _ content: Content, at address: WebAddress, insteadOf copy: SourceCopies.Copy?, seconds: Double
  ) -> Dataset {
    var about = dataset.about
    about.seconds = seconds
    about.contentSum = content.sum
    if case .copied(let copy, let error) = content {
      about.localCopy = LocalCopy(age: now() - copy.time, reason: error.reason)
    } else if let failure = keep(content, of: address, insteadOf: copy, ownTime: about.lastModified) {
      about.warnings += 1
      about.problems.append("no copy was saved for times without a network: \(own: failure.reason)")
    }
    return dataset.described(by: about)
  }

  /// Saves what came as the copy for the next time. If the content itself says that nothing changed since the copy, the
  /// copy stays. Returns why it could not be saved.
  private func keep(
    _ content: Content, of address: WebAddress, insteadOf old: SourceCopies.Copy?, ownTime: Untrusted?
  ) -> SystemError? {
    guard let copies else { return nil }
    var copy: SourceCopies.Copy
    switch content {
    case .copied: return nil
    case .confirmed(let confirmed): copy = confirmed
    case .sent(let reply):
      if let old, ownTime != nil, old.ownTime == ownTime {
        copy = old
      } else {
        copy = SourceCopies.Copy(
          time: 0, etag: reply.headers["etag"], lastModified: reply.headers["last-modified"], ownTime: ownTime,
          content: reply.body)
      }
    }
    copy.time = now()
    do throws(SystemError) {
      try copies.save(copy, of: address)
      return nil
    } catch {
      return error
    }
  }
}

extension ImportError {
  fileprivate init(_ error: WebError) { self = error == .cancelled ? .cancelled : .web(error) }
}
