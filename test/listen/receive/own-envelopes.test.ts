import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { OwnEnvelopes } from '../../../src/listen/receive/own-envelopes.js';
import { createMadeEnvelopes } from '../../../src/store/made-envelopes.js';
import { openRequestJournal, type RequestJournal } from '../../../src/store/requests.js';
import { openState } from '../../../src/store/state.js';
import { manualClock } from '../../support/program/clock.js';
import { fresh } from '../../support/shared.js';
import { newFolder } from '../../support/folder.js';

const folder = fresh(newFolder);
const host = 'api.example.test';
const start = Date.parse('2026-12-01T08:00:00Z');
const envelope = (digit: string): string => `${digit.repeat(8)}-aaaa-4111-8111-111111111111`;

function machine(isBusy = () => false) {
  const state = openState(join(folder.path, 'state'));
  const clock = manualClock({ start });
  const journal: RequestJournal = openRequestJournal({ state, now: clock.now });
  /** What happens while somebody waits. */
  let next: (() => Promise<void>) | null = null;
  const sleep = async (milliseconds: number): Promise<void> => {
    await clock.advance(milliseconds);
    await next?.();
  };
  const own = new OwnEnvelopes(createMadeEnvelopes(state, host), { now: clock.now, sleep }, isBusy);
  const sends = (id: string, operation = 'createEnvelope', more = {}) =>
    journal.intent({
      id,
      operation,
      method: 'POST',
      path: '/api/v1/envelopes',
      key: `key-${id}`,
      fingerprint: 'f'.repeat(64),
      host,
      profile: undefined,
      ...more,
    });
  const made = (id: string, resource: string, resources?: string[]) =>
    journal.settled(
      id,
      { status: 201, unknown: false, resource, ...(resources === undefined ? {} : { resources }) },
      1,
    );
  return { own, clock, journal, sends, made, meanwhile: (act: () => Promise<void>) => void (next = act) };
}

describe('the envelopes of this machine', () => {
  it('are those that its requests created: one, a one-off, and the rows of a batch', async () => {
    const { own, sends, made } = machine();
    await sends('r1');
    await made('r1', envelope('1'));
    expect(await own.has(envelope('1').toUpperCase())).toBe(true);
    await sends('r2', 'createOneOffEnvelope');
    await made('r2', envelope('2'));
    await sends('r3', 'createEnvelopeBatch');
    await made('r3', envelope('9'), [envelope('3'), envelope('4')]);
    const found = await Promise.all(['1', '2', '3', '4', '5'].map((digit) => own.has(envelope(digit))));
    expect(found).toEqual([true, true, true, true, false]);
    expect(await own.has(undefined)).toBe(false);
  });

  it('are not those that it acted on, or created at another service', async () => {
    const { own, sends, made, clock } = machine();
    await sends('r1', 'voidEnvelope', { path: `/api/v1/envelopes/${envelope('1')}/void` });
    await made('r1', envelope('1'));
    await sends('r2', 'createEnvelope', { host: 'other.example.test' });
    await made('r2', envelope('2'));
    expect([await own.has(envelope('1')), await own.has(envelope('2')), clock.now()]).toEqual([false, false, start]);
  });

  it('are waited for while a request has no response yet, and not for long', async () => {
    const { own, sends, made, meanwhile, clock } = machine();
    await sends('r1');
    meanwhile(async () => {
      if (clock.now() >= start + 500) await made('r1', envelope('1'));
    });
    expect(await own.has(envelope('1'))).toBe(true);
    await sends('r2');
    meanwhile(() => Promise.resolve());
    const before = clock.now();
    expect(await own.has(envelope('2'))).toBe(false);
    expect(clock.now() - before).toBeLessThan(5_000);
    await clock.advance(90_000);
    const later = clock.now();
    // Nobody answers this one any more.
    expect([await own.has(envelope('2')), clock.now()]).toEqual([false, later]);
  });

  it('include what the command creates, also after the newest requests were forgotten', async () => {
    let isBusy = true;
    const { own, sends, made, meanwhile, journal } = machine(() => isBusy);
    meanwhile(() => {
      own.noted([envelope('7')]);
      isBusy = false;
      return Promise.resolve();
    });
    expect(await own.has(envelope('7'))).toBe(true);
    await sends('r1');
    await made('r1', envelope('1'));
    expect(await own.has(envelope('1'))).toBe(true);
    await journal.forget(['r1']);
    await sends('r2');
    await made('r2', envelope('2'));
    expect(await own.has(envelope('2'))).toBe(true);
  });
});
