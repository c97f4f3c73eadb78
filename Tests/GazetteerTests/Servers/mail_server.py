"""Real mail servers for tests: aiosmtpd on free ports of this machine.

usage: mail_server.py CERTIFICATE KEY

Prints one JSON object with the ports: "plain" (no encryption), "starttls" (wants STARTTLS and a login), "smtps"
(encrypted from the start, wants a login). Then it prints one JSON object for each mail. Ends with its standard input.
"""
import json
import ssl
import sys

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult, LoginPassword

USER, PASSWORD = b"max", b"s3cret"


class Printer:
    """Prints each mail."""

    def __init__(self, name):
        self.name = name

    async def handle_DATA(self, server, session, envelope):
        mail = {
            "server": self.name,
            "sender": envelope.mail_from,
            "recipients": envelope.rcpt_tos,
            "isEncrypted": server.transport.get_extra_info("ssl_object") is not None,
            "user": session.auth_data.login.decode() if session.authenticated else None,
            "name": session.host_name,
            "content": envelope.original_content.decode("latin-1"),
        }
        print(json.dumps(mail), flush=True)
        return "250 taken"

    async def handle_RCPT(self, server, session, envelope, address, options):
        if address.startswith("nobody@"):
            return "550 5.1.1 no such user"
        envelope.rcpt_tos.append(address)
        return "250 ok"


def check(server, session, envelope, mechanism, data):
    if isinstance(data, LoginPassword) and data.login == USER and data.password == PASSWORD:
        return AuthResult(success=True, auth_data=data)
    return AuthResult(success=False, handled=False)


class FreePort(Controller):
    """A controller on a port that the system chooses."""

    def _trigger_server(self):
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


def main():
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(sys.argv[1], sys.argv[2])
    login = {"authenticator": check, "auth_required": True}
    servers = {
        "plain": FreePort(Printer("plain"), hostname="127.0.0.1", port=0),
        "starttls": FreePort(
            Printer("starttls"), hostname="127.0.0.1", port=0, tls_context=context, require_starttls=True, **login
        ),
        "smtps": FreePort(
            Printer("smtps"), hostname="127.0.0.1", port=0, ssl_context=context, auth_require_tls=False, **login
        ),
    }
    for server in servers.values():
        server.start()
    print(json.dumps({name: server.port for name, server in servers.items()}), flush=True)
    sys.stdin.read()
    for server in servers.values():
        server.stop()


main()
