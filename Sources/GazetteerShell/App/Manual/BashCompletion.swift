/// The script that completes in bash.
struct BashCompletion {
  let line: CompletedCommandLine

  var text: String {
    """
    # bash completion for gaz; made by: gaz --completions bash

    # Sets `value` to what completes the value of option $2 of command $1: words, or a word that starts with @.
    # Fails if the option takes no value, or only with "=" before it, unless $3 is "=".
    _gaz_option() {
      case "$1 $2$3" in
    \(cases(optionCases))
        *) return 1 ;;
      esac
    }

    # Sets `value` to what completes word $2 (counted from 1) after command $1; $3 is the word before it.
    _gaz_parameter() {
      case "$1 $2 $3" in
    \(cases(parameterCases))
        *) value='' ;;
      esac
    }

    # Sets `value` to the options of command $1.
    _gaz_options() {
      case $1 in
    \(cases(optionNameCases))
        *) value=\(Self.quoted(flagNames)) ;;
      esac
    }

    _gaz() {
      local commands=\(Self.quoted(line.commands.flatMap(\.names)))
      local countries=\(Self.quoted(Self.countries))
      local cur=${COMP_WORDS[COMP_CWORD]} command='' before='' last='' option='' attached='' value='' word i
      local -i position=0
      COMPREPLY=()
      # bash makes three words of --name=value.
      for ((i = 1; i < COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $word == '=' && -n $last ]]; then
          option=$last attached='='
        elif [[ -n $option ]]; then
          option='' attached='' last=''
        elif [[ $word == -* ]]; then
          last=$word
          if _gaz_option "$command" "$word" ''; then option=$word; fi
        elif [[ -z $command ]]; then
          command=$word last=''
        else
          before=$word last=''
          position+=1
        fi
      done
      if [[ $cur == '=' && -n $last ]]; then
        cur='' option=$last attached='='
      fi
      if [[ -n $option ]]; then
        _gaz_option "$command" "$option" "$attached" || return 0
      elif [[ $cur == -* ]]; then
        _gaz_options "$command"
      elif [[ -z $command ]]; then
        value="@file $commands"
      else
        _gaz_parameter "$command" $((position + 1)) "$before"
      fi
      local files=''
      case $value in
        @file*) files=-f value=${value#@file} ;;
        @folder) files=-d value='' ;;
        @command*) value="$commands${value#@command}" ;;
        @country) value=$countries ;;
        @list*)
          # The words before the last comma stay.
          local head=''
          if [[ $cur == *,* ]]; then head=${cur%,*},; fi
          value=${value#@list }
          mapfile -t COMPREPLY < <(compgen -P "$head" -W "$value" -- "${cur##*,}")
          compopt -o nospace
          return 0
          ;;
      esac
      if [[ -n $value ]]; then mapfile -t COMPREPLY < <(compgen -W "$value" -- "$cur"); fi
      if [[ -n $files && ${#COMPREPLY[@]} -eq 0 ]]; then
        # The shell itself knows best how to write names of files.
        if [[ $files == -d ]]; then compopt -o dirnames; else compopt -o default; fi
      elif [[ -n $files ]]; then
        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen "$files" -- "$cur")
      fi
    }

    complete -F _gaz gaz

    """
  }

  /// A pattern of `case`, and the value that it sets.
  private typealias Case = (pattern: String, value: String)

  private func cases(_ cases: [Case]) -> String {
    cases.map { "    \($0.pattern)) value='\($0.value)' ;;" }.joined(separator: "\n")
  }

  private var optionCases: [Case] {
    let own = line.commands.flatMap { command in
      command.options.compactMap { option in Self.optionCase(option, of: command.names) }
    }
    return own + line.flags.compactMap { Self.optionCase($0, of: ["*"]) }
  }

  private static func optionCase(_ option: CompletedCommandLine.Option, of commands: [String]) -> Case? {
    guard option.placeholder != nil else { return nil }
    let ends = option.valueIsOptional ? ["="] : ["", "="]
    let patterns = commands.flatMap { command in
      option.names.flatMap { name in ends.map { command == "*" ? "*' \(name)\($0)'" : "'\(command) \(name)\($0)'" } }
    }
    return (patterns.joined(separator: " | "), written(option.value))
  }

  private var parameterCases: [Case] {
    line.commands.flatMap { command in
      command.parameters.enumerated().flatMap { index, parameter -> [Case] in
        let place = parameter.isRest ? "' '*" : "' \(index + 1) '*"
        func pattern(_ end: String) -> String {
          command.names.map { "'\($0)'\(place)\(end)" }.joined(separator: " | ")
        }
        guard case .wordsAfter(let choices) = parameter.value else {
          return [(pattern(""), Self.written(parameter.value))]
        }
        return choices.map { (pattern("'\($0.word)'"), Self.words($0.choices)) } + [(pattern(""), "")]
      }
    }
  }

  private var optionNameCases: [Case] {
    line.commands.map { command in
      let names = command.options.flatMap(\.names) + line.flags(for: command).flatMap(\.names)
      return (command.names.map { "'\($0)'" }.joined(separator: " | "), names.joined(separator: " "))
    }
  }

  private var flagNames: [String] { line.flags.flatMap(\.names) }

  private static let countries = CompletedCommandLine.countries.map(\.word)

  private static func words(_ choices: [CompletedValue.Choice]) -> String {
    choices.map(\.word).joined(separator: " ")
  }

  private static func written(_ value: CompletedValue) -> String {
    switch value {
    case .nothing, .wordsAfter: ""
    case .words(let choices): words(choices)
    case .list(let choices): "@list \(words(choices))"
    case .files(let others): others.isEmpty ? "@file" : "@file \(words(others))"
    case .folders: "@folder"
    case .countries: "@country"
    case .commands(let others): others.isEmpty ? "@command" : "@command \(words(others))"
    }
  }

  private static func quoted(_ words: [String]) -> String { "'" + words.joined(separator: " ") + "'" }
}
