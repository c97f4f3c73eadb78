import GazetteerIndex

/// Suggestions that do not depend on data.
extension SuggestionSearch {
  /// Commands by their names. A command whose alias was typed comes first. If no name matches, the alias itself is
  /// suggested. If nothing matches, suggests commands that have the word as a synonym.
  func commands(among table: CommandTable, besides: [Completes.Choice] = []) -> Suggestions {
    let word = typed.lowercased()
    let meant = table.commands.filter { $0.aliases.contains(word) }
    let others = table.commands.filter { !$0.aliases.contains(word) }
    let named = (meant + others).map { Suggestion($0.name, detail: Untrusted($0.summary)) }
    let found = matching(named + besides.map { Suggestion($0.word, detail: Untrusted($0.meaning)) })
    guard found.isEmpty || !found.isBeginning else { return found }
    if let command = meant.first {
      return Suggestions(
        Beginning(typed, .plain),
        among: [Suggestion(typed, detail: Untrusted("\(command.name): \(command.summary)"))], limit: 1)
    }
    let synonymous = table.commands.filter { $0.synonyms.contains(word) }
    guard found.isEmpty, !synonymous.isEmpty else { return found }
    return Suggestions(synonymous.map { Suggestion($0.name, detail: Untrusted($0.summary)) })
  }

  /// The options of the command that are not yet given.
  func optionNames() -> Suggestions {
    guard let command = slot.command else { return Suggestions() }
    let own = Set(command.inputs.filter { !$0.isParameter }.map(\.name))
    let options = (command.inputs + InputDescription.universal.filter { !own.contains($0.name) }).filter { input in
      !input.isParameter && (input.kind == .repeatedOption || slot.given[input.name] == nil)
    }
    return matching(
      options.map { input in
        let value = input.placeholder.isEmpty || input.kind == .flag ? "" : " " + input.placeholder
        return Suggestion(
          "--" + input.name, label: Untrusted("--" + input.name + value), detail: Untrusted(input.help))
      })
  }

  /// Values of `--json=`: fields separated by commas, or `help`.
  func fields() -> Suggestions {
    let given = typed.split(separator: ",", omittingEmptySubsequences: false).dropLast().map(String.init)
    let head = given.map { $0 + "," }.joined()
    let fields = JSONShape.names.subtracting(given).sorted()
    return matching(
      (given.isEmpty ? ["help"] : []).map { Suggestion($0, detail: Untrusted("list the fields")) }
        + fields.map { Suggestion(head + $0, label: Untrusted($0)) })
  }

  /// Common distances, or the units for the typed number.
  func distances() -> Suggestions {
    let digits = typed.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard !digits.isEmpty else { return matching(["500m", "1km", "5km", "20km", "100km", "5mi"]) }
    guard Double(digits) != nil else { return Suggestions() }
    let units = [("km", "kilometres"), ("m", "metres"), ("mi", "miles"), ("ft", "feet")]
    return matching(units.map { Completes.Choice(digits + $0.0, $0.1) })
  }

  /// The files of the typed folder; hidden files if the name starts with a dot.
  func files(besides: [Completes.Choice]) -> Suggestions {
    if typed == "~" { return matching([Suggestion("~/", endsWord: false)]) }
    let bytes = Array(typed.utf8)
    let start = bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let folder = String(decoding: bytes[..<start], as: UTF8.self)
    let isHiddenMeant = bytes[start...].first == UInt8(ascii: ".")
    let files = context.files(folder).filter { isHiddenMeant == $0.name.utf8.starts(with: ".".utf8) }
      .sorted { $0.name < $1.name }
      .map { file in
        let name = file.isFolder ? file.name + "/" : file.name
        return Suggestion(folder + name, label: Untrusted(name), endsWord: !file.isFolder)
      }
    return matching(files + besides.map { Suggestion($0.word, detail: Untrusted($0.meaning)) })
  }
}
