import hashlib
import hmac
import json
import time

import pytest
from fastapi.testclient import TestClient

import webhook
from app import app

SECRET = "whsec_of_this_test"
# The spaces are part of what is signed.
BODY = b'{ "id":"1", "event": "envelope.sealed", "created_at": "2026-01-01T00:00:00Z", "envelope_id": "lease" }'
NOW = int(time.time())


@pytest.fixture(autouse=True)
def settings(monkeypatch):
    monkeypatch.setenv("ESIGN_WEBHOOK_SECRET", SECRET)
    webhook.events.clear()


def sign(t, secret=SECRET):
    return f"t={t}, v1={hmac.new(secret.encode(), f'{t}.'.encode() + BODY, hashlib.sha256).hexdigest()}"


def deliver(signature, body=BODY):
    headers = {"Content-Type": "application/json"}
    if signature is not None:
        headers[webhook.SIGNATURE_HEADER] = signature
    return TestClient(app).post("/webhooks", content=body, headers=headers).status_code


def test_rejects_what_the_service_did_not_sign_or_not_now():
    assert deliver(None) == 401
    assert deliver(sign(NOW, "another secret")) == 401
    assert deliver(sign(NOW - 600)) == 401
    assert deliver(sign(NOW), BODY.replace(b"sealed", b"voided")) == 401
    assert webhook.events_of("lease") == []


def test_takes_an_event_once_however_often_it_is_delivered():
    assert deliver(sign(NOW)) == 204
    assert deliver(sign(NOW)) == 204
    assert webhook.events_of("lease") == [json.loads(BODY)]
