import Foundation
import Testing

/// The screen of a terminal as a person sees it: the terminal emulator pyte, which gets what a program draws.
final class Display {
  /// The content of the screen at one moment.
  struct Picture: Decodable {
    /// Every row of the screen, without the blanks at its end.
    let rows: [String]
    /// The row and the column of the cursor, from 0.
    let cursor: [Int]
    let hidden: Bool
    /// The numbers of the modes that are set; 2004 means that pastes are marked.
    let modes: [Int]
    let title: String
    /// How many rows have gone off the top of the screen.
    let scrolled: Int
    /// Those rows; empty unless they were asked for.
    let above: [String]

    /// The rows down to the last that is not blank.
    var text: [String] {
      Array(rows[...(rows.lastIndex { !$0.isEmpty } ?? -1)])
    }
    /// The row of the cursor.
    var line: String { rows.indices.contains(cursor[0]) ? rows[cursor[0]] : "" }
    /// The number of the row of the cursor, counted from the first row ever drawn.
    var lastRow: Int { scrolled + cursor[0] }
    /// The rows under the cursor's that are not blank.
    var below: [String] { rows[min(rows.count, cursor[0] + 1)...].filter { !$0.isEmpty } }
  }

  static let absent: Comment = "no Python with pyte in .build/python; try: Scripts/test"
  private static let program = PackageFolder.tests.appending(path: "Emulator/emulator.py")
  private static let python = PackageFolder.python

  /// Whether the emulator is installed.
  static let isAvailable: Bool = {
    guard FileManager.default.isExecutableFile(atPath: python.path) else { return false }
    return (try? ProgramRun(["-c", "import pyte"], of: python.path).code) == 0
  }()

  /// Our end of the line to the emulator.
  private let line: FileHandle
  private let process = Process()
  private var received: [UInt8] = []

  private struct Request: Encodable {
    var feed: String?
    var resize: [Int]?
    var above: Bool?
  }

  init(columns: UInt16, rows: UInt16) throws {
    var ends: [Int32] = [-1, -1]
    // Other programs that are started do not inherit them, so the emulator ends with the display.
    let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    try #require(socketpair(AF_UNIX, kind, 0, &ends) == 0)
    line = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
    let other = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
    process.executableURL = Self.python
    process.arguments = [Self.program.path, "\(columns)", "\(rows)"]
    process.environment = ["LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "1"]
    process.standardInput = other
    process.standardOutput = other
    try process.run()
  }

  /// The screen after `bytes` were drawn.
  func picture(after bytes: some Collection<UInt8>, withScrollback: Bool = false) throws -> Picture {
    let feed = bytes.isEmpty ? nil : Data(bytes).base64EncodedString()
    return try ask(Request(feed: feed, above: withScrollback ? true : nil))
  }

  /// A person drags the corner of the window.
  @discardableResult func resize(columns: UInt16, rows: UInt16) throws -> Picture {
    try ask(Request(resize: [Int(columns), Int(rows)]))
  }

  private func ask(_ request: Request) throws -> Picture {
    try send(JSONEncoder().encode(request) + [UInt8(ascii: "\n")])
    while true {
      if let end = received.firstIndex(of: UInt8(ascii: "\n")) {
        defer { received.removeSubrange(...end) }
        return try JSONDecoder().decode(Picture.self, from: Data(received[..<end]))
      }
      let more = line.availableData
      try #require(!more.isEmpty, "the emulator has ended")
      received += more
    }
  }

  private func send(_ bytes: Data) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      // SIGPIPE after the emulator has ended would end all tests.
      let count = rest.withUnsafeBytes {
        Foundation.send(line.fileDescriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      try #require(count > 0, "the emulator has ended")
      rest = rest.dropFirst(count)
    }
  }
}

extension PseudoTerminal {
  /// The screen as a person sees it now.
  func picture(withScrollback: Bool = false) throws -> Display.Picture {
    read(waiting: 0)
    let display = try display ?? Display(columns: sizes[0].columns, rows: sizes[0].rows)
    self.display = display
    displayed.sizes = max(displayed.sizes, 1)
    for size in sizes[displayed.sizes...] {
      _ = try display.picture(after: drawn[displayed.drawn..<size.drawn])
      try display.resize(columns: size.columns, rows: size.rows)
      displayed.drawn = size.drawn
    }
    defer { displayed = (drawn.count, sizes.count) }
    return try display.picture(after: drawn[displayed.drawn...], withScrollback: withScrollback)
  }

  /// Waits until the screen meets `condition`; fails and shows the screen if it never does.
  @discardableResult
  func awaits(
    withScrollback: Bool = false, sourceLocation: SourceLocation = #_sourceLocation,
    _ condition: (Display.Picture) -> Bool
  ) throws -> Display.Picture {
    let end = SafetyLimit()
    while true {
      let picture = try picture(withScrollback: withScrollback)
      if condition(picture) { return picture }
      if end.isOver {
        let rows = picture.above + picture.rows
        Issue.record("cursor \(picture.cursor) on\n\(rows.joined(separator: "\n"))", sourceLocation: sourceLocation)
        return picture
      }
      read(waiting: 20)
    }
  }
}
