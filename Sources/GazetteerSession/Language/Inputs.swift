/// The inputs of a command, in the order of its usage line.
package struct Inputs<each I: Input>: Sendable {
  private let inputs: (repeat each I)

  package init(_ inputs: repeat each I) { self.inputs = (repeat each inputs) }

  var descriptions: [InputDescription] {
    var descriptions: [InputDescription] = []
    repeat descriptions.append(contentsOf: (each inputs).descriptions)
    return descriptions
  }

  /// The values of all inputs.
  func read(from arguments: inout Arguments) throws -> (repeat (each I).Value) {
    (repeat try (each inputs).read(from: &arguments))
  }
}
