"""Calls of the e-signature API."""

import base64
import json
import os
import urllib.parse
import urllib.request
import uuid
from pathlib import Path


def setting(name):
    """`esign dev` passes the settings to the app, and writes them into .env.local."""
    value = os.environ.get(name)
    if not value:
        raise RuntimeError(f"{name} is not set. Start the app with `esign dev`.")
    return value


def call(method, path, body=None):
    headers = {"Authorization": f"Bearer {setting('ESIGN_API_KEY')}"}
    data = None
    if body is not None:
        data = json.dumps(body).encode()
        headers["Content-Type"] = "application/json"
        # In an app of yours, keep the key with the order: repeating a call with the same key does nothing twice.
        headers["Idempotency-Key"] = str(uuid.uuid4())
    request = urllib.request.Request(f"{setting('ESIGN_BASE_URL')}/api/v1{path}", data, headers, method=method)
    with urllib.request.urlopen(request, timeout=30) as response:
        return json.load(response)


def find_template(name):
    """The template of agreement.pdf. The text tags in the file name the fields and the role that fills them in."""
    for template in call("GET", "/templates?limit=100")["data"]:
        if template["name"] == name:
            return template
    file = base64.b64encode(Path(__file__).with_name("agreement.pdf").read_bytes()).decode()
    return call("POST", "/templates", {"name": name, "documents": [{"filename": "agreement.pdf", "file": file}]})


def create_envelope():
    """Creates and sends an envelope. Embedded recipients get no mail: they sign in a page of yours."""
    recipients = [
        {"role": "Landlord", "name": "Pieter van der Merwe", "email": "pieter@example.test", "embedded": True},
        {"role": "Tenant", "name": "Thandi Mokoena", "email": "thandi@example.test", "embedded": True},
    ]
    template_id = find_template("Sample agreement")["id"]
    return call("POST", "/envelopes", {"template_id": template_id, "recipients": recipients, "send": True})


def get_envelope(envelope_id):
    return call("GET", f"/envelopes/{quote(envelope_id)}")


def get_sealed_pdf(envelope_id):
    """The sealed PDF of an envelope; None until it is sealed. Its URL expires: read it again instead of storing it."""
    documents = call("GET", f"/envelopes/{quote(envelope_id)}/documents")["documents"]
    if not documents or not documents[0]["url"]:
        return None
    # The URL is all that a download needs: the API key is for the service alone.
    with urllib.request.urlopen(documents[0]["url"], timeout=30) as response:
        return response.read()


def create_signing_url(envelope_id, recipient_id):
    """A URL for the frame, valid once and for 10 minutes. Never log or store it: who has it can sign."""
    return call("POST", f"/envelopes/{quote(envelope_id)}/recipients/{quote(recipient_id)}/signing-url")


def quote(text):
    return urllib.parse.quote(text, safe="")
