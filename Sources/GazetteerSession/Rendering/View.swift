import GazetteerIndex

/// What a reply shows, as data. How it looks is the renderer's business.
package enum View: Equatable, Sendable {
  case text([Message])
  case help(HelpPage)
}
