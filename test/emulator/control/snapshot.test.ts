import { afterEach, describe, expect, it } from 'vitest';
import { expectRefusal, startTestEmulator, type StartOptions, type TestEmulator } from '../../support/emulator.js';
import { bearer, http } from '../../support/http.js';
import type { Envelope } from '../../support/shapes.js';

const open: TestEmulator[] = [];
const start = async (options: StartOptions = {}): Promise<TestEmulator> => {
  const emulator = await startTestEmulator(options);
  open.push(emulator);
  return emulator;
};
afterEach(async () => {
  for (const emulator of open.splice(0)) await emulator.close();
});

interface Triggered {
  readonly envelope: Envelope;
}
const snapshot = async (emulator: TestEmulator): Promise<string> =>
  JSON.stringify(await emulator.control('GET /_emulator/snapshot'));
const trigger = async (emulator: TestEmulator, event: string): Promise<string> =>
  (await emulator.control<Triggered>('POST /_emulator/trigger', { event })).envelope.id;

describe('snapshot and restore', () => {
  it('another emulator continues from it, byte for byte, with its own keys, address and organisation', async () => {
    const one = await start({ seed: 1 });
    const sealed = await trigger(one, 'envelope.sealed');
    const half = await trigger(one, 'recipient.completed');
    const taken = await snapshot(one);
    expect(taken).not.toContain(one.url);

    const other = await start({ seed: 2, now: '2027-01-01T00:00:00Z' });
    const gone = await trigger(other, 'envelope.sent');
    await other.control('POST /_emulator/restore', JSON.parse(taken));
    expect(await snapshot(other)).toBe(taken);
    expect(other.now()).toBe(one.now());

    await expect(
      other.control('POST /_emulator/trigger', { event: 'envelope.sent', envelope_id: gone }),
    ).rejects.toThrow('404');
    // What was half done is carried on, and what was sealed can be had, with the links of this address.
    const done = await other.control<Triggered>('POST /_emulator/trigger', {
      event: 'envelope.sealed',
      envelope_id: half,
    });
    expect(done.envelope.status).toBe('completed');
    const mails = await other.mails(`?envelope_id=${sealed}`);
    expect(mails.flatMap(({ link }) => (link === null ? [] : [new URL(link).origin]))).toContain(other.url);
  });

  it('the first keys stay, and see what was restored', async () => {
    const one = await start();
    const id = await trigger(one, 'envelope.sealed');
    const taken = JSON.parse(await snapshot(one)) as object;
    const { startEmulator } = await import('../../../src/emulator/emulator.js');
    const other = await startEmulator();
    try {
      await other.control('POST', '/_emulator/restore', taken);
      const answer = await http<Envelope>(other.url, 'GET', `/api/v1/envelopes/${id}`, {
        headers: { Authorization: `Bearer ${other.keys.live}` },
      });
      expect([answer.status, answer.body.status]).toEqual([200, 'completed']);
    } finally {
      await other.close();
    }
  });

  it('refuses what does not fit, and changes nothing', async () => {
    const emulator = await start();
    await trigger(emulator, 'envelope.sent');
    const taken = await snapshot(emulator);
    const parsed = JSON.parse(taken) as { tables: Record<string, object[]> };
    const events = (row: object): object => ({ tables: { ...parsed.tables, events: [row] } });
    const wrong: readonly (readonly [object, RegExp])[] = [
      [{ schema: ['0001-other.sql'] }, /another version of esign/],
      [{ tables: {} }, /tables of the snapshot differ/],
      [{ files: {} }, /lacks the file/],
      [{ format: 'x' }, /format/],
      [events({ nothing: 1 }), /has no column nothing/],
      [events({ id: 'x', envelope_id: null }), /is inconsistent/],
      [events({ id: true }), /has no value/],
      [events({ id: { file: '__proto__' } }), /lacks the file/],
    ];
    for (const [change, told] of wrong) {
      const sent = { headers: bearer(emulator.token), body: { ...parsed, ...change } };
      const answer = await http(emulator.url, 'POST', '/_emulator/restore', sent);
      expectRefusal(answer, 400, 'invalid_request', told);
    }
    expect(await snapshot(emulator)).toBe(taken);
  });
});
