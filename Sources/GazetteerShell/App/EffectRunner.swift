import GazetteerIndex
import GazetteerSession

/// Carries out in the background what takes time: datasets that are being opened, each on a thread of its own.
/// Belongs to the thread that owns the session; the others only post.
final class EffectRunner {
  private struct Finished: Sendable {
    let name: String
    let number: Int
    let event: Event
  }

  /// What came of an effect.
  struct Ended {
    /// Counts the effects in the order in which they were asked for.
    let number: Int
    /// The dataset that was to be opened.
    let name: String
    let event: Event
    /// Where it was asked for.
    let origin: Origin
  }

  private struct Running {
    let number: Int
    let opening: Opening
    let origin: Origin
    var meter: OpeningMeter
  }

  private lazy var mailbox = Mailbox<Finished>()
  private var running: [String: Running] = [:]
  private var count = 0
  /// Whether somebody types meanwhile.
  private var servesPrompt = false

  /// Whether nothing is under way.
  var isIdle: Bool { running.isEmpty }

  /// Readable when something has ended.
  var descriptor: Int32 { mailbox.descriptor }

  /// - Parameter seconds: the time by the clock that `statuses(at:)` is asked by.
  func open(
    _ opening: Opening, by open: @escaping @Sendable (Opening) -> Result<Dataset, Failure>, for origin: Origin,
    at seconds: Double = 0
  ) {
    count += 1
    let number = count
    let name = opening.request.name
    running[name] = Running(
      number: number, opening: opening, origin: origin, meter: OpeningMeter(opening.request, start: seconds))
    let (mailbox, servesPrompt) = (mailbox, servesPrompt)
    Worker.run {
      let result = open(opening)
      mailbox.post(Finished(name: name, number: number, event: Event(result, of: opening.request)))
      // Nobody waits for this, unless a key comes first.
      if servesPrompt, case .success(let dataset) = result { dataset.prepareForTyping() }
    }
  }

  /// Gives up opening a dataset. What still comes of it is dropped, also when the name is taken again meanwhile.
  func stopOpening(_ name: String) { running.removeValue(forKey: name)?.opening.cancellation.cancel() }

  /// How far all have come that are under way, in the order of asking.
  func statuses(at seconds: Double) -> [OpeningStatus] {
    running.keys.sorted { (running[$0]?.number ?? 0) < (running[$1]?.number ?? 0) }.compactMap { name in
      guard let sample = running[name]?.opening.progress.sample else { return nil }
      return running[name]?.meter.status(sample, at: seconds)
    }
  }

  /// Gives up everything, when the program ends.
  func stopAll() { running.keys.forEach(stopOpening) }

  /// What has ended since the last call, in the order of ending.
  func finished() -> [Ended] { isIdle ? [] : current(mailbox.drain()) }

  /// The same as mail for the prompt; `receive` says what of it the user should read.
  func mail(_ receive: @escaping ([Ended]) -> [Message]) -> Mail {
    servesPrompt = true
    return Mail(mailbox) { [self] in receive(current($0)) }
  }

  /// What somebody still waits for.
  private func current(_ finished: [Finished]) -> [Ended] {
    finished.compactMap { finished in
      guard let started = running[finished.name], started.number == finished.number else { return nil }
      running[finished.name] = nil
      return Ended(number: finished.number, name: finished.name, event: finished.event, origin: started.origin)
    }
  }
}

extension Event {
  /// What came of opening a dataset.
  init(_ result: Result<Dataset, Failure>, of request: OpenRequest) {
    switch result {
    case .success(let dataset): self = .opened(dataset)
    case .failure(var failure):
      failure.command = failure.command ?? "open"
      self = .openFailed(request, failure)
    }
  }
}
