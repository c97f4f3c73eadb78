import CLeaflet
import CWorld
import CZipCodes
import GazetteerIndex
import GazetteerServices
import GazetteerSession
import GazetteerShell
import Glibc

/// The built-in dataset under a name, read in place; nil if the program was built without it.
@Sendable func world(named name: String) -> Dataset? {
  guard let start = gaz_world_bytes() else { return nil }
  let bytes = UnsafeRawBufferPointer(start: start, count: gaz_world_size())
  return try? Snapshot.dataset(at: bytes, named: name)
}

/// The template of pages with a map; nil if the program was built without it.
@Sendable func mapTemplate() -> MapTemplate? {
  guard let start = gaz_map_page() else { return nil }
  return MapTemplate(
    page: String(decoding: UnsafeBufferPointer(start: start, count: gaz_map_page_size()), as: UTF8.self))
}

/// The US zip code with these five digits; nil if there is none.
@Sendable func zipCode(_ digits: String) -> ZipCode? {
  ZipCodes(UnsafeRawBufferPointer(start: gaz_zip_codes(), count: gaz_zip_codes_size()))?.zipCode(digits)
}

let arguments = CommandLine.unsafeArgv.advanced(by: 1)
let words = (0..<max(0, Int(CommandLine.argc) - 1)).compactMap { index in
  arguments[index].map { Untrusted(bytes: UnsafeRawBufferPointer(start: $0, count: strlen($0))) }
}
var environment = Environment.process(world: world(named:))
environment.mapTemplate = mapTemplate
environment.zipCode = zipCode
exit(Program(in: environment).run(words))
