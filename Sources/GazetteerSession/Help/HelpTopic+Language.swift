import GazetteerIndex

extension HelpTopic {
  static let places = HelpTopic(
    "places", "place", "numbers", "number",
    summary: "How to name places in a command.",
    sections: [
      .init(
        "",
        ("3", "The third place of the last list. Each command that prints a numbered list starts new numbers."),
        ("1-4,7, or 2 3", "Several places; numbers beyond the end of the list are left out."),
        (".", "The place selected last."),
        ("world:2988507", "DATASET:ID: the same place in every session, whatever is listed."),
        (
          "munich",
          "A name: the first place that a search finds, which is told. If another one is about as important, and if the "
            + "command keeps or changes something, you choose; then no name with typing errors is taken unasked. Quotes "
            + "keep the words of a name together."
        ),
        ("48.85, 2.35", "LAT,LON in degrees, where a point is enough; also 48.85N 2.35E or 48°51′N 2°21′E."),
        (
          "geo:48.85,2.35",
          "A geo: URI, or a link of OpenStreetMap, Google, Apple or Organic Maps; with ';' in it, in quotes."
        )),
      HelpPage.Section(
        title: "examples", summary: "After search munich:",
        rows: ["select 1", "show 1-3", "near munich", "distance 1 world:2988507"].map { .init(term: $0, meaning: "") }),
    ])

  static let search = HelpTopic(
    "searching", "search", "tiers", "tier",
    summary: """
      What a search finds, the most important first. Case, accents and punctuation are ignored; why N shows the tier, \
      the weight and the importance.
      """,
    sections: [
      .init(
        "tiers",
        ("0 name", "The name is the text."),
        ("1 alternate", "Another name of the place is the text."),
        ("2 prefix", "The name starts with the text."),
        ("3 words", "Each word of the text starts a word of the name, in order."),
        ("4 alternate-prefix", "The same for another name of the place, or the text is its code: lax."),
        ("5 region", "Part of the text is the name, the rest is its country or division: paris fr."),
        ("6 inside", "The name contains the text; only if fewer than 20 places match better."),
        ("7 typo", "The start of a name with one or two typing errors; only if nothing matches better."),
        ("8 relaxed", "The text without one or two of its words; only if nothing else matches.")),
      .init(
        "order",
        ("tiers 0 to 5", "By importance: how many people live there, times how well it matches."),
        ("tiers 6 and 7", "By population, after fewer typing errors; then by name and country."),
        ("without a text", "As in the file; with --near by distance, with other filters by population."),
        ("st, ste, mt, ft", "Also mean saint, sainte, mount and fort, and the other way round."),
        ("--sort ORDER", "By name, distance, rating or population instead."),
        ("--prefix", "A plain list: names that start with the text, then countries, alphabetically.")),
    ])

  static let session = HelpTopic(
    "session", "sessions", "resume",
    summary: "What the next prompt restores, and what can be undone.",
    sections: [
      .init(
        "restored",
        ("datasets", "Opened again in the background; a missing one is reported, and the rest is restored."),
        ("selection, list", "The list is made again, so its numbers mean the same places."),
        ("marks", "Checked places, the selected place, the current place."),
        ("gaz --fresh", "Starts an empty session; the old one is kept until something changes.")),
      .init(
        "undo",
        (
          "undo, undo 3",
          "Undoes changes of data and settings, the newest first, also those of earlier prompts."
        ),
        ("redo", "Makes undone changes again. Not possible after another change."),
        ("back", "Goes back to the list or the selected place before this one; changes nothing else."),
        ("history favorites N", "The edits of a favorite."),
        ("restore N --at EDIT", "Restores the version after that edit; restore NAME restores a removed favorite.")),
    ])

  static let words = HelpTopic(
    "words", "quoting", "quotes", "quote", "syntax", "language",
    summary: "How a line is read.",
    sections: [
      .init(
        "",
        (
          "blanks",
          "Blanks separate words. TEXT takes all remaining words, with one blank between them; so does an option for a text that comes last."
        ),
        ("\"new york\"", "Quotes join several words into one; inside, \\\" is a quote and \\\\ a backslash."),
        (
          "'new york'",
          "The same without escapes, if ' begins the word and another one ends a word later; otherwise a letter."
        ),
        (";", "Ends a command; another one can follow on the line."),
        ("#", "At the start of a word: the rest of the line is a comment."),
        ("--limit 5", "An option, anywhere on the line; --limit=5 is the same."),
        ("-v", "The short form of an option. A text that starts like this needs quotes, or -- before it."),
        ("--", "Ends the options: the words after it are not options.")),
      .init(
        "without a command",
        ("paris tx", "At the prompt and in -c, a line that begins with no command is a search, also with its options."),
        ("48.1,11.5", "A point lists the places near it."),
        (
          "serch, categ, find",
          "One letter away from a command, its beginning (three letters or more) or its name elsewhere: gaz names the "
            + "command and searches nothing, unless a place is called so."
        ),
        (
          "quito, new, lis",
          "A place is called so if this is its name or the first words of it; for the beginning of a command, also if a "
            + "word of the name begins so. A note names the command, except for a whole name with which no command begins."
        ),
        ("paris; list", "Only the first command of a line can be left out; in a script, none."),
        ("SEARCH, Near", "Commands can be typed in any letter case.")),
    ])

  static let scripts = HelpTopic(
    "scripts", "script", "rc", "transcripts", "powers", "allow", "questions", "consent",
    summary: "Commands in a file, one per line, as you would type them.",
    sections: [
      .init(
        "how to run them",
        ("source FILE", "In this session."), ("gaz -f FILE", "From the command line; - is the standard input."),
        ("gaz replay FILE", "With a clock that does not move; --check compares the answers with those in the file."),
        ("gaz replay FILE.md", "The same for its blocks of code that start with \"> \"; all blocks are one session."),
        ("~/.config/gaz/rc", "At the start of each prompt; --config FILE uses another file, --no-rc none.")),
      .init(
        "what they may do",
        ("reading", "They may read and change the session; their settings last until the session ends."),
        (
          "--allow=POWERS",
          "Allows more on the command line: \(Power.allCases.map(\.rawValue).joined(separator: ", "))."
        ),
        (
          "account, network",
          "Changes of locations need account and, at a server, network too. With network alone, nothing that waits is sent."
        ),
        ("at the prompt", "If a script that you start with source needs more, gaz asks you once."),
        ("gaz --dry-run -f FILE", "Prints what a script would do, and which --allow it would need."),
        ("questions", "Only you can answer, on the terminal; without a terminal, --allow=POWER answers yes."),
        ("errors", "The first error ends a script, but not the rc; with --on-error continue, scripts go on too.")),
    ])

  static let formats = HelpTopic(
    "formats", "format", "json", "csv",
    summary: "How results are printed: --format or --json after any command, set format, or gaz --format.",
    sections: [
      .init(
        "",
        ("table", "Columns that fit the terminal."),
        ("csv, tsv", "A line of names, then one line per row. Texts are unchanged if the output is no terminal."),
        ("json, jsonl", "An array of objects; or one object per line."),
        ("geojson", "Features with their positions."), ("markdown", "Tables for documents."),
        ("line", "One line per field."),
        ("--json[=F1,F2]", "One object per command, with all fields or only these; --json=help lists them."),
        ("output FILE", "Writes the results of the next commands to a file."))
    ])

  static let files = HelpTopic(
    "files", "file", "gpx", "kml", "kmz", "gtfs", "osm", "zip",
    summary: "What open and import can read. The format is detected; --format overrides this.",
    sections: [
      .init(
        "",
        ("json, jsonl", "Objects with keys such as name, lat, lon; in one array, or one per line."),
        ("csv, tsv", "The same as a table; its first line names the columns."),
        ("geojson", "Features; a line or an area becomes the middle of its box."),
        ("gpx", "Waypoints, of GPX 1.0 and 1.1; routes and tracks are counted, not read."),
        ("kml", "Placemarks in any folder; lines and areas as in GeoJSON."),
        ("gtfs", "The stops of a feed: stops.txt, its folder or its zip archive."),
        ("campus", "The places of a campus map server."),
        ("sqlite", "A table of a database or GeoPackage; --table T if it has several."),
        ("shp", "A Shapefile: .shp, .shx and .dbf in one folder or zip archive."),
        ("osm", "Named nodes and ways of OpenStreetMap: .osm, .osm.pbf and JSON."),
        ("geonames", "A dump of GeoNames, of places or postal codes."),
        ("zip, gzip", "One of these, compressed: .kmz, .gpx.gz, OsmAnd's .osf."),
        ("gaz", "A snapshot that build has written: checked, not parsed; only open reads it.")),
      .init(
        "import",
        ("name, position", "A favorite is recognised by the ids in the file, or by the same name up to 50 m away."),
        ("lists", "The group of a waypoint, the folder of a placemark, a column list."),
        ("note, rating, visited", "A description, OsmAnd's date of a visit, or columns with these names."),
        ("an archive", "All its GPX and KML files together; of other formats, only one file is allowed."),
        ("other data", "Kept, and written back to files of the same format.")),
    ])

  static let settings = HelpTopic(
    "settings", "preferences", "options",
    summary: "What set can change. Changes at the prompt and in -c are saved for the next runs; flags override them.",
    sections: [
      HelpPage.Section(
        title: "", rows: Setting.all.map { HelpPage.Row(term: "\($0.name) \($0.pattern)", meaning: $0.help) })
    ])
}
