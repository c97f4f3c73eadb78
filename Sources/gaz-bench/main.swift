// Times the engine in-process. Scripts/bench drives it; it takes requests on stdin, a line each, and answers with
// lines of fields separated by tabs and an empty line after the last:
//
//     dump                   every place: id, fold, alternates' folds by ';', country, region's words, country's words,
//                            population, latitude, longitude, name
//     queries FAMILY COUNT   takes the queries of a family from the next COUNT lines
//     fold FAMILY            the folds of its queries, a tab after each
//     run FAMILY             asks each query once: nanoseconds, total, the ids of the answers by ' '
//     load                   opens the dataset again: nanoseconds, number of places
//     index                  builds the index by distance: nanoseconds, number of places with a position
//     prepare                makes what completion asks of a dataset, the first time: nanoseconds, number of places
//     keep COUNT             makes favorites of the first places, for a session that these ask:
//     change [searched]      one of them becomes another, also for searches: nanoseconds, their number
//     store PATH             they are kept in a new file, of which these are asked:
//     stored load            another session reads all: nanoseconds, their number
//     stored news            it asks what is new: nanoseconds, how many are
//     stored keep            it keeps one more: nanoseconds, how many are new then
//     say LINE               a command is answered and rendered: nanoseconds, lines printed
//     tab COMMAND TEXT       Tab behind a beginning: nanoseconds, names found, names that begin so
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
