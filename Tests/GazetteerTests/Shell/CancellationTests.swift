import Foundation
import Testing

@testable import GazetteerIndex
@testable import GazetteerServices
@testable import GazetteerShell

/// Making a dataset is cancelled soon, and reports its progress.
@Suite struct CancellationTests {
  private let folder: TemporaryFolder
  private static let rows = 9_000

  init() throws { folder = try TemporaryFolder() }

  /// A file of a format with names that need sorting, many of them equal.
  private func file(_ format: ImportFormat) throws -> String {
    var text = ""
    var random = SplitMix(state: 7)
    switch format {
    case .csv:
      text = "name,id,lat,lon,country\n"
      for _ in 0..<Self.rows {
        let number = random.next()
        text += "Place \(number % 1000),x\(number),\(number % 90),\(number % 180),C\(number % 50)\n"
      }
    case .geojson:
      let corners = (0..<50_000).map { "[\(Double($0) / 1e4),\(Double($0) / 1e4)]" }.joined(separator: ",")
      text = "{\"type\":\"LineString\",\"coordinates\":[\(corners)]}"
    default:
      let records = (0..<Self.rows).map { "{\"name\":\"n\($0 % 1000)\",\"_id\":\($0)}" }
      text = "{\"count\":1,\"results\":[\(records.joined(separator: ","))]}"
    }
    return try folder.file("places", text)
  }

  @Test(arguments: [ImportFormat.csv, .json, .geojson])
  func openingEndsAtThePollThatCancelsIt(format: ImportFormat) throws {
    let path = try file(format)
    let whole = CountedCancellation()
    _ = try openDataset(at: path, named: "x", as: format, cancellation: whole.cancellation)
    #expect(whole.polls > 10)
    for polls in stride(from: 0, to: whole.polls, by: max(1, whole.polls / 8)) {
      let counted = CountedCancellation(afterPolls: polls)
      #expect(throws: ImportError.cancelled) {
        try openDataset(at: path, named: "x", as: format, cancellation: counted.cancellation)
      }
      // The work ends soon: both halves of a sort may poll once more.
      #expect(counted.polls <= polls + 3)
    }
    // The control.
    let enough = CountedCancellation(afterPolls: whole.polls).cancellation
    _ = try openDataset(at: path, named: "x", as: format, cancellation: enough)
  }

  @Test func everyPhaseIsPolledAndReported() throws {
    let path = try file(.csv)
    var pollsOf: [DatasetProgress.Phase: Int] = [:]
    var last = 0
    var polls = 0
    while true {
      let progress = DatasetProgress()
      let cancellation = CountedCancellation(afterPolls: polls).cancellation
      let isDone = (try? openDataset(at: path, named: "x", cancellation: cancellation, progress: progress)) != nil
      let sample = progress.sample
      pollsOf[sample.phase, default: 0] += 1
      #expect(sample.phase.rawValue >= last)
      last = sample.phase.rawValue
      if isDone {
        #expect(sample.phase == .indexing && sample.done == sample.total && sample.records == Self.rows)
        break
      }
      polls += 1 + polls / 16
    }
    // Each ended somewhere in parsing, and somewhere in indexing, more than once.
    #expect(pollsOf[.parsing, default: 0] >= 2 && pollsOf[.indexing, default: 0] >= 2)
  }

  @Test func theIndexesMadeWhenFirstAskedAreCancelledToo() throws {
    let dataset = try openDataset(at: try file(.csv), named: "x")
    let asks: [(Cancellation) throws -> Void] = [
      { _ = try dataset.spatial($0) }, { _ = try dataset.typosOfNames($0) },
    ]
    for ask in asks {
      #expect(throws: Cancelled.self) { try ask(CountedCancellation(afterPolls: 0).cancellation) }
      let whole = CountedCancellation()
      try ask(whole.cancellation)
      #expect(whole.polls > 0)
      // It is made once: asking again takes no time.
      let again = CountedCancellation(afterPolls: 0)
      try ask(again.cancellation)
      #expect(again.polls == 0)
    }
  }

  @Test func waitingForAnIndexCanBeCancelled() throws {
    let lazy = Lazy<Int>()
    let isMaking = DispatchSemaphore(value: 0)
    let mayEnd = DispatchSemaphore(value: 0)
    let made = Mailbox<Int?>()
    Thread.detachNewThread {
      made.post(
        try? lazy { _ in
          isMaking.signal()
          mayEnd.wait()
          return 1
        })
    }
    isMaking.wait()
    let cancellation = Cancellation()
    Thread.detachNewThread { cancellation.cancel() }
    #expect(throws: Cancelled.self) { try lazy(cancellation) { _ in 2 } }
    mayEnd.signal()
    #expect(try lazy { _ in 3 } == 1)
  }
}

/// More text than can be addressed is refused, in every column.
@Suite struct TextLimitTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let long = String(repeating: "x", count: 200)

  @Test(arguments: [
    ("[{\"name\":\"\(long)\"}]", 150), ("[{\"name\":\"a\",\"id\":\"\(long)\"}]", 150),
    ("[{\"name\":\"a\",\"\(long)\":1}]", 150), ("[{\"name\":\"a\",\"note\":\"\(long)\"}]", 150),
    ("[{\"name\":\"a\",\"category\":\"\(long)\"}]", 150), ("[{\"name\":\"a\",\"tz\":\"\(long)\"}]", 150),
    ("[{\"name\":\"a\",\"country\":\"\(long)\"}]", 150), ("[{\"name\":\"a\",\"alternates\":[\"\(long)\"]}]", 150),
    // The same text of one country with every division.
    ("[{\"name\":\"a\",\"cc\":\"\(long)\",\"state\":\"1\"},{\"name\":\"a\",\"cc\":\"\(long)\",\"state\":\"2\"}]", 300),
    // One character of three bytes that folds to eighteen letters.
    ("[{\"name\":\"\(String(repeating: "\u{FDFA}", count: 20))\"}]", 200),
    ("name\n\(String(repeating: "a\n", count: 50))", 90),
  ])
  func tooMuchTextIsRefused(text: String, limit: Int) throws {
    let path = try folder.file("places", text)
    #expect(throws: ImportError.tooLarge) { try openDataset(at: path, named: "x", limit: limit) }
    // The control: it opens if there is room for all of it.
    _ = try openDataset(at: path, named: "x", limit: 4000)
  }
}
