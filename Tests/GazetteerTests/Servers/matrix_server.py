"""A real server of Matrix for tests: Synapse on a free port of this machine, in a folder of its own.

usage: matrix_server.py FOLDER

Prints one JSON object: "address", "token" (of a user), "room" (its id) and "alias". Then, for each line on its standard
input, it prints the contents of the events in the room, oldest first. Ends with its standard input.
"""
import json
import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

FOLDER = sys.argv[1]
CONFIG = os.path.join(FOLDER, "homeserver.yaml")


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def request(method, path, body=None, token=None):
    data = None if body is None else json.dumps(body).encode()
    asked = urllib.request.Request(ADDRESS + path, data=data, method=method)
    asked.add_header("Content-Type", "application/json")
    if token:
        asked.add_header("Authorization", "Bearer " + token)
    with urllib.request.urlopen(asked, timeout=60) as answer:
        return json.load(answer)


def wait_until_it_answers(process):
    while process.poll() is None:
        try:
            return request("GET", "/_matrix/client/versions")
        except (urllib.error.URLError, ConnectionError):
            time.sleep(0.1)
    sys.exit("Synapse has ended")


port = free_port()
ADDRESS = f"http://127.0.0.1:{port}"
synapse = [sys.executable, "-m", "synapse.app.homeserver", "-c", CONFIG]
subprocess.run(
    synapse + ["--server-name", "localhost", "--generate-config", "--report-stats=no"],
    check=True, cwd=FOLDER, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
)
config = open(CONFIG).read()
config = re.sub(r"port: 8008", f"port: {port}", config)
open(CONFIG, "w").write(
    config + "\nenable_registration: true\nenable_registration_without_verification: true\nlog_config: null\n"
    "rc_message: {per_second: 1000, burst_count: 1000}\n"
)
log = open(os.path.join(FOLDER, "log"), "w")
server = subprocess.Popen(synapse, cwd=FOLDER, stdout=log, stderr=log, stdin=subprocess.DEVNULL)
try:
    wait_until_it_answers(server)
    user = request(
        "POST", "/_matrix/client/v3/register",
        {"username": "max", "password": "s3cret pass", "auth": {"type": "m.login.dummy"}},
    )
    token = user["access_token"]
    room = request(
        "POST", "/_matrix/client/v3/createRoom", {"name": "walks", "room_alias_name": "walks"}, token
    )["room_id"]
    print(json.dumps({"address": ADDRESS, "token": token, "room": room, "alias": "#walks:localhost"}), flush=True)
    for _ in sys.stdin:
        path = f"/_matrix/client/v3/rooms/{urllib.request.quote(room)}/messages?dir=f&limit=100"
        events = request("GET", path, token=token)["chunk"]
        print(json.dumps([e["content"] for e in events if e["type"] == "m.room.message"]), flush=True)
finally:
    # Its folder is not used again, and signals may be blocked here.
    server.kill()
    server.wait()
