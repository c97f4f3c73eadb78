"""Reads a mail from the standard input with Python's own library, and prints what is in it as one JSON object.

"lines" are the lines of the header before unfolding, "names" the names of all headers.
"""
import email
import email.policy
import json
import sys

data = sys.stdin.buffer.read()
mail = email.message_from_bytes(data, policy=email.policy.default)
parts = [mail] if not mail.is_multipart() else list(mail.iter_parts())
print(
    json.dumps(
        {
            "names": mail.keys(),
            "headers": {name: str(mail[name]) for name in mail.keys()},
            "to": [[a.display_name, a.addr_spec] for a in mail["To"].addresses] if mail["To"] else [],
            "from": [[a.display_name, a.addr_spec] for a in mail["From"].addresses] if mail["From"] else [],
            "types": [part.get_content_type() for part in parts],
            "texts": [part.get_content().replace("\r\n", "\n") for part in parts],
            "defects": [str(defect) for defect in mail.defects],
            "bareEnds": data.count(b"\n") - data.count(b"\r\n") + data.count(b"\r") - data.count(b"\r\n"),
            "longest": max(len(line) for line in data.split(b"\r\n")),
            "isASCII": all(byte < 0x80 for byte in data),
        }
    )
)
