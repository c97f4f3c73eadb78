/// Why a request could not be answered.
enum Fault: Error {
  case unknownRequest(String)
  case unknownFamily(String)
  case notACoordinate(String)
  case otherNames(String)
  case noFile
}
