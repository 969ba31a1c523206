import { beforeEach, expect, it } from 'vitest';
import { sendingsOf } from '../../src/store/run-rows.js';
import { findRun, listRuns, partsOf, runEnvelopes, runsLike, seenOf, startRun } from '../../src/store/runs.js';
import { openState, type State } from '../../src/store/state.js';
import { runSettings, sendingOf, startOf } from '../support/records/sendings.js';
import { fresh } from '../support/shared.js';
import { newFolder } from '../support/folder.js';

const folder = fresh(newFolder);
let state: State;
beforeEach(() => {
  state = openState(folder.path);
});

const march = '["march"]';
const imported = (...keys: readonly string[]) =>
  keys.map((text) => {
    const [key = '', status = 'created', slot = `${key}#0`] = text.split(' ');
    const { run: _run, ...sending } = sendingOf({ key, slot, status: status as 'created' });
    return sending;
  });

it('is found by its key once it was started, and nothing is made by looking', () => {
  expect([findRun(state, march), listRuns(state), state.isThere()]).toEqual([null, [], false]);
  const run = startRun(state, startOf());
  expect(run).toEqual({ id: 1, begunAt: '2026-12-01T08:00:00.000Z', ...startOf().run });
  expect([findRun(state, march), findRun(state, '["april"]')]).toEqual([run, null]);
});

it('is one run when it starts again, and another one as its next generation', () => {
  const first = startRun(state, startOf());
  expect(startRun(state, startOf({ rows: 3, at: Date.parse('2026-12-02T08:00:00Z') }))).toEqual(first);
  expect(listRuns(state)).toMatchObject([{ rows: 3, startedAt: '2026-12-02T08:00:00.000Z' }]);
  const next = startOf();
  const second = startRun(state, { ...next, run: { ...next.run, generation: 2, name: 'march-2' } });
  expect([second?.id, findRun(state, march)]).toEqual([2, second]);
  // The one before is over.
  expect(startRun(state, startOf())).toBeNull();
});

it.each([{ run: { expiresAt: 'later' } }, { run: { settings: { ...runSettings, run: ['other'] } } }])(
  'is not started as another process has begun it meanwhile: %j',
  ({ run }) => {
    startRun(state, startOf());
    const start = startOf({ imported: imported('k') });
    expect(startRun(state, { ...start, run: { ...start.run, ...run } })).toBeNull();
    expect(sendingsOf(state, 1)).toEqual([]);
  },
);

it('knows its parts, and the rows that they have read, each once', () => {
  const seen = (id: string, count: number, who = 'aabb') => ({ by: 'id_column', id, who, count }) as const;
  startRun(state, startOf({ part: { index: 1, of: 2 }, seen: [seen('0011', 1), seen('0022', 2)] }));
  startRun(state, startOf({ part: { index: 2, of: 2 }, seen: [seen('0022', 2, 'ccdd'), seen('0033', 1)] }));
  startRun(state, startOf({ part: { index: 2, of: 2 }, seen: [seen('0033', 3, 'ccdd'), seen('0022', 1)] }));
  expect(partsOf(state, 1)).toEqual([
    { index: 1, of: 2 },
    { index: 2, of: 2 },
  ]);
  expect(seenOf(state, 1)).toEqual([seen('0011', 1), seen('0022', 2), seen('0033', 3, 'ccdd')]);
});

it('counts rows by how they stand, over all of their sendings', () => {
  startRun(
    state,
    startOf({
      rows: 9,
      imported: imported(
        'a',
        'b refused',
        'b2 created b#0',
        'c refused',
        'd open',
        'd refused d#0',
        'e created',
        'e2 open e#0',
        'f open',
        'f created f#0',
      ),
    }),
  );
  // a, b and f; c; d and e.
  expect(listRuns(state)).toMatchObject([{ created: 3, refused: 1, unknown: 2, rows: 9 }]);
});

it('lists the latest start first, also of a run without a row', () => {
  startRun(state, startOf({ name: 'old' }));
  startRun(state, startOf({ name: 'new', at: Date.parse('2026-12-03T08:00:00Z'), rows: 0 }));
  expect(listRuns(state).map(({ run, created }) => [run.name, created])).toEqual([
    ['new', 0],
    ['old', 0],
  ]);
});

it('knows the envelopes of the runs of a service, each once, and the runs of a template', () => {
  startRun(state, startOf({ imported: imported('a', 'b', 'b created again#0', 'c refused', 'd open') }));
  startRun(state, startOf({ name: 'other', settings: { host: 'elsewhere.test' }, imported: imported('z') }));
  const found = runEnvelopes(state, runSettings.host);
  expect(found.map(({ id, name }) => [id, name])).toEqual([
    ['envelope of b', 'march'],
    ['envelope of a', 'march'],
  ]);
  expect(runEnvelopes(state, runSettings.host, 'april')).toEqual([]);
  expect(runsLike(state, runSettings).map(({ name }) => name)).toEqual(['march']);
  expect(runsLike(state, { ...runSettings, mode: 'test' })).toEqual([]);
});

it('counts rows that the service did not answer as left, not as refused', () => {
  startRun(state, startOf({ imported: imported('a', 'b refused', 'c refused', 'd refused') }));
  state.write((sql) => {
    sql.run("UPDATE run_rows SET request = 'r-' || key");
    const columns = 'id, sent_at, host, operation, method, path, fingerprint, chosen, open, ended';
    const insert = `INSERT INTO requests (${columns}) VALUES (?, 0, 'h', 'createEnvelope', 'POST', '/', '', 0, 0, ?)`;
    sql.run(insert, 'r-b', JSON.stringify({ code: 'aborted', unknown: false }));
    sql.run(insert, 'r-d', JSON.stringify({ code: 'unreachable', unknown: false }));
    sql.run(insert, 'r-c', JSON.stringify({ code: 'recipient_role_missing', status: 422 }));
  });
  expect(listRuns(state)).toMatchObject([{ created: 1, refused: 1, unknown: 0 }]);
});
