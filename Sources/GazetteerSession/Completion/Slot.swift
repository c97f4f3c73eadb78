import GazetteerIndex

/// What is expected at the cursor.
struct Slot {
  enum Expected {
    /// `orPlace`: the command may be left out, so the name of a place is possible too.
    case command(orPlace: Bool)
    case optionName
    /// `attached`: the part of the word before the value, such as `--in=`.
    case value(of: InputDescription, attached: String)
    case parameter(InputDescription)
    case nothing
  }

  /// nil if its name is not typed yet, or unknown.
  let command: Command?
  let expected: Expected
  /// The words before the cursor that are not options.
  let parameters: [ScannedWord]
  /// The values of the options anywhere in the statement.
  let given: [String: [Untrusted]]
  /// Whether an option is possible here too.
  let takesOptions: Bool

  init(_ line: PartialLine, in table: CommandTable) {
    let mayLeaveOutCommand = table.nested == nil && line.isFirstStatement
    guard let name = line.before.first else {
      let isOption = line.typed.flatMap { OptionWord($0.word) } != nil
      guard mayLeaveOutCommand, isOption else {
        self.init(command: nil, expected: .command(orPlace: mayLeaveOutCommand && line.typed != nil))
        return
      }
      self.init(line, words: [], of: .search)
      return
    }
    if let command = table.command(called: name.word.text.text) {
      self.init(line, words: line.before.dropFirst(), of: command)
    } else if mayLeaveOutCommand {
      self.init(line, words: line.before[...], of: .search)
    } else {
      self.init(command: nil, expected: .nothing)
    }
  }

  /// - Parameter words: those before the cursor that are not the command's name.
  private init(_ line: PartialLine, words: ArraySlice<ScannedWord>, of command: Command) {
    var reader = PartialArguments(of: command)
    for word in words { reader.read(word) }
    let expected = reader.expects(line.typed?.word)
    let parameters = reader.parameters
    let takesOptions = !reader.optionsEnded
    if let typed = line.typed { reader.read(typed, isFinished: false) }
    for word in line.after { reader.read(word) }
    self.init(
      command: command, expected: expected, parameters: parameters, given: reader.options, takesOptions: takesOptions)
  }

  private init(
    command: Command?, expected: Expected, parameters: [ScannedWord] = [], given: [String: [Untrusted]] = [:],
    takesOptions: Bool = false
  ) {
    self.command = command
    self.expected = expected
    self.parameters = parameters
    self.given = given
    self.takesOptions = takesOptions
  }
}

/// Sorts words into parameters and options as `Arguments` does, but ignores errors.
private struct PartialArguments {
  private let inputs: [InputDescription]
  private(set) var parameters: [ScannedWord] = []
  private(set) var options: [String: [Untrusted]] = [:]
  /// The option whose value comes next.
  private var pending: InputDescription?
  /// The option for free text that takes the words that come.
  private var text: InputDescription?
  private(set) var optionsEnded = false

  private let needed: Int

  init(of command: Command) {
    inputs = command.inputs + InputDescription.universal
    needed = command.neededParameters
  }

  private func option(_ name: String) -> InputDescription? { inputs.first { !$0.isParameter && $0.name == name } }

  /// - Parameter isFinished: false for the word at the cursor: an option that is still being typed does not count.
  mutating func read(_ word: ScannedWord, isFinished: Bool = true) {
    let option = optionsEnded ? nil : OptionWord(word.word)
    if let input = pending, option == nil {
      options[input.name, default: []].append(word.word.text)
      pending = nil
      text = input.isText && needed <= parameters.count ? input : nil
    } else if let option {
      text = nil
      if isFinished { read(option) }
    } else if !optionsEnded, let flag = inputs.first(where: { $0.isShort(word.word.text) }) {
      options[flag.name, default: []].append(word.word.text)
      text = nil
    } else if text == nil {
      parameters.append(word)
    }
  }

  private mutating func read(_ option: OptionWord) {
    guard !option.endsOptions else {
      optionsEnded = true
      return
    }
    let input = self.option(option.name)
    pending = option.value == nil && input?.takesValue == true ? input : nil
    options[option.name, default: []] += option.value.map { [$0] } ?? []
  }

  func expects(_ typed: Word?) -> Slot.Expected {
    if !optionsEnded, let typed {
      if let option = OptionWord(typed) {
        guard let value = option.value else { return .optionName }
        guard let input = self.option(option.name), input.placeholder != "" else { return .nothing }
        let attached = typed.text.bytes.dropLast(value.bytes.count)
        return .value(of: input, attached: String(decoding: attached, as: UTF8.self))
      }
      if pending == nil, typed.text == Untrusted("-"), !typed.isQuoted { return .optionName }
    }
    if let pending = pending ?? text { return .value(of: pending, attached: "") }
    let expected = inputs.filter(\.isParameter)
    if parameters.count < expected.count { return .parameter(expected[parameters.count]) }
    if let last = expected.last, last.kind == .rest { return .parameter(last) }
    return typed == nil && !optionsEnded ? .optionName : .nothing
  }
}
