import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { NewDelivery } from '../../../src/store/delivery.js';
import { type Machine, newMachine } from '../../support/program.js';
import { recordDeliveries } from '../../support/records/recorded-deliveries.js';

let machine: Machine;
let old: NewDelivery;
let delivered: NewDelivery;
let failing: NewDelivery;
let refused: NewDelivery;
const target = 'http://127.0.0.1:3000/hooks';
const day = 24 * 60 * 60 * 1000;

beforeAll(async () => {
  machine = newMachine();
  const forwarded = { target, attempts: 1, at: new Date().toISOString(), milliseconds: 3 };
  const written = await recordDeliveries(machine.env['ESIGN_STATE_DIR'] ?? '', [
    { at: new Date(Date.now() - 2 * day).toISOString(), event: 'envelope.voided' },
    { target, forward: { is: 'delivered', status: 204, ...forwarded }, repeats: 2 },
    {
      target,
      event: 'envelope.sealed',
      forward: { is: 'failed', status: 500, ...forwarded, words: 'it answered 500' },
    },
    { verdict: { ok: false, cause: 'too_old', words: 'It was signed 12 min ago.' }, event: '\u001b[31mred' },
  ]);
  [old, delivered, failing, refused] = written as [NewDelivery, NewDelivery, NewDelivery, NewDelivery];
});
afterAll(() => machine.remove());

const ids = async (...more: readonly string[]): Promise<readonly string[]> =>
  (await machine.run(['event', 'list', '-q', ...more])).stdout.trimEnd().split('\n');

describe('event list', () => {
  it('lists what was received, newest first, with its verdict and what became of it', async () => {
    expect(await ids()).toEqual([refused.id, failing.id, delivered.id, old.id]);
    const { data } = (await machine.run(['event', 'list', '--json'])).json<{ data: Record<string, unknown>[] }>();
    expect(data[2]).toMatchObject({
      event_id: delivered.eventId,
      envelope_id: delivered.envelopeId,
      verified: true,
      by: 'current',
      repeats: 2,
      app: { state: 'delivered', target, attempts: 1, status: 204 },
    });
    expect(data[1]).toMatchObject({ app: { state: 'failing', status: 500, why: 'it answered 500' } });
    expect(data[0]).toMatchObject({ verified: false, cause: 'too_old', why: 'It was signed 12 min ago.', app: null });
  });

  it('picks', async () => {
    expect(await ids('--undelivered')).toEqual([failing.id]);
    expect(await ids('--refused')).toEqual([refused.id]);
    expect(await ids('--event', 'envelope.sealed', '--event', 'envelope.voided')).toEqual([failing.id, old.id]);
    expect(await ids('--envelope', delivered.envelopeId?.toUpperCase() ?? '')).toEqual([delivered.id]);
    expect(await ids('--since', '1d')).not.toContain(old.id);
    expect(await ids('--limit', '1')).toEqual([refused.id]);
    expect(await ids('--since', new Date(Date.now() - day).toISOString())).not.toContain(old.id);
    expect(await ids('--all')).toHaveLength(4);
  });

  it('says when there are more, and shows nothing that steers a terminal', async () => {
    const ran = await machine.run(['event', 'list', '--limit', '1'], { terminal: true, columns: 200 });
    const more = 'There are more results. Show more with --limit or --all.';
    expect(ran.stderr).toContain(more);
    const short = await machine.run(['event', 'list', '--limit', '1', '-q']);
    expect(short.stderr).toBe(`Warning: ${more}\n`);
    expect((await machine.run(['event', 'list', '--limit', '1', '--json'])).json()).toMatchObject({ more: true });
    expect((await machine.run(['event', 'list', '--json'])).json()).toMatchObject({ more: false });
    expect(ran.stdout).not.toContain('\u001b');
    expect(ran.stdout).toContain('\\u{1b}');
  });

  it('--follow shows what is there, oldest first, and each new one once, until Ctrl-C', async () => {
    const stateDir = machine.env['ESIGN_STATE_DIR'] ?? '';
    const stopped = new AbortController();
    let looks = 0;
    let added: readonly NewDelivery[] = [];
    const sleep = async (): Promise<void> => {
      looks += 1;
      if (looks === 1) added = await recordDeliveries(stateDir, [{ event: 'recipient.completed' }]);
      if (looks === 3) stopped.abort();
    };
    const ran = await machine.run(['event', 'list', '--follow', '--limit', '2'], {
      signal: stopped.signal,
      clock: { now: () => Date.now(), sleep },
    });
    const lines = ran.stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as object)).toEqual([
      { type: 'ready' },
      expect.objectContaining({ type: 'delivery', id: failing.id }),
      expect.objectContaining({ type: 'delivery', id: refused.id }),
      expect.objectContaining({ type: 'delivery', id: added[0]?.id, event: 'recipient.completed' }),
    ]);
  });

  it('is empty on a new machine, and refuses what makes no sense', async () => {
    const fresh = newMachine();
    expect((await fresh.run(['event', 'list'], { terminal: true })).stdout).toContain('esign listen');
    fresh.remove();
    for (const more of [
      ['--limit', '0'],
      ['--since', 'long'],
      ['--event', 'sent'],
      ['--undelivered', '--refused'],
      ['--limit', '3', '--all'],
    ]) {
      expect((await machine.run(['event', 'list', ...more])).code).toBe(2);
    }
  });
});
