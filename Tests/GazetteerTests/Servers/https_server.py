"""An encrypted server for tests, which prints the header of each request as one JSON object and answers 200.

usage: https_server.py CERTIFICATE KEY

First it prints its port. Ends with its standard input.
"""
import http.server
import json
import ssl
import sys
import threading


class Handler(http.server.BaseHTTPRequestHandler):
    def answer(self):
        print(json.dumps({name.lower(): value for name, value in self.headers.items()}), flush=True)
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    do_GET = do_POST = do_PUT = do_HEAD = answer

    def log_message(self, *_):
        """Says nothing."""


context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
context.load_cert_chain(sys.argv[1], sys.argv[2])
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
server.socket = context.wrap_socket(server.socket, server_side=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_address[1], flush=True)
sys.stdin.read()
