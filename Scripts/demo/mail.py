"""A mail server that sends nothing on, but prints each mail."""
import email
import email.policy
import socketserver

# The largest mail, and the longest line of a command, in bytes.
LARGEST, LONGEST = 1 << 20, 2000


class Handler(socketserver.StreamRequestHandler):
    """One connection: RFC 5321 without extensions that change anything."""

    # A connection on which nothing comes ends after so many seconds.
    timeout = 60

    def handle(self):
        self.sender, self.recipients = None, []
        self.say("220 gaz demo")
        try:
            while line := self.rfile.readline(LONGEST):
                if not self.obey(line.decode(errors="replace").strip()):
                    return
        except (ConnectionError, TimeoutError):
            return

    def say(self, text):
        self.wfile.write(text.encode() + b"\r\n")

    def obey(self, line):
        """Answers a line. Returns whether the connection goes on."""
        verb = line.split(" ")[0].upper()
        if verb == "EHLO":
            self.say("250-gaz demo")
            self.say("250-8BITMIME")
            self.say(f"250 SIZE {LARGEST}")
        elif verb in ("HELO", "NOOP", "RSET"):
            if verb == "RSET":
                self.sender, self.recipients = None, []
            self.say("250 ok")
        elif line.upper().startswith("MAIL FROM:"):
            self.sender, self.recipients = address(line), []
            self.say("250 ok")
        elif line.upper().startswith("RCPT TO:"):
            self.add(address(line))
        elif verb == "DATA":
            return self.get_mail()
        elif verb == "QUIT":
            self.say("221 bye")
            return False
        else:
            self.say("502 unknown command")
        return True

    def add(self, recipient):
        if self.sender is None:
            self.say("503 MAIL FROM comes first")
        elif recipient.startswith("nobody@"):
            self.say("550 5.1.1 no such user")
        else:
            self.recipients.append(recipient)
            self.say("250 ok")

    def get_mail(self):
        """Reads a mail and prints it. Returns whether the connection goes on."""
        if not self.recipients:
            self.say("503 RCPT TO comes first")
            return True
        self.say("354 end with a line that is only a dot")
        mail = bytearray()
        while (line := self.rfile.readline(LONGEST)) not in (b".\r\n", b""):
            mail += line[1:] if line.startswith(b".") else line
            if len(mail) > LARGEST:
                self.say("552 the mail is too large")
                return False
        if not line:
            return False
        self.server.desk.show(*described(self.sender, self.recipients, bytes(mail)))
        self.sender, self.recipients = None, []
        self.say("250 accepted")
        return True


def address(line):
    """The address in `MAIL FROM:<…>` or `RCPT TO:<…>`."""
    return line.partition("<")[2].partition(">")[0] or line.partition(":")[2].strip()


def described(sender, recipients, content):
    """The lines to print for a mail: its head, its text, and how many other parts it has."""
    mail = email.message_from_bytes(content, policy=email.policy.default)
    body = mail.get_body(("plain",))
    text = body.get_content() if body else content.decode(errors="replace")
    others = [part.get_content_type() for part in mail.walk() if part is not body and not part.is_multipart()]
    return [
        f"--- a mail from {sender} to {', '.join(recipients)}", f"Subject: {mail['Subject']}", "",
        *text.rstrip().splitlines(), *([f"(and {', '.join(others)})"] if others else []), "---"]


class MailServer(socketserver.ThreadingTCPServer):
    """A mail server on this machine, without encryption."""

    daemon_threads = allow_reuse_address = True

    def __init__(self, port, desk):
        super().__init__(("127.0.0.1", port), Handler)
        self.desk = desk
        self.port = self.server_address[1]
