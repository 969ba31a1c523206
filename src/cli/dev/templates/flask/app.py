import logging

from flask import Flask, request, send_file

import esign
import webhook

app = Flask(__name__)
# The page asks for the events every second.
logging.getLogger("werkzeug").addFilter(lambda record: "/events" not in record.getMessage())
app.config["MAX_CONTENT_LENGTH"] = 1024 * 1024


@app.get("/")
def page():
    return send_file("index.html")


@app.post("/webhooks")
def take_webhook():
    # The signature is over the raw bytes: do not use request.json.
    return "", webhook.receive(request.headers.get(webhook.SIGNATURE_HEADER), request.get_data())


# In an app of yours, these routes check who is signed in.
@app.post("/envelopes")
def create_envelope():
    return esign.create_envelope(), 201


@app.get("/envelopes/<envelope_id>")
def get_envelope(envelope_id):
    return esign.get_envelope(envelope_id)


@app.get("/envelopes/<envelope_id>/events")
def get_events(envelope_id):
    return webhook.events_of(envelope_id)


@app.get("/envelopes/<envelope_id>/sealed.pdf")
def get_sealed_pdf(envelope_id):
    pdf = esign.get_sealed_pdf(envelope_id)
    return ("", 404) if pdf is None else (pdf, {"Content-Type": "application/pdf", "Cache-Control": "no-store"})


@app.post("/envelopes/<envelope_id>/recipients/<recipient_id>/signing-url")
def create_signing_url(envelope_id, recipient_id):
    return esign.create_signing_url(envelope_id, recipient_id), {"Cache-Control": "no-store"}
