"""A receiver in Python: /sound keeps the delivery contract, and each other path makes the mistake that it names."""
import hashlib
import hmac
import json
import os
import time
from datetime import datetime
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

os.environ["TZ"] = "Africa/Johannesburg"
time.tzset()
SECRET, PREVIOUS = os.environ["SECRET"], os.environ["PREVIOUS"]
STATES = {}

BODIES = {
    "rewritten": lambda raw: json.dumps(json.loads(raw)).encode(),
    "sorted": lambda raw: json.dumps(json.loads(raw), sort_keys=True, separators=(",", ":")).encode(),
    "indented": lambda raw: json.dumps(json.loads(raw), indent=2).encode(),
    "ascii": lambda raw: raw.decode("ascii", "replace").encode(),
    "letters-lost": lambda raw: raw.decode("ascii", "ignore").encode(),
}


def in_time(mistake, t):
    if mistake == "timeless":
        return True
    if mistake == "local-time":
        return abs(datetime.utcnow().timestamp() - t) <= 300
    if mistake == "no-tolerance":
        return time.time() - t <= 0
    return abs(time.time() - t) <= (5 if mistake == "hasty" else 300)


def is_genuine(mistake, header, raw):
    parts = dict(part.strip().split("=", 1) for part in header.split(",") if "=" in part)
    t = parts.get("t", "")
    if not t.isdigit() or not in_time(mistake, int(t)):
        return False
    body = BODIES.get(mistake, lambda same: same)(raw)

    def fits(given, secret):
        key = f'"{secret}"' if mistake == "quoted-secret" else secret + "\n" if mistake == "secret-line" else secret
        made = hmac.new(key.encode(), t.encode() + b"." + body, hashlib.sha256).hexdigest()
        return hmac.compare_digest(made.encode(), given.encode()) or mistake == "unverified"

    return fits(parts.get("v1", ""), SECRET) or fits(parts.get("v0", ""), PREVIOUS)


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 65536

    def answer(self, status, body=b""):
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def state(self):
        return STATES.setdefault(self.path.split("/")[1], {"known": set(), "acted": []})

    def do_GET(self):
        self.answer(200, json.dumps(self.state()["acted"]).encode())

    def do_POST(self):
        mistake, state = self.path.split("/")[1], self.state()
        raw = self.rfile.read(int(self.headers["Content-Length"]))
        headers = self.headers.get_all("Service-Signature") or []
        known = state["known"]
        if mistake == "noting-first":
            event = json.loads(raw)
            repeat = event["id"] in known
            known.add(event["id"])
        if len(headers) != 1 or not is_genuine(mistake, headers[0], raw):
            return self.answer(401)
        event = json.loads(raw)
        if mistake != "noting-first":
            repeat = event["id"] in known
            known.add(event["id"])
        if mistake == "no-repeats" and repeat:
            return self.answer(409)
        if not repeat:
            state["acted"].append(event["id"])
        self.answer(200, b"ok")

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
server.daemon_threads = True
print(server.server_port, flush=True)
server.serve_forever()
