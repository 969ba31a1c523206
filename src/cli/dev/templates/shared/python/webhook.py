"""Webhooks of the service: only a verified one counts, and each one once."""

import hashlib
import hmac
import json
import os
import re
import time

from esign import setting

SIGNATURE_HEADER = os.environ.get("ESIGN_SIGNATURE_HEADER", "Service-Signature")

# Events by ID. In an app of yours, this is a table: an event is stored before the response, and acted on after it.
events = {}


def receive(signature, body):
    """Takes a delivery and returns the status to respond with. `body` holds the raw bytes: parsed JSON does not verify."""
    if not is_genuine(signature or "", body):
        return 401
    event = json.loads(body)
    # A delivery is repeated when its response was lost, with the same ID.
    events.setdefault(event["id"], event)
    return 204


def is_genuine(signature, body):
    """The header is `t=<seconds>, v1=<hex>`. For a day after a rotation it has `v0=<hex>` too, made with the old secret."""
    parts = re.fullmatch(r"t=([0-9]{1,12}), ?v1=([0-9a-f]{64})(?:, ?v0=([0-9a-f]{64}))?", signature)
    if parts is None or abs(int(time.time()) - int(parts[1])) > 300:
        return False
    signed = f"{parts[1]}.".encode() + body
    secrets = [setting("ESIGN_WEBHOOK_SECRET"), os.environ.get("ESIGN_PREVIOUS_WEBHOOK_SECRET")]
    expected = [hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest() for secret in secrets if secret]
    given = [hex for hex in parts.groups()[1:] if hex is not None]
    return any(hmac.compare_digest(one, other) for one in given for other in expected)


def events_of(envelope_id):
    """What the service has told about an envelope. Deliveries arrive in any order."""
    found = [event for event in events.values() if event.get("envelope_id") == envelope_id]
    return sorted(found, key=lambda event: event["created_at"])
