// Times the engine in-process. Scripts/bench runs it. It reads requests on stdin, one per line, and answers each with
// lines of fields separated by tabs, and then an empty line:
//
//     dump                   every place: id, fold, alternates' folds by ';', country, region's words, country's words,
//                            population, latitude, longitude, name
//     queries FAMILY COUNT   the next COUNT lines are the queries of a family
//     fold FAMILY            the folds of its queries, each followed by a tab
//     run FAMILY             runs each query once: nanoseconds, total, the ids of the answers separated by ' '
//     load                   opens the dataset again: nanoseconds, number of places
//     columns                reads the file again until its places are in columns: nanoseconds, number of places
//     snapshot, copy         opens a snapshot of it, with all checks or with those of a copy in the cache:
//                            nanoseconds, number of places, bytes
//     index                  builds the index by distance: nanoseconds, number of places with a position
//     prepare                makes the indexes for typing, the first time: nanoseconds, number of places
//     map ZOOM LAT LON COUNT draws a map of 200 × 50 cells with so many places: nanoseconds, rows, places outside
//     pane LINE              previews a line on a screen of 120 × 40 cells: nanoseconds with the map beside it, without
//                            it, rows of the preview, rows of the map
//     keep COUNT             makes a session with favorites of the first places, for these requests:
//     change [searched]      changes one of them, and with the word also what is searched: nanoseconds, their number
//     store PATH             saves them in a new file, for these requests:
//     stored load            reads all in another session: nanoseconds, their number
//     stored news            asks for changes: nanoseconds, their number
//     stored keep            adds one: nanoseconds, the number of changes then
//     say LINE               answers and renders a command: nanoseconds, lines printed
//     tab COMMAND TEXT       Tab after TEXT: nanoseconds, names found, names that begin with it
//
// usage: gaz-bench [FILE | generated:COUNT]    without either: the built-in dataset

import GazetteerIndex
import Glibc

do {
  let source = Source(path: CommandLine.arguments.dropFirst().first)
  let bench = Bench(source: source, dataset: try source.open())
  while let line = readLine() {
    let words = line.split(separator: " ").map(String.init)
    try bench.answer(words)
    print()
    fflush(nil)
  }
} catch {
  var line = "gaz-bench: \(error)\n"
  line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  exit(1)
}
