extension CompletionShell {
  /// The script that completes command lines of gaz.
  func script(for line: CompletedCommandLine) -> String {
    switch self {
    case .bash: BashCompletion(line: line).text
    case .zsh: ZshCompletion(line: line).text
    case .fish: FishCompletion(line: line).text
    }
  }
}
