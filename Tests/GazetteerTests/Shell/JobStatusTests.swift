import GazetteerIndex
import Testing

@testable import GazetteerSession
@testable import GazetteerShell

@Suite struct JobStatusTests {
  private static var status: JobStatus {
    var status = JobStatus(.opening("cities"), title: "opening cities.json")
    (status.fraction, status.items, status.rate, status.remaining) = (0.419, 1_234_567, 2_100_000, 3.2)
    return status
  }

  @Test(arguments: [
    (80, "opening cities.json  41 %  1.2 M places  2.1 M/s  3 s left"),
    (58, "opening cities.json  41 %  1.2 M places  2.1 M/s  3 s left"),
    (57, "opening cities.json  41 %  1.2 M places  3 s left"), (40, "opening cities.json  41 %  3 s left"),
    (30, "opening cities.json  41 %"), (20, "opening citie…  41 %"), (6, "41 %"), (1, "…"), (0, ""),
  ])
  func aRowDropsWhatDoesNotFit(columns: Int, row: String) {
    #expect(Self.status.row(columns: columns) == row)
  }

  @Test func aRowFitsItsCells() {
    var wide = Self.status
    wide = JobStatus(.opening("x"), title: "opening \(Untrusted("東京の場所\u{1B}[31m.json"))")
    wide.fraction = 0.5
    for columns in 0...60 {
      for isASCII in [false, true] { #expect(Width.of(wide.row(columns: columns, isASCII: isASCII)) <= columns) }
    }
    #expect(Self.status.row(columns: 20, isASCII: true) == "opening citie~  41 %")
  }

  @Test func unknownFactsAreLeftOut() {
    #expect(JobStatus(.opening("x"), title: "opening -").row(columns: 40) == "opening -")
  }

  private func sample(_ phase: DatasetProgress.Phase, _ done: Int, of total: Int, records: Int = 0)
    -> JobProgress
  {
    var sample = DatasetProgress.Sample()
    (sample.phase, sample.done, sample.total, sample.records) = (phase, done, total, records)
    return JobProgress(sample)
  }

  @Test func aMeterReckonsShareRateAndRest() throws {
    var meter = JobMeter(.opening("a"), title: "opening a", start: 10)
    #expect(meter.status(sample(.reading, 5, of: 0), at: 10).fraction == nil)
    #expect(meter.status(sample(.reading, 50, of: 100), at: 10.1).remaining == nil)
    let first = meter.status(sample(.parsing, 10, of: 100, records: 1000), at: 11)
    #expect(first.rate == 1000)
    // Twice as fast for a second: half of that counts.
    #expect(meter.status(sample(.parsing, 30, of: 100, records: 3000), at: 12).rate == 1500)
    let last = meter.status(sample(.indexing, 3, of: 6, records: 9000), at: 14)
    #expect(last.rate == nil && last.items == 9000)
    let fraction = try #require(last.fraction)
    #expect(last.remaining == 4 * (1 - fraction) / fraction)
  }

  @Test func theProgressNeverGoesBackOrBeyondTheEnd() {
    var meter = JobMeter(.opening("a"), title: "opening a", start: 0)
    let samples = [
      sample(.reading, 0, of: 9), sample(.reading, 9, of: 9), sample(.parsing, 0, of: 9), sample(.parsing, 20, of: 9),
      sample(.indexing, 0, of: 6), sample(.indexing, 6, of: 6),
    ]
    let shares = samples.enumerated().compactMap { meter.status($0.element, at: Double($0.offset)).fraction }
    #expect(shares == shares.sorted() && shares.last == 1 && shares.count == samples.count)
  }

  @Test(arguments: [
    (0.0004, "1 ms"), (0.0044, "4 ms"), (0.0499, "50 ms"), (0.05, "0.1 s"), (0.11, "0.1 s"), (12.34, "12.3 s"),
  ])
  func theTimeOfAnOpeningIsShort(seconds: Double, text: String) {
    #expect(Numeral.elapsed(seconds) == text)
  }
}
