// Writes the snapshot of the built-in dataset: gaz-pack SNAPSHOT < TABLE
//
// It runs before the program that contains the snapshot is built, so it cannot use CWorld.

import GazetteerIndex
import GazetteerServices
import Glibc

func fail(_ reason: String) -> Never {
  var line = "gaz-pack: \(reason)\n"
  line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  exit(1)
}

func dataset(from table: UnsafeBufferPointer<UInt8>) throws(WorldTable.Fault) -> Dataset {
  var places = DatasetBuilder()
  try WorldTable.add(table, to: &places)
  let about = DatasetAbout(format: "world", attribution: Untrusted("GeoNames, CC BY 4.0 (geonames.org)"))
  return Dataset(name: "world", about: about, builder: places)
}

guard CommandLine.arguments.count == 2 else {
  fail("needs one argument, the snapshot to write; the table comes on stdin")
}
let target = CommandLine.arguments[1]
do {
  let table = try FileBytes(path: "-", cancellation: Cancellation())
  let world = try dataset(from: table.bytes)
  guard world.count > 0 else { fail("the table has no places") }
  world.makeNameTrigrams()
  try FileReplacement.replace(target, write: Snapshot.content(of: world, withTrigrams: true).write)
} catch let fault as WorldTable.Fault {
  fail("line \(fault.line) of the table: \(fault.reason)")
} catch let error as SystemError {
  fail("\(target): \(error.reason)")
} catch {
  fail("\(target): \(error)")
}
