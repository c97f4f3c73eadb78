import GazetteerIndex
import Testing

@testable import GazetteerServices
@testable import GazetteerShell

/// A request on a thread of its own, which a test can cancel.
struct Fetching {
  let cancellation = Cancellation()
  private let results = Mailbox<WebError?>()

  init(_ request: WebRequest, through client: WebClient) {
    let (results, cancellation) = (results, cancellation)
    Worker.run {
      do throws(WebError) {
        _ = try client.answer(to: request, cancellation: cancellation)
        results.post(nil)
      } catch {
        results.post(error)
      }
    }
  }

  /// Why it failed; nil if it succeeded, or does not end.
  var error: WebError? {
    guard results.hasMail() else {
      Issue.record("it does not end")
      return nil
    }
    return results.drain().first ?? nil
  }
}
