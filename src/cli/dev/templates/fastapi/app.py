import logging
from pathlib import Path

from fastapi import FastAPI, Request, Response
from fastapi.responses import FileResponse

import esign
import webhook

app = FastAPI()
# The page asks for the events every second.
logging.getLogger("uvicorn.access").addFilter(lambda record: "/events" not in record.getMessage())


@app.get("/")
def page():
    return FileResponse(Path(__file__).with_name("index.html"))


@app.post("/webhooks")
async def take_webhook(request: Request):
    # `get` would return the first of two signatures, of which only one may be genuine.
    signature = ", ".join(request.headers.getlist(webhook.SIGNATURE_HEADER))
    # The signature is over the raw bytes: a model as parameter would lose them.
    return Response(status_code=webhook.receive(signature, await request.body()))


# In an app of yours, these routes check who is signed in.
@app.post("/envelopes", status_code=201)
def create_envelope():
    return esign.create_envelope()


@app.get("/envelopes/{envelope_id}")
def get_envelope(envelope_id: str):
    return esign.get_envelope(envelope_id)


@app.get("/envelopes/{envelope_id}/events")
def get_events(envelope_id: str):
    return webhook.events_of(envelope_id)


@app.get("/envelopes/{envelope_id}/sealed.pdf")
def get_sealed_pdf(envelope_id: str):
    pdf = esign.get_sealed_pdf(envelope_id)
    if pdf is None:
        return Response(status_code=404)
    return Response(pdf, media_type="application/pdf", headers={"Cache-Control": "no-store"})


@app.post("/envelopes/{envelope_id}/recipients/{recipient_id}/signing-url")
def create_signing_url(envelope_id: str, recipient_id: str, response: Response):
    response.headers["Cache-Control"] = "no-store"
    return esign.create_signing_url(envelope_id, recipient_id)
