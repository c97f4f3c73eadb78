import GazetteerIndex
import GazetteerShell
import Glibc

func value(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

let path = History.path(
  override: value("GAZ_HISTORY"), stateHome: value("XDG_STATE_HOME"), home: value("HOME"))
guard let signals = Signals(), let history = History(path: path) else { exit(1) }
if let warning = history.load() { print(warning.neutralised) }
if let editor = LineEditor(
  startupFile: value("EDITRC") ?? value("HOME").map { $0 + "/.editrc" }, history: history, signals: signals)
{
  loop: while true {
    switch editor.readLine(prompt: "gaz> ") {
    case .line(let line):
      if let warning = history.add(line) { print(warning.neutralised) }
      if !line.isEmpty { print("unknown command \"\(Untrusted(line).neutralised)\"") }
    case .interrupted: continue
    case .endOfFile: break loop
    }
  }
} else {
  let lines = LineSource(descriptor: 0, signals: signals)
  while let line = try lines.next() {
    print("unknown command \"\(Untrusted(bytes: line.bytes).neutralised)\"")
    fflush(nil)
  }
}
