/// The script that completes in fish.
struct FishCompletion {
  let line: CompletedCommandLine

  var text: String {
    """
    # fish completion for gaz; made by: gaz --completions fish

    # Whether the line has command $argv[1] ('' for none yet) and, if there are more words, whether the word at the
    # cursor is one of these after it, counted from 1. A + means that number and all larger ones.
    function __gaz_at
        set -l valued \(Self.list(valued))
        set -l words (commandline -opc)
        set -e words[1]
        set -l plain
        set -l skips 0
        for word in $words
            if test $skips = 1
                set skips 0
            else if string match -q -- '-*' $word
                # Short and long options of commands have the same values everywhere.
                contains -- $word $valued; and set skips 1
            else
                set -a plain $word
            end
        end
        if test -z "$argv[1]"
            test (count $plain) = 0
            return
        end
        contains -- "$plain[1]" (string split ' ' -- $argv[1]); or return 1
        test (count $argv) = 1; and return 0
        set -l place (count $plain)
        if string match -q -- '*+' $argv[2]
            test $place -ge (string trim -r -c + -- $argv[2])
        else
            test $place = $argv[2]
        end
    end

    function __gaz_before
        set -l words (commandline -opc)
        test "$words[-1]" = $argv[1]
    end

    function __gaz_countries
        printf '%s\\t%s\\n' \(Self.named(CompletedCommandLine.countries.map { ($0.word, $0.meaning) }))
    end

    function __gaz_commands
        printf '%s\\t%s\\n' \(Self.named(line.commands.flatMap { command in command.names.map { ($0, command.summary) } }))
    end

    complete -c gaz -f
    complete -c gaz -n '__gaz_at ""' -F -a '(__gaz_commands)'
    \(lines.joined(separator: "\n"))

    """
  }

  private var lines: [String] {
    let flags = line.flags.map { flag in
      let taken = line.commands.filter { command in
        !Set(command.options.flatMap(\.names)).isDisjoint(with: flag.names)
      }
      let condition = taken.isEmpty ? "" : " -n 'not __gaz_at \"\(taken.flatMap(\.names).joined(separator: " "))\"'"
      return "complete -c gaz\(condition)" + Self.option(flag)
    }
    return flags + line.commands.flatMap(Self.lines)
  }

  /// What completes after a command.
  private static func lines(_ command: CompletedCommandLine.Command) -> [String] {
    let names = command.names.joined(separator: " ")
    func condition(_ more: String = "") -> String { "complete -c gaz -n '__gaz_at \"\(names)\"\(more)'" }
    let options = command.options.map { condition() + option($0) }
    let parameters = command.parameters.enumerated().flatMap { index, parameter -> [String] in
      let place = " \(index + 1)\(parameter.isRest ? "+" : "")"
      if case .wordsAfter(let choices) = parameter.value {
        return choices.map { choice in
          condition("\(place); and __gaz_before \(choice.word)") + " -a \(quoted(words(choice.choices)))"
        }
      }
      let value = written(parameter.value)
      return value.isEmpty ? [] : [condition(place) + value]
    }
    return options + parameters
  }

  private static func option(_ option: CompletedCommandLine.Option) -> String {
    let names =
      (option.short.map { " -s \($0.dropFirst())" } ?? "") + (option.long.map { " -l \($0.dropFirst(2))" } ?? "")
    let help = " -d \(quoted(option.help))"
    guard option.placeholder != nil else { return names + help }
    let value = written(option.value)
    if option.valueIsOptional { return names + value + help }
    return names + (value.contains("-F") ? " -r" : " -x") + value + help
  }

  private static func written(_ value: CompletedValue) -> String {
    switch value {
    case .nothing, .wordsAfter: ""
    case .words(let choices): " -a \(quoted(words(choices)))"
    case .list(let choices): " -a '(__fish_append , \(words(choices)))'"
    case .files(let others): " -F" + (others.isEmpty ? "" : " -a \(quoted(words(others)))")
    case .folders: " -a '(__fish_complete_directories)'"
    case .countries: " -a '(__gaz_countries)'"
    case .commands(let others):
      " -a '(__gaz_commands)\(others.map { " " + $0.word }.joined())'"
    }
  }

  /// The options whose value is the next word.
  private var valued: [String] {
    let all = line.flags + line.commands.flatMap(\.options)
    return Set(all.filter(\.takesNextWord).flatMap(\.names)).sorted()
  }

  private static func words(_ choices: [CompletedValue.Choice]) -> String {
    choices.map(\.word).joined(separator: " ")
  }

  /// Words and their meanings, in quotes.
  private static func named(_ words: [(word: String, meaning: String)]) -> String {
    words.map { "\($0.word) \(quoted($0.meaning))" }.joined(separator: " ")
  }

  private static func list(_ words: [String]) -> String { words.joined(separator: " ") }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
