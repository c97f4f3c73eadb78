/// The inputs of a command, in the order of its usage line, by the types of their values.
///
/// It holds what the inputs do, not the inputs: the types of these have requirements, which the runtime of Swift would
/// look up one by one when the command is used, in all conformances of the program.
package struct Inputs<each Value>: Sendable {
  private let descriptionsOfEach: @Sendable () -> [InputDescription]
  private let readEach: (repeat @Sendable (inout Arguments) throws -> each Value)

  package init<each I: Input>(_ inputs: repeat each I) where repeat (each I).Value == each Value {
    descriptionsOfEach = {
      var descriptions: [InputDescription] = []
      repeat descriptions.append(contentsOf: (each inputs).descriptions)
      return descriptions
    }
    readEach =
      (repeat { @Sendable (arguments: inout Arguments) throws -> each Value in
        try (each inputs).read(from: &arguments)
      })
  }

  var descriptions: [InputDescription] { descriptionsOfEach() }

  /// The values of all inputs.
  func read(from arguments: inout Arguments) throws -> (repeat each Value) { (repeat try (each readEach)(&arguments)) }
}
