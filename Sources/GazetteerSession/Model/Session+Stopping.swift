import GazetteerIndex

/// Stopping what goes on in the background.
extension Session {
  /// The reply to Ctrl-C on an empty line: what uses the network in the background ends, and the opening of files. A
  /// message is still sent: somebody has said yes to it, and `outbox cancel` ends it.
  package func interrupting(_ context: Context) -> Reply { stopping(withFiles: true, context) }

  /// What ends the jobs that use the network, and the changes of locations that are being sent.
  ///
  /// - Parameter withFiles: whether the opening of files ends too.
  func stopping(withFiles: Bool, _ context: Context) -> Reply {
    // What is taken out is the user's own, so it needs the power to change it.
    let isOwn = context.allowed.contains(.account)
    let services = isOwn ? context.jobs.compactMap(\.id.postedTo) : []
    return Reply(
      events: jobs.isEmpty ? [] : [.jobsStopped(withFiles: withFiles, withAccounts: isOwn)],
      effects: Set(services).sorted().map { .withdraw(service: $0) })
  }

  /// Whether that ends anything.
  func hasToStop(withFiles: Bool, _ context: Context) -> Bool {
    var stopped = self
    let isOwn = context.allowed.contains(.account)
    return !stopping(withFiles: withFiles, context).effects.isEmpty
      || !stopped.stopJobs(withFiles: withFiles, withAccounts: isOwn).isEmpty
  }

  /// - Parameters:
  ///   - withFiles: whether the opening of files ends too.
  ///   - withAccounts: whether logins and logouts end too.
  mutating func stopJobs(withFiles: Bool, withAccounts: Bool) -> [Effect] {
    var effects: [Effect] = []
    for job in jobs {
      switch job {
      case .loggingIn where !withAccounts, .loggingOut where !withAccounts, .endingFormer where !withAccounts: break
      case .loggingIn(let service): effects += stopLogin(at: service)
      case .loggingOut(let service):
        effects += stop(job, "\(Message.loggedOutOnlyHere(service)); it was interrupted")
      case .endingFormer(let service): effects += stop(job, .formerGoesOn(at: service))
      case .checkingLinks: effects += stop(job, "stopped checking links; what waits for them goes on waiting")
      case .visiting(let link): effects += stop(job, "stopped asking for \(link.beginning)")
      case .opening(let name) where isAwaited(name) && sources[name]?.source.isAddress == true:
        effects += openCopy(of: name)
      case .opening(let name) where isStopped(name, withFiles: withFiles): effects += stopOpening(name)
      case .opening(let name) where withFiles:
        effects.append(
          .notice("\(own: name) is still being opened, because it was open before; to stop that: close \(own: name)"))
      case .refreshing(let name) where withFiles || sources[name]?.source.isAddress == true:
        effects += stop(job, "stopped refreshing \(own: name); it stays as it was")
      default: break
      }
    }
    return stopFetching() + effects + stopAsking()
  }

  /// Whether an opening is stopped. What a restored session has open would be lost with its check marks, so a file of
  /// that is left to `close`.
  private func isStopped(_ name: String, withFiles: Bool) -> Bool {
    sources[name]?.source.isAddress == true || withFiles && !isAwaited(name)
  }

  /// For the same reason, an address of a restored session is opened from its copy instead.
  private func openCopy(of name: String) -> [Effect] {
    guard let source = sources[name] else { return [] }
    var request = source.request(inBackground: true)
    request.usesCopy = true
    return [.stop(.opening(name)), .notice("stopped asking for \(source.source.beginning)"), .open(request)]
  }

  mutating func stopOpening(_ name: String) -> [Effect] {
    stop(.opening(name), "stopped opening \(own: name)") + endOpening(name)
  }

  private mutating func stop(_ job: JobID, _ notice: Message) -> [Effect] {
    jobs.removeAll { $0 == job }
    return [.stop(job), .notice(notice)]
  }

  private mutating func stopFetching() -> [Effect] {
    let fetches = jobs.filter(\.isFetch)
    jobs.removeAll(where: \.isFetch)
    return fetches.map { .stop($0) } + (fetches.isEmpty ? [] : [.notice("stopped fetching locations")])
  }
}
