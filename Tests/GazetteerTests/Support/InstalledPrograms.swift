import GazetteerServices

/// Programs of the machine that some tests need.
enum InstalledPrograms {
  static func has(_ name: String) -> Bool {
    HelperProgram.path(of: name) { $0 == "PATH" ? "/usr/bin:/bin" : nil } != nil
  }
}
