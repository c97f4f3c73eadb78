import CWorld
import GazetteerIndex
import GazetteerShell
import Glibc

/// The built-in dataset under a name, read in place; nil where the program was built without it.
@Sendable func world(named name: String) -> Dataset? {
  guard let start = gaz_world_bytes() else { return nil }
  let bytes = UnsafeRawBufferPointer(start: start, count: gaz_world_size())
  return try? Snapshot.dataset(at: bytes, named: name)
}

let arguments = CommandLine.unsafeArgv.advanced(by: 1)
let words = (0..<max(0, Int(CommandLine.argc) - 1)).compactMap { index in
  arguments[index].map { Untrusted(bytes: UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
}
exit(Program(in: .process(world: world(named:))).run(words))
