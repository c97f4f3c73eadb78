import GazetteerIndex

extension HelpTopic {
  static let places = HelpTopic(
    "places", "place", "numbers", "number",
    summary: "How a command names places.",
    sections: [
      .init(
        "",
        ("3", "The third of the last list. Each command that prints a numbered list begins anew; select does not."),
        ("1-4,7", "Several of them; what goes past the end of the list is left out."),
        (".", "The place selected last."),
        ("world:2988507", "DATASET:ID: the same place in every session, whatever is listed."),
        ("48.85,2.35", "LAT,LON in degrees, where a point is enough; without a blank.")),
      .init("commands", ("select 1", ""), ("show 1-3", ""), ("near .", ""), ("distance 1 world:2988507", "")),
    ])

  static let search = HelpTopic(
    "searching", "search", "tiers", "tier",
    summary: "What a search finds, best first; case, accents and signs do not count, and why N says which it was.",
    sections: [
      .init(
        "tiers",
        ("0 name", "The name is the text, or begins with it and a blank."),
        ("1 alternate", "Another name is the text."),
        ("2 prefix", "The name begins with it."),
        ("3 words", "Each word of the text begins a word of the name, in order."),
        ("4 alternate-prefix", "The same of another name."),
        ("5 region", "A part of the text is the name, the rest its country or division: paris fr."),
        ("6 inside", "The name contains the text; asked where fewer than 20 match better."),
        ("7 typo", "The beginning of a name but for one or two typing errors; asked where nothing matches better.")),
      .init(
        "order",
        ("in a tier", "The more people live there, the better; then by name and country."),
        ("--sort ORDER", "By name, distance, rating or population instead."),
        ("--prefix", "Plainly: names that begin with the text, then countries, alphabetically.")),
    ])

  static let session = HelpTopic(
    "session", "sessions", "resume",
    summary: "What a prompt leaves to the next one, and what undo takes back.",
    sections: [
      .init(
        "comes back",
        ("datasets", "Opened again behind the prompt; what is missing is told, and the rest comes back."),
        ("selection, list", "The list is asked for again: its numbers mean the same places."),
        ("marks", "Checked places, the place picked, the current one."),
        ("gaz --fresh", "Starts without; what was left stays until something changes.")),
      .init(
        "undo",
        ("undo, undo 3", "Takes back what commands changed, the newest first, also those of earlier prompts."),
        ("redo", "Does it again, until something else changes."),
        ("history favorites N", "What became of a favorite, edit by edit."),
        ("restore N --at EDIT", "As it was after that edit; restore NAME brings a removed favorite back.")),
    ])

  static let words = HelpTopic(
    "words", "quoting", "quotes", "quote", "syntax", "language",
    summary: "How a line is read.",
    sections: [
      .init(
        "",
        ("blanks", "They part words; where TEXT is asked for, all words that are left are joined by one blank."),
        ("\"new york\"", "Quotes make one word of several; inside, \\\" is a quote and \\\\ a backslash."),
        ("'", "A letter like others."),
        (";", "Ends a command; another may follow on the line."),
        ("#", "At the start of a word: the rest of the line is not read."),
        ("--limit 5", "An option, anywhere on the line; --limit=5 is the same."),
        ("--", "Ends the options: what follows stands for itself."))
    ])

  static let scripts = HelpTopic(
    "scripts", "script", "rc", "transcripts", "powers", "allow", "questions", "consent",
    summary: "Commands in a file, one a line, as one would type them.",
    sections: [
      .init(
        "to run them",
        ("source FILE", "Here."), ("gaz -f FILE", "From the command line; - is the standard input."),
        ("gaz replay FILE", "With a clock that stands; --check compares the answers that stand in the file."),
        ("~/.config/gaz/rc", "At the start of each prompt; --config FILE takes another, --no-rc none.")),
      .init(
        "what they may do",
        ("reading", "And change the session; what they set holds for the session."),
        (
          "--allow=POWERS",
          "More, where the command line says so: \(Power.allCases.map(\.rawValue).joined(separator: ", "))."
        ),
        ("questions", "They are asked on the terminal, never in the script; without one --allow=POWER is the consent."),
        ("errors", "The first one ends a script, but not the rc; --on-error continue goes on.")),
    ])

  static let formats = HelpTopic(
    "formats", "format", "json", "csv",
    summary: "How results are printed: --json after any command, set format, or gaz --format.",
    sections: [
      .init(
        "",
        ("table", "Columns that fit the terminal."), ("csv, tsv", "A line of names, then a line a row."),
        ("json, jsonl", "An array of objects; or an object a line."),
        ("geojson", "Features with their positions."), ("markdown", "Tables for documents."),
        ("line", "A line a field."),
        ("--json[=F1,F2]", "One object a command, with all fields or these; --json=help lists them."),
        ("output FILE", "Puts the results of the commands that follow into a file."))
    ])

  static let files = HelpTopic(
    "files", "file", "gpx", "kml", "kmz", "gtfs", "zip",
    summary: "What open and import read: by looking at the file, or as --format says.",
    sections: [
      .init(
        "",
        ("json, jsonl", "Objects with keys such as name, lat, lon; all in one text, or one a line."),
        ("csv, tsv", "The same as a table, whose first line names the columns."),
        ("geojson", "Features; what is no point lies in the middle of the box around it."),
        ("gpx", "Waypoints, of GPX 1.0 and 1.1; routes and tracks are counted, not read."),
        ("kml", "Placemarks in any folder; lines and areas as in GeoJSON."),
        ("gtfs", "The stops of a feed: stops.txt, its folder or its zip archive."),
        ("campus", "The places of a campus map server."),
        ("zip, gzip", "One of these, packed: .kmz, .gpx.gz, OsmAnd's .osf.")),
      .init(
        "import",
        ("name, position", "They and the file's own ids tell what is kept already: alike in name, up to 50 m away."),
        ("lists", "The group of a waypoint, the folder of a placemark, a column list."),
        ("note, rating, visited", "A description, OsmAnd's day of a visit, or columns of such names."),
        ("an archive", "All of its GPX and KML files together; of other files there may be but one."),
        ("all else", "Kept, and written back into files of the same format.")),
    ])

  static let settings = HelpTopic(
    "settings", "preferences", "options",
    summary: "What set changes: typed or from -c it is kept for the next runs; flags override it.",
    sections: [
      HelpPage.Section(
        title: "", rows: Setting.all.map { HelpPage.Row(term: "\($0.name) \($0.pattern)", meaning: $0.help) })
    ])
}
