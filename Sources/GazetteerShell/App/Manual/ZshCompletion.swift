/// The script that completes in zsh.
struct ZshCompletion {
  let line: CompletedCommandLine

  var text: String {
    """
    #compdef gaz
    # zsh completion for gaz; made by: gaz --completions zsh

    _gaz_commands() {
      local -a commands=(
    \(Self.specs(line.commands.flatMap { command in command.names.map { "\($0):\(command.summary)" } }, indent: 4))
      )
      _describe -t commands command commands
    }

    _gaz_countries() {
      local -a countries=(
    \(Self.specs(CompletedCommandLine.countries.map { "\($0.word):\($0.meaning)" }, indent: 4))
      )
      _describe -t countries country countries
    }

    # Commands, and other words that are given.
    _gaz_help() {
      local -a words=($@)
      _alternative 'commands:command:_gaz_commands' 'topics:topic:compadd -a words'
    }

    # Files, and other words that are given.
    _gaz_files() {
      local -a words=($@)
      _alternative 'words:word:compadd -a words' 'files:file:_files'
    }

    # Words with commas between them.
    _gaz_list() {
      local -a words=($@)
      compset -P '*,'
      compadd -S '' -a words
    }

    # Anything; an option is completed beside it.
    _gaz_any() { return 1 }

    # The words that may follow the word before.
    _gaz_after() {
      local -a words
      case $words_before in
    \(afterCases)
      esac
      compadd -a words
    }

    _gaz() {
      local curcontext=$curcontext context state state_descr words_before
      local -a line flags
      typeset -A opt_args
      flags=(
    \(Self.specs(line.flags.flatMap { Self.specs(of: $0, named: $0.names) }, indent: 4))
      )
      _arguments -C -s $flags '(-): :->first' '(-)*:: :->rest' && return 0
      case $state in
        first)
          _alternative 'commands:command:_gaz_commands' 'files:file:_files'
          ;;
        rest)
          words_before=$words[CURRENT-1]
          case $words[1] in
    \(line.commands.map(commandCase).joined(separator: "\n"))
            *) _arguments -s $flags '*: :_files' ;;
          esac
          ;;
      esac
    }

    _gaz "$@"

    """
  }

  /// What completes after a command.
  private func commandCase(_ command: CompletedCommandLine.Command) -> String {
    let flags = line.flags(for: command).flatMap { Self.specs(of: $0, named: $0.names) }
    let isUsual = flags.count == line.flags.flatMap { Self.specs(of: $0, named: $0.names) }.count
    let specs =
      command.options.flatMap { Self.specs(of: $0, named: $0.names) } + (isUsual ? [] : flags)
      + command.parameters.map(Self.spec)
    return """
              \(command.names.joined(separator: "|")))
                _arguments -s \(isUsual ? "$flags " : "")\\
      \(specs.map { "            \(Self.quoted($0))" }.joined(separator: " \\\n"))
                ;;
      """
  }

  /// One specification for each name of an option; each excludes the others.
  private static func specs(of option: CompletedCommandLine.Option, named names: [String]) -> [String] {
    names.map { name in
      let excluded = option.mayRepeat ? "*" : names.count > 1 ? "(\(names.joined(separator: " ")))" : ""
      let help = "[\(option.help.escaped("[]\\"))]"
      guard let placeholder = option.placeholder else { return excluded + name + help }
      let isLong = name.hasPrefix("--")
      let sign = option.valueIsOptional ? "=-" : isLong ? "=" : "+"
      let colons = option.valueIsOptional ? "::" : ":"
      return excluded + name + sign + help + colons + placeholder.escaped(":\\") + ":" + action(option.value)
    }
  }

  private static func spec(_ parameter: CompletedCommandLine.Parameter) -> String {
    let start = parameter.isRest ? "*:" : parameter.isNeeded ? ":" : "::"
    return start + parameter.placeholder.escaped(":\\") + ":" + action(parameter.value)
  }

  /// What completes a value. A blank at the start keeps zsh from adding words of its own.
  private static func action(_ value: CompletedValue) -> String {
    switch value {
    case .nothing: " _gaz_any"
    case .words(let choices): "(\(words(choices)))"
    case .list(let choices): " _gaz_list \(words(choices))"
    case .wordsAfter: " _gaz_after"
    case .files(let others): others.isEmpty ? "_files" : " _gaz_files \(words(others))"
    case .folders: "_files -/"
    case .countries: "_gaz_countries"
    case .commands(let others): " _gaz_help \(words(others))"
    }
  }

  private var afterCases: String {
    line.commands.flatMap(\.parameters).flatMap { parameter -> [String] in
      guard case .wordsAfter(let choices) = parameter.value else { return [] }
      return choices.map { "    \($0.word)) words=(\(Self.words($0.choices))) ;;" }
    }
    .joined(separator: "\n")
  }

  private static func words(_ choices: [CompletedValue.Choice]) -> String {
    choices.map(\.word).joined(separator: " ")
  }

  private static func specs(_ texts: [String], indent: Int) -> String {
    texts.map { String(repeating: " ", count: indent) + quoted($0) }.joined(separator: "\n")
  }

  private static func quoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }
}

extension String {
  /// With a backslash before each of some characters.
  fileprivate func escaped(_ characters: String) -> String {
    String(flatMap { characters.contains($0) ? ["\\", $0] : [$0] })
  }
}
