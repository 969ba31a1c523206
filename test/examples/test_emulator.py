# The tests of an app that sends leases. Run it beside esign_emulator.py: pytest -p esign_emulator
import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest
from esign_emulator import Refused, signature

TENANT = {"role": "Tenant", "name": "Thandi Mokoena", "email": "thandi@example.test"}
LANDLORD = {"role": "Landlord", "name": "Pieter van der Merwe", "email": "pieter@example.test"}


@pytest.fixture
def lease(emulator):
    rent = {"type": "text", "role": "Tenant", "label": "Rent", "data_key": "rent", "required": True}
    signatures = [{"type": "signature", "role": role} for role in ("Tenant", "Landlord")]
    return emulator.envelope(emulator.template("Lease", [rent, *signatures]), [TENANT, LANDLORD])


@pytest.fixture
def app(emulator):
    """An app that takes webhooks, and what it heard: headers and bodies."""
    heard = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            heard.append((self.headers, self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    endpoint = emulator.webhook(f"http://127.0.0.1:{server.server_port}/hooks", "recipient.completed", "envelope.sealed")
    yield heard, endpoint["secret"]
    server.shutdown()
    server.server_close()


def test_invites_the_first_signer(emulator, lease):
    assert [mail["to"]["email"] for mail in emulator.inbox(kind="invitation")] == [TENANT["email"]]


def test_is_completed_by_the_second_signature(emulator, lease):
    assert emulator.sign(lease)["status"] == "partially_signed"
    assert emulator.sign(lease)["status"] == "completed"


def test_is_sealed_a_minute_later(emulator, lease):
    emulator.sign(lease), emulator.sign(lease)
    assert not emulator.call("GET", f"/envelopes/{lease['id']}/documents")["sealed"]
    emulator.advance(minutes=2)
    assert emulator.call("GET", f"/envelopes/{lease['id']}/documents")["sealed"]


def test_takes_the_values_of_the_signer(emulator, lease):
    signed = emulator.sign(lease, "Tenant", values=[{"key": "rent", "value": "9500"}])
    assert [recipient["status"] for recipient in signed["recipients"]] == ["signed", "sent"]


def test_ends_when_somebody_declines(emulator, lease):
    assert emulator.decline(lease, reason="The rent is too high")["status"] == "declined"


def test_expires_at_its_deadline(emulator):
    template = emulator.template("Lease", [{"type": "signature", "role": "Tenant"}])
    lease = emulator.envelope(template, [TENANT], expires_at=emulator.later(days=2))
    emulator.advance(days=3)
    assert emulator.call("GET", f"/envelopes/{lease['id']}")["status"] == "expired"


def test_goes_to_another_person_who_signs(emulator, lease):
    delegated = emulator.delegate(lease, name="Naledi Khumalo", email="naledi@example.test")
    assert "naledi@example.test" in [recipient["email"] for recipient in delegated["recipients"]]
    assert emulator.sign(lease)["recipients"]


def test_cannot_be_signed_when_it_is_void(emulator, lease):
    emulator.call("POST", f"/envelopes/{lease['id']}/void", {"reason": "A mistake"})
    with pytest.raises(Refused) as refused:
        emulator.sign(lease)
    assert refused.value.status == 409


def test_tells_the_app_with_a_signature_that_verifies(emulator, app, lease):
    heard, secret = app
    emulator.sign(lease)
    [(headers, body)] = heard
    given = headers["Service-Signature"]
    assert signature(body, secret, at=given.split(",")[0][2:]) == given
    assert json.loads(body)["event"] == "recipient.completed"


def test_tells_it_again_when_a_delivery_was_lost(emulator, app, lease):
    heard, _ = app
    emulator.delivery_fault(drop=1, count=1)
    emulator.sign(lease)
    assert heard == []
    emulator.advance(minutes=1)
    assert len(heard) == 1
    assert [len(delivery["attempts"]) for delivery in emulator.deliveries(lease)] == [2]


def test_tells_what_was_triggered(emulator, app):
    heard, _ = app
    emulator.trigger("envelope.sealed")
    assert "envelope.sealed" in [json.loads(body)["event"] for _, body in heard]


def test_is_not_created_while_the_service_is_down(emulator):
    template = emulator.template("Lease", [{"type": "signature", "role": "Tenant"}])
    emulator.fault(operation="createEnvelope", code="service_unavailable", count=1)
    with pytest.raises(Refused, match="service_unavailable"):
        emulator.envelope(template, [TENANT])
    assert emulator.envelope(template, [TENANT])["status"] == "sent"


def test_is_told_when_sealing_failed(emulator, lease):
    emulator.fault(point="seal", code="internal_error")
    emulator.trigger("envelope.completed", lease)
    emulator.advance(minutes=2)
    events = emulator.control("GET", f"/events?envelope_id={lease['id']}")["data"]
    assert events[-1]["event"] == "envelope.sealing_failed"


def test_starts_without_the_data_of_earlier_tests(emulator):
    assert emulator.inbox() == []
    assert emulator.deliveries() == []
