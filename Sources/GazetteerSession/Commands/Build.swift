import GazetteerIndex

extension Command {
  static let build = Command(
    "build", "Write the places of a source and their indexes to a file, which opens without parsing.",
    takes: Inputs(
      Parameter<Untrusted>(
        "SOURCE", "A path, an address (https://…), '-' for the standard input, or world.",
        completes: .file(besides: [Completes.Choice("world", "the built-in dataset")])),
      Parameter<Untrusted>("FILE", "The file to write, such as cities.gaz.", completes: .file(), mayHaveBlanks: true),
      Option<Untrusted>(
        "format", "F",
        """
        csv, tsv, json, jsonl, geojson, gpx, kml, osm, gtfs, geonames, shp, sqlite, campus or gaz; by default it is \
        detected.
        """, completes: .fileFormat),
      ReadingOptions(),
      Flag("overwrite", "Replace an existing file without asking.")),
    family: .data, synonyms: ["snapshot", "compile", "index"],
    examples: [
      .inSamples("build cities.json cities.gaz"), .inSamples("build stops.txt stops.gaz --overwrite"),
    ],
    powers: [.writeFile], atTimes: [.network]
  ) { _, context, source, path, format, reading, overwrites in
    guard path.bytes != [UInt8(ascii: "-")] else {
      throw Failure(
        "a snapshot is not printed", why: "it is no text", try: "build \(source) FILE", code: .usage)
    }
    // The name is only for messages: the file has none.
    var request = OpenRequest(source: source, name: DatasetName(ofFile: path).text, format: format, reading: reading)
    request.target = path
    if request.isRemote { try context.require(.network, for: "build") }
    return Reply(effects: [.build(BuildRequest(request, to: path, mayReplace: overwrites))])
  }
}
