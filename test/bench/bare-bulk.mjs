// The baseline of a bulk run: sends each row of a file, with a synced line before and after, and waits when it must.
import { randomUUID } from 'node:crypto';
import { fdatasyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const [template] = process.argv.slice(2);
const { ESIGN_BASE_URL: url, ESIGN_API_KEY: key } = process.env;
const rows = readFileSync('rows.ndjson', 'utf8').split('\n');
const ledger = openSync('ledger', 'a');

function record(line) {
  writeSync(ledger, `${JSON.stringify(line)}\n`);
  fdatasyncSync(ledger);
}

for (const row of rows) {
  const idempotency = randomUUID();
  record({ key: idempotency, row });
  for (;;) {
    const answer = await fetch(`${url}/api/v1/envelopes`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', 'idempotency-key': idempotency },
      body: JSON.stringify({ template_id: template, ...JSON.parse(row) }),
    });
    const body = await answer.json();
    if (answer.ok) {
      record({ key: idempotency, envelope: body.id });
      break;
    }
    if (answer.status !== 429) throw new Error(`a row was answered with ${answer.status}: ${JSON.stringify(body)}`);
    await sleep(Number(answer.headers.get('retry-after') ?? 1) * 1000);
  }
}
