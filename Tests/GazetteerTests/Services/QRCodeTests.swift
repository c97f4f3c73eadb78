import Foundation
import GazetteerIndex
import GazetteerServices
import Testing

@testable import GazetteerSession
@testable import GazetteerShell

/// QR codes, as they are made and as they are drawn.
struct QRCodeTests {
  private static let link = "geo:48.13743,11.57549?q=48.13743,11.57549(M%C3%BCnchen)"

  /// The modules of a drawing: true is dark. The characters are those of a dark window.
  private static func modules(_ lines: [String], isASCII: Bool) -> [[Bool]] {
    guard !isASCII else {
      return lines.map { line in
        let cells = Array(line)
        return stride(from: 0, to: cells.count, by: 2).map { cells[$0] == " " }
      }
    }
    return lines.flatMap { line in
      [line.map { "▄ ".contains($0) }, line.map { "▀ ".contains($0) }]
    }
  }

  /// What a scanner reads in an image with these modules; nil if it finds no code.
  private static func scanned(_ modules: [[Bool]]) throws -> String? {
    let scale = 4
    let rows = modules.flatMap { row in
      Array(
        repeating: row.flatMap { Array(repeating: $0 ? "1" : "0", count: scale) }.joined(separator: " "), count: scale)
    }
    let image = "P1\n\(modules[0].count * scale) \(rows.count)\n" + rows.joined(separator: "\n") + "\n"
    let folder = try TemporaryFolder()
    let file = try folder.file("code.pbm", image)
    let run = try ProgramRun(["--quiet", "--raw", file], of: scanner, environment: [:])
    return run.code == 0 ? run.text : nil
  }

  private static let scanner = "/usr/bin/zbarimg"
  private static let hasScanner = FileManager.default.isExecutableFile(atPath: scanner)

  @Test(.enabled(if: hasScanner, "zbarimg is not installed: nothing reads the codes"), arguments: [false, true])
  func theDrawnCodeIsReadByAScanner(isASCII: Bool) throws {
    let code = try QRCode.encode(Self.link)
    let drawn = Self.modules(code.lines(in: Style(isASCII: isASCII)), isASCII: isASCII)
    #expect(try Self.scanned(drawn) == Self.link + "\n")
    // The control: without a part of the code, nothing is read.
    let torn = drawn.enumerated().map { row, cells in row < drawn.count / 2 ? cells.map { _ in false } : cells }
    #expect(try Self.scanned(torn) == nil)
  }

  @Test func aQuietZoneOfFourModulesIsAroundTheCode() throws {
    let code = try QRCode.encode(Self.link)
    let drawn = Self.modules(code.lines(in: Style(isASCII: true)), isASCII: true)
    #expect(drawn.count == code.width + 8)
    for row in drawn.indices {
      #expect(drawn[row].count == code.width + 8)
      for column in drawn.indices where min(row, column) < 4 || max(row, column) >= code.width + 4 {
        #expect(!drawn[row][column])
      }
    }
    // The corner of the code itself is dark.
    #expect(drawn[4][4])
  }

  @Test func theColorsAreBlackOnWhiteInAnyWindow() throws {
    let code = try QRCode.encode("x")
    let plain = code.lines(in: Style())
    let colored = code.lines(in: Style(isColored: true))
    #expect(colored.count == plain.count)
    for (colored, plain) in zip(colored, plain).dropLast() {
      let inverse = String(plain.map { ["█": " ", " ": "█", "▀": "▄", "▄": "▀"][$0] ?? $0 })
      #expect(colored == "\u{1B}[30;107m\(inverse)\u{1B}[0m")
    }
    #expect(code.lines(in: Style(isASCII: true)).joined().allSatisfy { "# ".contains($0) })
    #expect(code.lines(in: Style(isColored: true, isASCII: true)).joined().allSatisfy { $0.isASCII })
  }

  /// A code of 29 modules needs 37 cells and, with the prompt, 20 lines; at least 33 cells and 18 lines.
  @Test(arguments: [(37, 20, 19), (36, 20, 17), (37, 19, 17), (33, 18, 17), (32, 18, nil), (33, 17, nil), (1, 1, nil)])
  func aCodeThatDoesNotFitIsNotDrawn(columns: Int, rows: Int, drawn: Int?) throws {
    let code = try QRCode.encode(String(repeating: "x", count: 50))
    #expect(code.width == 29)
    let lines = code.lines(in: Style(width: columns, rows: rows), hint: "x")
    if let drawn {
      #expect(lines.count == drawn && lines.allSatisfy { Width.of($0) == 2 * drawn - 1 })
    } else {
      #expect(
        lines.joined(separator: columns == 1 ? "" : " ").hasPrefix(
          columns == 1 ? "theQRcode" : "the QR code does not fit: with it, this takes 33 columns and 18"))
    }
  }

  @Test func aTextThatIsTooLongHasNoCode() {
    #expect(throws: QRError.tooLong) { try QRCode.encode(String(repeating: "x", count: 3000)) }
  }

  private func answer(_ line: String, rows: Int?, columns: Int? = 80) -> [String] {
    var environment = TestMachine.environment
    environment.rows = rows
    environment.width = columns
    environment.outputIsTerminal = rows != nil
    environment.variable = { ["TERM": "xterm", "LANG": "C.UTF-8"][$0] }
    let recorder = AnswerRecorder()
    let interpreter = Interpreter(Flags(), in: environment, to: recorder.output)
    #expect(interpreter.run(Untrusted(line), from: .typed).code == nil)
    return recorder.take().map(\.neutralised)
  }

  @Test func inAWindowACodeIsDrawnAndElsewhereOnlyIfAsked() {
    #expect(answer("share 48.1,11.5", rows: nil).count == 6)
    #expect(answer("share 48.1,11.5 --qr", rows: nil).count > 16)
    #expect(answer("share 48.1,11.5", rows: 40).count > 16)
    #expect(answer("share 48.1,11.5 --no-qr", rows: 40).count == 6)
    let ride = answer("ride 48.1,11.5", rows: 24).joined(separator: " ")
    #expect(ride.contains("the QR code does not fit: with it, this takes") && ride.hasSuffix("ride N --qr"))
    #expect(answer("ride 48.1,11.5", rows: 60).count > 26)
  }

  /// A window of 80 by 30 has room for a ride. The control: one that is two lines lower.
  @Test(arguments: [(30, true), (29, true), (28, false)]) func aRideFitsAWindowOf30Lines(rows: Int, fits: Bool) throws {
    let point = try #require(Coordinate(latitude: 48.13743, longitude: 11.57549))
    let text = RideLink.text(to: point, named: Untrusted("Munich"))
    let view = LinksView(
      place: nil, point: point, links: [.init(label: "uber", text: text)], code: try .encode(text), hint: "ride N --qr")
    let lines = Reply(view).rendered(in: Style(width: 80, rows: rows)).split(separator: "\n")
    #expect(lines.contains { $0.contains("█") } == fits, "\(lines)")
  }

  /// The whole reply fits the window, or it has no code and says how to get one.
  @Test(arguments: [18, 24, 25, 28, 40], [80, 100]) func linksAndCodeFitTheWindowTogether(rows: Int, columns: Int) {
    for link in ["share 48.1,11.5", "share 48.1,11.5 --link geo"] {
      let lines = answer(link, rows: rows, columns: columns)
      let needed = lines.reduce(1) { $0 + max(1, ($1.count + columns - 1) / columns) }
      #expect(needed <= rows)
      let isDrawn = lines.contains { $0.contains("█") }
      #expect(isDrawn || lines.joined(separator: " ").hasSuffix("for the code: share N --link geo"))
      if rows == 40 || link.hasSuffix("geo") { #expect(isDrawn) }
      if rows == 18, !link.hasSuffix("geo") { #expect(!isDrawn) }
    }
    // Whoever asks for it gets it, in the pager.
    #expect(answer("share 48.1,11.5 --qr", rows: 24, columns: columns).contains { $0.contains("█") })
  }
}
