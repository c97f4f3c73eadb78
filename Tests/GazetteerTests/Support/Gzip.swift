import Foundation

/// The data as the program `gzip` packs them.
func gzip(_ data: Data) throws -> Data {
  let process = Process()
  let (input, output) = (Pipe(), Pipe())
  process.executableURL = URL(fileURLWithPath: "/bin/gzip")
  process.standardInput = input
  process.standardOutput = output
  try process.run()
  Thread.detachNewThread {
    input.fileHandleForWriting.write(data)
    try? input.fileHandleForWriting.close()
  }
  defer { process.waitUntilExit() }
  return output.fileHandleForReading.readDataToEndOfFile()
}
