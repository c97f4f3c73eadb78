extension NetworkFault {
  /// The kinds of faults, each with all faults of it, those of TLS included.
  static let kinds: [(name: String, faults: [String])] = [
    ("the connection is refused", ["connection refused"]),
    ("the name is unknown", ["unknown name"]),
    (
      "the connection is closed before the answer",
      ["closed without an answer", "closed in the header", "closed after a line of the header"]
    ),
    ("the connection is reset before the answer", ["reset before the answer", "reset in the header"]),
    ("the connection is reset in the answer", ["reset in the body"]),
    ("the TLS handshake fails", ["reset in the TLS handshake", "TLS 1.1"]),
    ("there is no TLS", ["no TLS on the port"]),
    ("the certificate is not trusted", ["unknown authority", "of another machine"]),
    ("the certificate is too old", ["expired"]),
    ("nothing is answered", ["never answers", "silent for longer than the limit"]),
    ("the answer stops", ["silent in the header", "silent in the body"]),
    ("the answer is too slow", ["trickling header", "trickling body"]),
    ("the TLS handshake does not end", ["TLS handshake without an end"]),
    ("the body is cut", ["half a body", "chunks without an end", "two lengths"]),
    ("the body breaks the rules", ["a chunk without a length", "a length that is no number"]),
    ("the body is too large", ["huge by its length", "a length of more than 64 bits", "huge without a length"]),
    (
      "the packing is wrong",
      [
        "says gzip, and is not", "gzip without its end", "gzip without its checksum", "gzip with a wrong checksum",
        "unknown encoding",
      ]
    ),
    ("the packing is a bomb", ["bomb"]),
    ("another protocol is spoken", ["SSH", "SMTP", "TLS"]),
    (
      "the header does not end",
      ["header without an end", "line without an end", "interim answers without an end"]
    ),
    ("the redirects do not end", ["redirects without an end"]),
    (
      "a redirect leads nowhere",
      [
        "redirect without an address", "redirect to another protocol", "redirect to a file", "redirect with a password",
      ]
    ),
    ("a redirect leads out of the encryption", ["redirect to another machine without encryption"]),
    ("the server refuses", ["401", "403", "404", "410"]),
    ("the server is busy", ["429", "503", "429 for an hour", "503 for 7 s, again and again"]),
    ("the server fails", ["500"]),
    ("the answer is empty", ["empty body"]),
    ("the answer is something else", ["web page"]),
  ]
}
