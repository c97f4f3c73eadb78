/// A QR code: a square of dark and light modules.
package struct QRCode: Equatable, Sendable {
  /// Modules of a side.
  package let width: Int
  /// Row by row; true is dark.
  private let modules: [Bool]

  /// nil if there are not `width * width` modules.
  package init?(width: Int, modules: [Bool]) {
    guard width > 0, modules.count == width * width else { return nil }
    self.width = width
    self.modules = modules
  }

  /// Whether a module is dark. Outside the square, all are light.
  package func isDark(_ column: Int, _ row: Int) -> Bool {
    (0..<width).contains(column) && (0..<width).contains(row) && modules[row * width + column]
  }
}
