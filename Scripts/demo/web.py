"""A web server: reads requests, lets a site answer each, and lets some fail."""
import http.server
import json
import socket
import socketserver
import struct
import sys
import urllib.parse

from faults import Fault

# The largest body of a request, in bytes.
LARGEST = 1 << 20


class Reply(Exception):
    """An answer. It can also be raised, where a request is refused."""

    def __init__(self, status, value=None, *, text=None, kind="application/json", headers=(), prefix=b""):
        super().__init__(status)
        self.status = status
        self.body = prefix + (text if text is not None else json.dumps(value, ensure_ascii=False)).encode()
        self.headers = [("Content-Type", f"{kind}; charset=utf-8"), *headers]


class Request:
    """A request: `path` is a list of parts after that of the site, `query` the first value of each parameter."""

    def __init__(self, method, target, headers, body):
        address = urllib.parse.urlsplit(target)
        self.method = method
        self.path = [urllib.parse.unquote(part) for part in address.path.split("/") if part]
        self.query = {key: values[0] for key, values in
                      urllib.parse.parse_qs(address.query, keep_blank_values=True).items()}
        self.headers = headers
        self.body = body

    def json(self):
        """The object in the body; None if it has none. An empty body is an empty object."""
        try:
            value = json.loads(self.body or b"{}")
        except (ValueError, RecursionError):
            return None
        return value if isinstance(value, dict) else None


class Handler(http.server.BaseHTTPRequestHandler):
    """One connection."""

    protocol_version = "HTTP/1.1"
    server_version, sys_version = "gaz-demo", ""
    # A connection on which nothing comes ends after so many seconds.
    timeout = 60

    def answer(self):
        try:
            size = int(self.headers.get("Content-Length", 0))
        except ValueError:
            size = -1
        if not 0 <= size <= LARGEST or "Transfer-Encoding" in self.headers:
            self.close_connection = True
            return self.send(Reply(413, text="the body has no valid size, or is too large", kind="text/plain"))
        request = Request(self.command, self.path, self.headers, self.rfile.read(size))
        fault = self.server.faults.next()
        reply = None
        if fault is Fault.BUSY:
            reply = Reply(503, text="busy", kind="text/plain", headers=[("Retry-After", "1")])
        elif fault is not Fault.RESET:
            reply = self.server.answer(request)
        # The query may have a whole sentence in it; never the body, which may have a password.
        line = f"{self.command} {urllib.parse.unquote(self.path)[:160]}"
        self.server.desk.request(f"{line}: {fault.value if fault else reply.status}")
        if fault in (Fault.RESET, Fault.LOST):
            return self.reset()
        if fault is Fault.SLOW:
            self.server.faults.wait()
        return self.send(reply, is_half=fault is Fault.HALF)

    do_GET = do_HEAD = do_POST = do_PUT = do_DELETE = answer

    def send(self, reply, is_half=False):
        self.send_response(reply.status)
        for name, value in reply.headers:
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(reply.body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(reply.body[:len(reply.body) // 2] if is_half else reply.body)
        if is_half:
            self.close_connection = True

    def reset(self):
        """Ends the connection at once: the client gets no answer, but an error."""
        self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.close_connection = True

    def log_message(self, *_):
        """Says nothing; `answer` does."""


class WebServer(http.server.ThreadingHTTPServer):
    """A server on this machine with several sites."""

    daemon_threads = True

    def __init__(self, port, sites, faults, desk):
        super().__init__(("127.0.0.1", port), Handler)
        self.sites, self.faults, self.desk = sites, faults, desk

    def server_bind(self):
        """Without the search for the name of this machine, which can take long."""
        socketserver.TCPServer.server_bind(self)
        self.server_name, self.server_port = self.server_address

    @property
    def base(self):
        return f"http://127.0.0.1:{self.server_address[1]}"

    def answer(self, request):
        site = self.sites.get(request.path.pop(0) if request.path else None)
        if site is None:
            return Reply(404, {"error": "nothing is here"})
        try:
            return site.answer(request)
        except Reply as reply:
            return reply

    def shutdown_request(self, request):
        """Closes the connection without the usual end of the data, which would hide a reset."""
        self.close_request(request)

    def handle_error(self, request, client_address):
        """A client that ends its connection early is no error of the server."""
        if isinstance(sys.exc_info()[1], (ConnectionError, TimeoutError)):
            self.desk.request("a connection was ended by the client")
        else:
            super().handle_error(request, client_address)
