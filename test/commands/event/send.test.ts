import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verify } from '../../../src/domain/webhook/signature.js';
import { startReceiver, type Receiver } from '../../support/listening/deliveries.js';
import { holdListener } from '../../support/records/recorded-deliveries.js';
import { type Machine, newMachine } from '../../support/program.js';

let machine: Machine;
let receiver: Receiver;
beforeAll(async () => {
  machine = newMachine();
  writeFileSync(join(machine.folder, 'hook.secret'), 'whsec_file\n');
  receiver = await startReceiver();
});
afterAll(async () => {
  await receiver.close();
  machine.remove();
});
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer(204);
});

const send = (...more: readonly string[]): readonly string[] => [
  'event',
  'send',
  'envelope.completed',
  '--to',
  receiver.url,
  '--secret-file',
  'hook.secret',
  ...more,
];

describe('event send', () => {
  it('delivers an event in the service’s own form, signed over its very bytes', async () => {
    const ran = await machine.run(send('--json'));
    expect(ran.code).toBe(0);
    const [got] = receiver.received;
    expect(Object.keys(got?.body ?? {})).toEqual([
      'id',
      'event',
      'created_at',
      'retry_count',
      'envelope_id',
      'recipient_id',
      'uri',
    ]);
    expect(ran.json()).toMatchObject({ status: 204, body: got?.body });
    const header = got?.headers['service-signature'];
    const verdict = verify({ header, body: got?.raw ?? Buffer.alloc(0), current: 'whsec_file', now: Date.now() });
    expect(verdict).toMatchObject({ ok: true, by: 'current' });
    expect(got).toMatchObject({ method: 'POST', path: '/hooks', headers: { 'content-type': 'application/json' } });
  });

  it('sets fields, of the right kind each, and points at the envelope that is set', async () => {
    const id = '7a8b9c0d-1e2f-4a3b-8c4d-5e6f7a8b9c0d';
    await machine.run(
      send('--envelope', id, '--set', 'retry_count=3', '--set', 'recipient_id=r1', '--set', 'id=evt_1'),
    );
    await machine.run(send('--set', 'event=envelope.unheard_of', '--set', 'recipient_id:=null'));
    expect(receiver.received.map(({ body }) => body)).toMatchObject([
      { id: 'evt_1', envelope_id: id, uri: `/api/v1/envelopes/${id}`, retry_count: 3, recipient_id: 'r1' },
      { event: 'envelope.unheard_of', recipient_id: null },
    ]);
  });

  it.each([
    ['retry_cuont=1', 'unknown_field', 'Did you mean "retry_count"?'],
    ['data.object=1', 'unknown_field', 'Use one of: id, event'],
    ['retry_count=many', 'invalid_value', 'retry_count=2'],
    ['retry_count:=-1', 'invalid_value', 'retry_count=2'],
    ['created_at=yesterday', 'invalid_value', '2026-12-01T08:00:00Z'],
    ['uri:=7', 'invalid_value', 'uri=…'],
    ['recipient_id:=nul', 'invalid_value', ':=null'],
    ['retry_count', 'invalid_value', 'retry_count=2'],
  ])('refuses --set %s before anything is sent', async (override, code, hint) => {
    const ran = await machine.run(send('--set', override, '--json'));
    expect(ran.error()).toMatchObject({ code, exit_code: 2, hint: expect.stringContaining(hint) });
    expect(receiver.received).toEqual([]);
  });

  it('suggests the event that was meant', async () => {
    const ran = await machine.run(['event', 'send', 'envelope.complete', '--json']);
    expect(ran.error()).toMatchObject({ exit_code: 2, hint: 'Did you mean "envelope.completed"?' });
  });

  it('ends with 8 when the receiver refuses it, and shows its response', async () => {
    receiver.answer(500);
    expect((await machine.run(send('--json'))).error()).toMatchObject({ code: 'receiver_failed', exit_code: 8 });
    receiver.answer(308, { Location: '/there' });
    expect((await machine.run(send())).stderr).toContain('redirect to /there');
    const nobody = ['event', 'send', 'envelope.sent', '--to', 'http://127.0.0.1:9/', '--secret-file', 'hook.secret'];
    expect((await machine.run(nobody)).code).toBe(8);
  });

  it('shows what it would send, and sends nothing', async () => {
    const ran = await machine.run(send('--dry-run', '--json'));
    const signature = expect.stringMatching(/^t=\d+, v1=[0-9a-f]{64}$/) as string;
    const body = { event: 'envelope.completed', retry_count: 0 };
    expect(ran.json()).toMatchObject({
      dry_run: true,
      requests: [{ method: 'POST', url: receiver.url, headers: { 'Service-Signature': signature }, body }],
    });
    expect(receiver.received).toEqual([]);
  });

  it('uses the listener of this machine for the secret and the receiver', async () => {
    const fresh = newMachine();
    const none = await fresh.run(['event', 'send', 'envelope.sent', '--json']);
    expect(none.error()).toMatchObject({ code: 'missing_option', hint: expect.stringContaining('--to') });
    const noSecret = await fresh.run(['event', 'send', 'envelope.sent', '--to', receiver.url, '--json']);
    expect(noSecret.error().hint).toContain('--secret-file');
    await holdListener(fresh.env['ESIGN_STATE_DIR'] ?? '', { forwardTo: receiver.url, secret: 'whsec_held' });
    const ran = await fresh.run(['event', 'send', 'envelope.sent', '--json']);
    expect(ran.code).toBe(0);
    const [got] = receiver.received;
    const header = got?.headers['service-signature'];
    expect(verify({ header, body: got?.raw ?? Buffer.alloc(0), current: 'whsec_held', now: Date.now() }).ok).toBe(true);
    expect(ran.stdout + ran.stderr).not.toContain('whsec_held');
    fresh.remove();
  });
});
