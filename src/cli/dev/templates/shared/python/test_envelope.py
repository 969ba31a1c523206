import pytest

import esign


@pytest.fixture(autouse=True)
def settings(monkeypatch, emulator):
    for name, value in emulator.settings.items():
        monkeypatch.setenv(name, value)


def test_an_envelope_is_sealed_a_minute_after_the_last_signature(emulator):
    envelope = esign.create_envelope()
    emulator.sign(envelope)
    assert emulator.sign(envelope)["status"] == "completed"
    assert esign.get_sealed_pdf(envelope["id"]) is None
    emulator.advance(minutes=2)
    assert esign.get_sealed_pdf(envelope["id"]).startswith(b"%PDF-")


def test_an_envelope_ends_when_somebody_declines(emulator):
    envelope = esign.create_envelope()
    emulator.decline(envelope, reason="The rent is too high")
    assert esign.get_envelope(envelope["id"])["status"] == "declined"
