import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { openSeenEnvelopes } from '../../src/store/envelope-states.js';
import { keepSeen } from '../../src/store/last-seen.js';
import { keepReported } from '../../src/store/reported-events.js';
import { openRequestJournal } from '../../src/store/requests.js';
import { removeOld, tableFacts } from '../../src/store/retention.js';
import { openRotations } from '../../src/store/rotations.js';
import { openState, type State } from '../../src/store/state.js';
import { addWizardNote } from '../../src/store/wizard-notes.js';
import { recordDeliveries } from '../support/records/recorded-deliveries.js';
import { rowsOfEachWrite } from '../support/records/rows-of-each-write.js';
import { fresh } from '../support/shared.js';
import { newFolder } from '../support/folder.js';

const folder = fresh(newFolder);
let state: State;
beforeEach(() => {
  state = openState(folder.path);
});

const day = 86_400_000;
const start = Date.parse('2026-01-01T00:00:00Z');
const envelope = '6f1f2f0e-4f0b-4f43-9d8a-000000000001';
const place = { baseUrl: 'https://api.test', templateId: '3f0c9a52-6d1e-4b77-9a55-000000000001' };
const intent = (id: string) => ({
  id,
  operation: 'voidEnvelope',
  method: 'POST',
  path: `/api/v1/envelopes/${envelope}/void`,
  fingerprint: 'f',
  key: undefined,
  host: 'api.test',
  profile: undefined,
});

/** One row of each table that goes by age, recorded at the start. */
async function recorded(): Promise<void> {
  const journal = openRequestJournal({ state, now: () => start });
  await journal.intent(intent('open'), '{"reason":"x"}');
  await journal.intent(intent('done'), '{"reason":"x"}');
  await journal.settled(
    'done',
    { status: 200, code: undefined, resource: envelope, unknown: false, serviceAt: start },
    1,
  );
  const at = new Date(start).toISOString();
  const facts = { host: 'h', account: 'a', readAt: at, status: 'sent', title: 'Lease', sealed: null } as const;
  await openSeenEnvelopes(state).keep([
    { id: envelope, ...facts, createdAt: null, sentAt: null, expiresAt: null, turn: [] },
  ]);
  keepSeen(state, place, () => ({ etag: null, facts: new Map(), runs: [] }), start);
  addWizardNote(state, place, { before: '{}', kind: 'done', text: 'x' }, start);
  keepReported(state, 'one', new Map([[envelope, { keys: [], over: false }]]), start);
  const rotations = openRotations(state, 'h', () => start);
  rotations.complete('a', { key: 'k', at });
  rotations.begin('a', { key: 'l', at, credential: 'c' });
}
const counts = (): Readonly<Record<string, number>> =>
  Object.fromEntries(tableFacts(state).map(({ table, rows }) => [table, rows]));
const bodies = (): unknown => state.read((sql) => sql.all('SELECT id, body FROM requests WHERE body NOT NULL'), []);

describe('what goes by age', () => {
  it('goes at its time, and an open request never', async () => {
    await recorded();
    const seen: (readonly [number, string])[] = [];
    let before = counts();
    for (let days = 0; days <= 740; days += 1) {
      removeOld(state, start + days * day + 1);
      const after = counts();
      for (const table of Object.keys(before)) {
        if (before[table] !== after[table]) seen.push([days, `${table} ${before[table]} → ${after[table] ?? 0}`]);
      }
      before = after;
      if (days === 29) expect(bodies()).toHaveLength(1);
      if (days === 30) expect(bodies()).toEqual([]);
    }
    expect(seen).toEqual([
      [1, 'rotations 2 → 1'],
      [30, 'rotations 1 → 0'],
      [180, 'reported_events 1 → 0'],
      [180, 'seen_templates 1 → 0'],
      [180, 'wizard_notes 2 → 0'],
      [730, 'requests 2 → 1'],
      [730, 'envelopes 1 → 0'],
      [730, 'envelope_states 1 → 0'],
    ]);
    const journal = openRequestJournal({ state, now: () => start + 800 * day });
    expect((await journal.listOpen()).map(({ id }) => id)).toEqual(['open']);
  });

  it('goes as early as ESIGN_JOURNAL_DAYS says, a page at a time', async () => {
    await recorded();
    state.write((sql) => {
      for (let count = 0; count < 2_500; count += 1) {
        sql.run('INSERT INTO envelopes (host, id, first_at) VALUES (?, ?, ?)', 'h', String(count), start);
      }
    });
    removeOld(state, start + 7 * day + 1, 7 * day);
    expect(counts()).toMatchObject({ requests: 1, seen_templates: 1 });
    expect(Object.keys(counts())).not.toContain('envelopes');
    expect(bodies()).toEqual([]);
  });

  it('goes once a day, also where a clock was wrong meanwhile', async () => {
    await recorded();
    removeOld(state, start + 3 * 365 * day);
    state.write((sql) => sql.run("INSERT INTO envelopes (host, id, first_at) VALUES ('h', 'later', ?)", start));
    removeOld(state, start + 3 * 365 * day + day - 1);
    expect(counts()).toMatchObject({ envelopes: 1 });
    removeOld(state, start + 3 * 365 * day - 1);
    expect(Object.keys(counts())).not.toContain('envelopes');
  });

  it('stops no other process where nothing is to go, and for a page of rows at most where it is', async () => {
    await recorded();
    removeOld(state, start);
    const write = vi.spyOn(state, 'write');
    removeOld(state, start + day - 1);
    expect(write).not.toHaveBeenCalled();
    // Only the note that it was done.
    removeOld(state, start + day);
    expect(write).toHaveBeenCalledTimes(1);
    write.mockRestore();
    const changed = await rowsOfEachWrite(state, () => {
      state.write((sql) => {
        for (let count = 0; count < 1_200; count += 1) {
          sql.run('INSERT INTO envelopes (host, id, first_at) VALUES (?, ?, ?)', 'h', `old ${count}`, 1);
        }
      });
      removeOld(state, start + 2 * day + 1);
    });
    // The envelopes, the note that it was done, and the completed rotation.
    expect(changed).toEqual([1_200, 1, 500, 500, 200, 1]);
  });

  it('is not what changed after it was read', async () => {
    await recorded();
    const other = openState(folder.path);
    const write = state.write.bind(state);
    let isFirst = true;
    vi.spyOn(state, 'write').mockImplementation((work) => {
      // The note that it was done comes first; then another process reads the envelope again.
      if (!isFirst) other.write((sql) => sql.run('UPDATE envelope_states SET read_at = ?', start + 730 * day));
      isFirst = false;
      return write(work);
    });
    removeOld(state, start + 730 * day + 1);
    expect(counts()).toMatchObject({ envelope_states: 1 });
  });

  it('is not what an app still needs of the deliveries; the others go with their bodies', async () => {
    const target = 'http://127.0.0.1:1/';
    const waiting = { target, body: 'waiting' };
    await recordDeliveries(folder.path, [{ body: 'old' }, waiting, { body: 'old as well' }]);
    removeOld(state, Date.now() + 8 * day);
    const left = state.read((sql) => sql.all<{ body: Buffer }>('SELECT body FROM delivery_bodies'), []);
    expect(left.map(({ body }) => body.toString())).toEqual(['waiting']);
    expect(counts()).toMatchObject({ deliveries: 1, delivery_bodies: 1 });
  });
});

it('is done by the first request of a process whose outcome is known, by the earlier clock', async () => {
  await recorded();
  const later = start + 800 * day;
  const settle = async (id: string, serviceAt: number): Promise<void> => {
    const journal = openRequestJournal({ state, now: () => later });
    await journal.intent({ ...intent(id), path: '/api/v1/templates' });
    await journal.settled(id, { status: 200, code: undefined, resource: undefined, unknown: false, serviceAt }, 1);
  };
  await settle('wrong clock here', start + 2 * day);
  expect(counts()).toMatchObject({ envelopes: 1, requests: 3 });
  await settle('right clock', later);
  expect(counts()).toMatchObject({ requests: 3 });
  expect(Object.keys(counts())).not.toContain('envelopes');
});

it('tells how many rows there are, since when, and how long they stay', async () => {
  await recorded();
  const all = tableFacts(state, 7 * day);
  const oldest = '2026-01-01T00:00:00.000Z';
  expect(all).toContainEqual({ table: 'requests', rows: 2, oldest, keptForDays: 7 });
  expect(all).toContainEqual({ table: 'seen_templates', rows: 1, oldest, keptForDays: 180 });
  expect(tableFacts(openState(join(folder.path, 'none')))).toEqual([]);
});

it('tells nothing of a table that somebody else added, whatever its name', async () => {
  await recorded();
  const before = tableFacts(state);
  state.write((sql) => {
    for (const name of ['order by', 'x; DROP TABLE requests', 'notes']) {
      sql.script(`CREATE TABLE "${name}" (a); INSERT INTO "${name}" VALUES (1)`);
    }
  });
  expect(tableFacts(state)).toEqual(before);
});
