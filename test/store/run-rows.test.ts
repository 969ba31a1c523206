import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { WriteOutcome } from '../../src/contract/recorded-write.js';
import { closedByHand } from '../../src/store/entry.js';
import { type NewIntent, openRequestJournal, type RequestJournal } from '../../src/store/requests.js';
import { type Sending, sendingsOf, sentBodies, sentBody } from '../../src/store/run-rows.js';
import { startRun } from '../../src/store/runs.js';
import { openState, type State } from '../../src/store/state.js';
import { sendingOf, startOf } from '../support/records/sendings.js';
import { fresh } from '../support/shared.js';
import { newFolder } from '../support/folder.js';

const folder = fresh(newFolder);
let state: State;
let journal: RequestJournal;
let run = 0;
beforeEach(() => {
  state = openState(folder.path);
  journal = openRequestJournal({ state, now: () => start });
  run = startRun(state, startOf())?.id ?? 0;
});

const start = Date.parse('2026-12-01T08:00:00Z');
const envelope = '9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f';
const body = '{"title":"Lease"}';
/** The intent of a row's request. */
const intent = (id: string, key = 'k', more: Partial<NewIntent> = {}): NewIntent => {
  const { slot, againOf, number, line, identity, content } = sendingOf({ key });
  return {
    id,
    operation: 'createEnvelope',
    method: 'POST',
    path: '/api/v1/envelopes',
    key,
    fingerprint: 'f',
    chosen: true,
    host: 'sign.example.test',
    profile: undefined,
    row: { run, slot, againOf, number, line, identity, content },
    ...more,
  };
};
const send = (id: string, key?: string, more?: Partial<NewIntent>): Promise<void> =>
  journal.intent(intent(id, key, more), body);
const stored = (): readonly Sending[] => sendingsOf(state, run);
const statuses = (): readonly string[] => stored().map(({ status }) => status);
const open = async (): Promise<readonly string[]> => (await journal.listOpen()).map(({ id }) => id);
const created: WriteOutcome = { status: 201, resource: envelope, unknown: false };
const refused: WriteOutcome = { status: 422, code: 'value_not_writable', unknown: false };

describe('a row of a run', () => {
  it('is recorded with its request, whose body is stored once', async () => {
    await send('a');
    expect(stored()).toEqual([sendingOf({ key: 'k', run, body, at: new Date(start).toISOString(), serviceAt: null })]);
    expect([await open(), await journal.body('a')]).toEqual([['a'], body]);
    const count = 'SELECT count(*) AS count FROM requests WHERE body NOT NULL';
    expect(state.read((sql) => sql.get<{ count: number }>(count), undefined)).toEqual({ count: 0 });
  });

  it('is settled with it: two transactions a row', async () => {
    const write = vi.spyOn(state, 'write');
    for (const [index, id] of ['a', 'b', 'c'].entries()) {
      await send(id, `key-${index}`);
      await journal.settled(id, created, 1);
    }
    expect(write).toHaveBeenCalledTimes(6);
    expect(stored().map((each) => [each.status, each.envelope, each.isUntold])).toEqual(
      Array.from({ length: 3 }, () => ['created', envelope, false]),
    );
  });

  it('keeps what it sent for a later correction, and not where it was refused', async () => {
    await send('a', 'k');
    await send('b', 'l');
    await journal.settled('a', created, 1);
    await journal.settled('b', refused, 1);
    expect(sentBodies(state, run, ['k', 'l', 'm'])).toEqual(new Map([['k', body]]));
    expect([sentBody(state, envelope.toUpperCase()), sentBody(state, 'other')]).toEqual([body, null]);
    expect(stored().map((each) => each.body)).toEqual([null, null]);
  });

  it.each<readonly [string, WriteOutcome, string]>([
    ['a created envelope', created, 'created'],
    ['no response', { code: 'reset', unknown: true }, 'open'],
    ['a failure of the service', { status: 500, code: 'internal_error', unknown: true }, 'open'],
    ['a refusal of the row', refused, 'refused'],
    ['a refusal of the API key', { status: 401, code: 'unauthenticated', unknown: false }, 'refused'],
    ['a request that did not leave', { code: 'interrupted', unknown: false }, 'refused'],
    // Its envelope may be this row's.
    ['a key that holds another request', { status: 409, code: 'idempotency_key_reused', unknown: false }, 'open'],
    ['a person who closed it', { code: closedByHand, unknown: false }, 'refused'],
  ])('is after %s %s', async (_name, outcome, status) => {
    await send('a');
    await journal.settled('a', outcome, 1);
    expect(statuses()).toEqual([status]);
  });

  it('is refused, with nothing sent, where its key was used for another request', async () => {
    await send('a');
    await expect(send('b', 'k', { fingerprint: 'other' })).rejects.toThrow('different request');
    expect(statuses()).toEqual(['open', 'refused']);
  });

  it.each<readonly [string, WriteOutcome, readonly string[], readonly string[]]>([
    ['created', created, ['created', 'created'], []],
    ['refused', refused, ['refused', 'refused'], []],
    [
      'refused by what says nothing of earlier ones',
      { status: 401, code: 'unauthenticated', unknown: false },
      ['open', 'refused'],
      ['a'],
    ],
  ])('that is sent again under its key and %s settles what it tells of', async (_name, outcome, expected, left) => {
    await send('a');
    // Another API key sends it.
    await send('b', 'k', { credential: 'other' });
    await journal.settled('b', outcome, 1);
    expect([statuses(), await open()]).toEqual([expected, left]);
  });

  it('of a results file is settled by its next request', async () => {
    const { run: _run, ...imported } = sendingOf({ key: 'k', at: '2026-11-30T08:00:00.000Z' });
    startRun(state, startOf({ imported: [imported] }));
    await send('a');
    await journal.settled('a', created, 1);
    expect(statuses()).toEqual(['created', 'created']);
  });

  it('that another command settles is one to tell of, until the run starts again', async () => {
    await send('a');
    const other = openRequestJournal({ state, now: () => start });
    await other.settled('a', created, 1);
    expect(stored().map(({ isUntold }) => isUntold)).toEqual([true]);
    startRun(state, startOf());
    expect(stored().map(({ isUntold, status }) => [isUntold, status])).toEqual([[false, 'created']]);
  });

  it('outlives its request', async () => {
    await send('a');
    await journal.settled('a', created, 1);
    await journal.forget(['a']);
    expect([await journal.listRequests(), statuses()]).toEqual([[], ['created']]);
  });
});
