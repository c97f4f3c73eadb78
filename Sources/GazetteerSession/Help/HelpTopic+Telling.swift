extension HelpTopic {
  static let channels = HelpTopic(
    "channels", "channel", "smtp", "matrix", "ntfy", "webhook", "apprise",
    summary: "How notify sends: ~/.config/gaz/channels.toml, with a section for each way.",
    sections: [
      .init(
        "mail",
        ("[mail]", "server = \"smtp://HOST:587\" (STARTTLS) or \"smtps://HOST\"; from = \"Max <max@example.org>\""),
        ("a login", "user = \"max\", and password-command = \"pass show mail\" or the variable GAZ_MAIL_PASSWORD"),
        ("a program", "program = \"msmtp\" or \"sendmail\", instead of the server")),
      .init(
        "messages",
        ("[matrix]", "server = \"https://HOST\"; token-command, or GAZ_MATRIX_TOKEN; for matrix:#room:HOST"),
        ("[ntfy]", "server = \"https://ntfy.sh\"; token-command, or GAZ_NTFY_TOKEN, if it needs one; for ntfy:TOPIC"),
        ("[webhook.NAME]", "url, url-command or GAZ_WEBHOOK_NAME_URL; gets JSON; for webhook:NAME"),
        ("[apprise.NAME]", "url-command or GAZ_APPRISE_NAME_URL, for the program apprise; for apprise:NAME")),
      .init(
        "what is certain",
        ("before sending", "A message is saved in the outbox first. Nothing is sent without a yes, or --allow=send."),
        ("waiting, failed", "It was certainly not sent: outbox retry sends it."),
        ("unknown", "The connection or gaz ended while it was handed over; outbox retry asks first."),
        ("kept", "What was sent or cancelled is kept for 90 days, at most 1,000 messages; outbox clear removes it."),
        ("secrets", "A variable, the keyring (secret-tool) or a command has them; channels.toml never does."),
        ("the keyring", "secret-tool store --label=gaz application gaz channel mail user max"),
        ("", "secret-tool store --label=gaz application gaz channel matrix secret token (or url)")),
    ])
}
