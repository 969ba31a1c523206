# Run it inside an emulator: esign emulator exec --scenario half-signed -- python3 test_lease.py
import json, os, urllib.request

def call(url, body=None):
    secret = "ESIGN_EMULATOR_TOKEN" if "/_emulator/" in url else "ESIGN_API_KEY"
    headers = {"Authorization": "Bearer " + os.environ[secret], "Content-Type": "application/json"}
    data = None if body is None else json.dumps(body).encode()
    with urllib.request.urlopen(urllib.request.Request(url, data, headers)) as answer:
        return json.load(answer)

service, emulator, lease = (os.environ[name] for name in ("ESIGN_BASE_URL", "ESIGN_EMULATOR_URL", "ESIGN_SCENARIO_ID"))
call(f"{emulator}/envelopes/{lease}/recipients/Second%20signer/sign", {})
call(f"{emulator}/clock", {"action": "advance", "seconds": 120})
documents = call(f"{service}/api/v1/envelopes/{lease}/documents")
assert documents["sealed"], documents
print("sealed", len(documents["documents"]))
