/// How the user left a picker.
package enum PickerEnding: Equatable, Sendable {
  case done, cancelled
}

extension Picker {
  /// Handles a key or a character from `KeyDecoder`; returns how the picker was left, if the key leaves it.
  ///
  /// Esc removes the filter; without a filter it leaves.
  package mutating func press(_ key: UInt32) -> PickerEnding? {
    if let key = Key(rawValue: key) { return press(key) }
    if takesOne, filter.isEmpty, let number = number(key) {
      move(to: number - 1)
      return .done
    }
    switch key {
    case Control.enter, Control.newline: return takesOne && current == nil ? nil : .done
    case Control.c, Control.g: return .cancelled
    case Control.space where !takesOne: toggle()
    case Control.tab:
      if !takesOne { toggle() }
      move(by: 1)
    case Control.a where !takesOne: tickAll(true)
    case Control.d where !takesOne: tickAll(false)
    case Control.p, Control.k: move(by: -1)
    case Control.n: move(by: 1)
    case Control.h, Control.delete: erase()
    case Control.u, Control.w: eraseAll()
    default:
      if key >= Control.space, let scalar = Unicode.Scalar(key) { type(String(scalar)) }
    }
    return nil
  }

  /// The number of an item that a key is; nil if it is something else.
  private func number(_ key: UInt32) -> Int? {
    guard let scalar = Unicode.Scalar(key), let number = Character(scalar).wholeNumberValue else { return nil }
    return (1...items.count).contains(number) ? number : nil
  }

  private mutating func press(_ key: Key) -> PickerEnding? {
    switch key {
    case .escape:
      guard !filter.isEmpty else { return .cancelled }
      eraseAll()
    case .up: move(by: -1)
    case .down: move(by: 1)
    case .pageUp: move(by: -height)
    case .pageDown: move(by: height)
    case .home: move(to: 0)
    case .end: move(to: matches.count - 1)
    default: break
    }
    return nil
  }
}
