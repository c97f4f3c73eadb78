import GazetteerIndex

extension Account {
  /// With other words for the names that repeat a secret.
  init(
    service: String, key: Untrusted, user: Untrusted, firstName: Untrusted?, lastName: Untrusted?,
    hiding secrets: SecretForms
  ) {
    let (first, last) = (firstName ?? Untrusted(""), lastName ?? Untrusted(""))
    self.init(
      service: service, key: key, user: user, firstName: first.hidingContent(secrets),
      lastName: last.hidingContent(secrets))
    if secrets.areRepeated(inAnswer: first) { hiddenFirstName = HiddenText(first.cut(to: Location.mostOfName)) }
    if secrets.areRepeated(inAnswer: last) { hiddenLastName = HiddenText(last.cut(to: Location.mostOfName)) }
  }
}
