"""pytest fixtures: the whole e-signature service, in an emulator of its own. Needs `esign` on the PATH, or in ESIGN."""

import hashlib
import hmac
import json
import os
import shlex
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from datetime import datetime, timedelta

import pytest

# The emulator lives as long as this program, which tells its settings and waits for the end of the tests.
HOLD = "import json, os, sys; print(json.dumps(dict(os.environ)), flush=True); sys.stdin.read()"


class Refused(Exception):
    """The service or the emulator refused a request: `status`, `code`, and the message."""

    def __init__(self, status, error):
        super().__init__(f"{status} {error.get('code')}: {error.get('message')}")
        self.status, self.code = status, error.get("code")


class Emulator:
    def __init__(self, env):
        self.url, self.key = env["ESIGN_BASE_URL"], env["ESIGN_API_KEY"]
        self.settings = {"ESIGN_BASE_URL": self.url, "ESIGN_API_KEY": self.key}
        self._own, self._token = env["ESIGN_EMULATOR_URL"], env["ESIGN_EMULATOR_TOKEN"]

    def call(self, method, path, body=None):
        """A request to the service, such as `call("GET", "/envelopes/ID")`."""
        return _send(method, f"{self.url}/api/v1{path}", self.key, body)

    def control(self, method, path, body=None):
        """A request to the emulator's own routes, such as `control("GET", "/inbox")`; /openapi.json describes them."""
        return _send(method, f"{self._own}{path}", self._token, body)

    def template(self, name, fields, **more):
        """A template without a document: `[{"type": "signature", "role": "Tenant"}]`."""
        return self.control("POST", "/templates", {"name": name, "fields": fields, **more})

    def envelope(self, template, recipients, **more):
        """Sends an envelope; a recipient is `{"role": …, "name": …, "email": …}`."""
        body = {"template_id": _id(template), "recipients": recipients, "send": True, **more}
        return self.call("POST", "/envelopes", body)

    def webhook(self, url, *events):
        """Registers an endpoint; its `secret` signs the deliveries."""
        return self.call("POST", "/webhooks", {"url": url, "events": events})

    def sign(self, envelope, recipient="next", **how):
        """Signs; required fields get a sample value. `values=[{"key": "rent", "value": "9500"}]` gives others."""
        return self._act(envelope, recipient, "sign", how)

    def decline(self, envelope, recipient="next", *, reason):
        return self._act(envelope, recipient, "decline", {"reason": reason})

    def delegate(self, envelope, recipient="next", *, name, email):
        return self._act(envelope, recipient, "delegate", {"name": name, "email": email})

    def advance(self, **duration):
        """Moves the clock: `advance(hours=34, minutes=1)`. Everything that falls due meanwhile is done."""
        seconds = timedelta(**duration).total_seconds()
        return self.control("POST", "/clock", {"action": "advance", "seconds": seconds})

    def later(self, **duration):
        """A time after that of the clock, such as for `expires_at`: `later(days=2)`."""
        now = datetime.fromisoformat(self.control("GET", "/clock")["now"].replace("Z", "+00:00"))
        return (now + timedelta(**duration)).isoformat()

    def inbox(self, **wanted):
        """The mail, newest first: `inbox(to="thandi@example.test", kind="invitation")`."""
        return self.control("GET", f"/inbox?{urllib.parse.urlencode(wanted)}")["data"]

    def deliveries(self, envelope=None):
        """The deliveries of webhooks, each with its attempts, oldest first."""
        wanted = {} if envelope is None else {"envelope_id": _id(envelope)}
        return self.control("GET", f"/deliveries?{urllib.parse.urlencode(wanted)}")["data"]

    def trigger(self, event, envelope=None):
        """Causes an event, with everything that leads to it."""
        about = {} if envelope is None else {"envelope_id": _id(envelope)}
        return self.control("POST", "/trigger", {"event": event, **about})

    def fault(self, **fault):
        """Makes requests fail: `fault(operation="createEnvelope", code="service_unavailable", count=1)`, or what happens
        at a point, `seal`, `renderer` or `mail`: `fault(point="seal", code="internal_error")`."""
        return self.control("POST", "/faults" if "point" in fault else "/faults/operations", fault)

    def delivery_fault(self, **fault):
        """Makes deliveries go wrong: `delivery_fault(drop=1, count=1)`."""
        return self.control("POST", "/faults/deliveries", fault)

    def reset(self):
        """Deletes all data. The keys, the brands and the clock stay."""
        self.control("DELETE", "/faults")
        self.control("POST", "/reset", {})

    def _act(self, envelope, recipient, act, body):
        person = urllib.parse.quote(_id(recipient), safe="")
        return self.control("POST", f"/envelopes/{_id(envelope)}/recipients/{person}/{act}", body)


def signature(body, secret, at=None):
    """The value of the signature header of a delivery, for an app that is called without a network."""
    seconds = int(time.time() if at is None else at)
    return f"t={seconds}, v1={hmac.new(secret.encode(), f'{seconds}.'.encode() + body, hashlib.sha256).hexdigest()}"


@pytest.fixture(scope="session")
def emulator_of_session():
    # With a seed and a frozen clock, an answer waits for what it causes, deliveries included.
    options = ["--seed", "7", "--now", time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime()), "--no-snapshot"]
    command = [*shlex.split(os.environ.get("ESIGN", "esign")), "emulator", "exec", *options, "--"]
    process = subprocess.Popen(
        [*command, sys.executable, "-c", HOLD], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    with process:
        yield Emulator(json.loads(process.stdout.readline()))
        process.stdin.close()


@pytest.fixture
def emulator(emulator_of_session):
    """The service without data of earlier tests. A webhook handler must not call it before it responds."""
    emulator_of_session.reset()
    return emulator_of_session


def _id(ref):
    return ref if isinstance(ref, str) else ref["id"]


def _send(method, url, key, body):
    headers = {"Authorization": f"Bearer {key}"}
    data = None
    if body is not None:
        data = json.dumps(body).encode()
        headers |= {"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}
    try:
        with urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method), timeout=60) as response:
            text = response.read()
    except urllib.error.HTTPError as refused:
        raise Refused(refused.code, json.load(refused).get("error", {})) from None
    return json.loads(text) if text else None
