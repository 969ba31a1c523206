import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { openRequestJournal } from '../../src/store/requests.js';
import { keepSeen } from '../../src/store/last-seen.js';
import { keepReported } from '../../src/store/reported-events.js';
import { openState } from '../../src/store/state.js';
import { addWizardNote } from '../../src/store/wizard-notes.js';
import { leaseColumns, leaseRow, linesOf } from '../support/records/bulk-rows.js';
import { newEmulatorMachine } from '../support/emulator-machine.js';
import { recordDeliveries } from '../support/records/recorded-deliveries.js';
import type { Envelope } from '../support/shapes.js';
import { Sqlite } from '../../src/core/platform/sqlite.js';
import { shared } from '../support/shared.js';

const day = 86_400_000;
/** Long after the life of every key. */
const later = { clock: { now: () => Date.now() + 2 * day, sleep: () => Promise.resolve() } };
const email = 'tenant1@example.test';
interface Told {
  readonly dry_run: boolean;
  readonly total: number;
  readonly removed: Readonly<Record<string, number>>;
  readonly kept: Readonly<Record<'open_requests' | 'recent_keys' | 'open_rows', readonly string[]>>;
}

const at = shared(newEmulatorMachine);
let template: string;
let state: string;
beforeAll(async () => {
  template = await at.template();
  state = at.path('state');
});

/** Everything in the folder of state. */
const kept = (): string =>
  readdirSync(state, { recursive: true, withFileTypes: true })
    // Shared memory of SQLite: reading changes it, and it holds no record.
    .filter((entry) => entry.isFile() && !entry.name.endsWith('-shm'))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');
/** The records themselves: SQLite may move them between its files at any time. */
const recorded = (): string => {
  const sql = new Sqlite(join(state, 'state.db'), 1_000);
  const tables = ['requests', 'envelopes', 'envelope_states', 'templates', 'deliveries'];
  return JSON.stringify(tables.map((table) => sql.all(`SELECT * FROM ${table}`)));
};
function put(name: string, text: string): void {
  mkdirSync(dirname(join(state, name)), { recursive: true });
  writeFileSync(join(state, name), text, { mode: 0o600 });
}
const create = (rows: string): readonly string[] => [
  'envelope',
  'create',
  '--template',
  template,
  '--rows',
  rows,
  '--yes',
  '--json',
];

describe('what is to be forgotten', () => {
  it.each([
    [[], /Specify what to forget/],
    [['--person', email, '--older-than', '90d'], /only one of/],
    [['--envelope', '1234'], /Invalid envelope ID "1234"/],
    [['--person', 'Thandi'], /Invalid email address "Thandi"/],
  ])('%j ends with 2', async (words, message) => {
    const ran = await at.run(['forget', ...words]);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringMatching(message)]);
  });
});

describe('a person', () => {
  let rows: string;
  let envelopes: readonly string[];
  beforeAll(async () => {
    rows = at.write('people.csv', [leaseColumns, leaseRow(1), leaseRow(2), ''].join('\n'));
    const lines = linesOf((await at.ok([...create(rows), '--send'])).stdout).filter(({ type }) => type === 'row');
    envelopes = lines
      .toSorted((a, b) => Number(a['row']) - Number(b['row']))
      .map((line) => String(line['envelope_id']));
    await at.ok(['envelope', 'list', '--json']);
    const [first, second] = envelopes;
    await recordDeliveries(state, [{ envelopeId: first! }, { envelopeId: second! }, { body: `{"to":"${email}"}` }]);
    await recordDeliveries(state, [{ verdict: { ok: false, cause: 'x', words: 'x' }, body: `to ${email}` }]);
    for (const [template, label] of [
      ['0', email],
      ['1', `not${email}`],
    ] as const) {
      const look = { etag: null, facts: new Map([['label', label]]), runs: [] };
      keepSeen(openState(state), { baseUrl: 'https://api.test', templateId: template }, () => look, Date.now());
    }
    const note = { before: '{}', kind: 'done', text: `esign … --email ${email}` } as const;
    for (let times = 0; times < 2; times += 1)
      addWizardNote(openState(state), { baseUrl: 'https://api.test', templateId: template }, note, Date.now());
    put(`snapshots/exec-${first}.json`, `{"email":"${email.toUpperCase()}"}`);
    const reported = envelopes.map((id) => [id, { keys: [`${id} envelope.sent `], over: false }] as const);
    for (const listener of ['told', 'poll']) keepReported(openState(state), listener, new Map(reported), Date.now());
    put('state.db.damaged-0123abcd', `half of a body for ${email}`);
    const cut = `snapshots/exec-${first}.json.${'1'.repeat(12)}`;
    put(cut, `a body for ${email} that never left`);
    const before = new Date(Date.now() - 2 * 3_600_000);
    utimesSync(join(state, cut), before, before);
  });

  it('is only counted with --dry-run, and nothing is removed without a yes', async () => {
    const before = recorded();
    const counts = (await at.ok(['forget', '--person', email, '--dry-run', '--json'], later)).json<Told>();
    expect(counts).toMatchObject({
      dry_run: true,
      removed: {
        requests: 1,
        known_envelopes: 3,
        envelope_states: 1,
        deliveries: 3,
        bulk_rows: 1,
        templates: 1,
        wizards: 1,
        listener_notes: 2,
        snapshots: 1,
        leftovers: 2,
      },
      kept: { open_requests: [], recent_keys: [], open_rows: [] },
    });
    const ran = await at.run(['forget', '--person', email, '--no-input'], later);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining('Add --yes')]);
    expect(ran.stderr).toContain('3 known envelopes');
    expect(recorded()).toBe(before);
  });

  it('within the retention of an Idempotency-Key keeps the key, without personal data', async () => {
    const { removed, kept: stays } = (await at.ok(['forget', '--person', email, '--dry-run', '--json'])).json<Told>();
    expect([removed['requests'], stays.recent_keys.length]).toEqual([0, 1]);
  });

  it('goes from every record, and the other people stay', async () => {
    const counts = (await at.ok(['forget', '--person', email, '--dry-run', '--json'], later)).json<Told>();
    const done = (await at.ok(['forget', '--person', email, '--yes', '--json'], later)).json<Told>();
    expect(done).toEqual({ ...counts, dry_run: false });
    const again = (await at.ok(['forget', '--person', email, '--yes', '--json'], later)).json<Told>();
    expect(again).toMatchObject({ dry_run: false, total: 0 });
    const all = kept().replaceAll(`not${email}`, '');
    for (const gone of [email, envelopes[0]!, 'Tenant 1']) expect(all.toLowerCase()).not.toContain(gone.toLowerCase());
    for (const stays of ['tenant2@example.test', envelopes[1]!]) expect(all).toContain(stays);
    const known = (await at.ok(['envelope', 'list', '--json'])).json<{ data: Envelope[] }>().data;
    expect(known.map(({ id }) => id)).toEqual([envelopes[1]]);
    const modes = readdirSync(state, { recursive: true, withFileTypes: true })
      // Shared memory of SQLite: reading changes it, and it holds no record.
      .filter((entry) => entry.isFile() && !entry.name.endsWith('-shm'))
      .map((entry) => statSync(join(entry.parentPath, entry.name)).mode & 0o777);
    expect(new Set(modes)).toEqual(new Set([0o600]));
  });

  it('is not sent to again by the same file of rows', async () => {
    const again = linesOf((await at.ok([...create(rows), '--send'])).stdout);
    expect(again.filter(({ type }) => type === 'row')).toEqual([]);
    expect(again.at(-1)).toMatchObject({ created: 0, failed: 0, unknown: 0, left: 0 });
  });

  it('without records is not a failure', async () => {
    const ran = await at.ok(['forget', '--person', email], { ...later, terminal: true });
    expect(ran.stdout).toContain(`Nothing about ${email} can be removed`);
  });

  it('changes nothing at the service', async () => {
    const { recipients } = (await at.ok(['envelope', 'get', envelopes[0]!, '--json'])).json<Envelope>();
    expect(recipients.map((each) => each.email)).toContain(email);
  });
});

describe('an envelope, or everything from before', () => {
  it('an open write about it stays, with its id, and so does its body', async () => {
    const journal = openRequestJournal({ state: openState(state), now: Date.now });
    const id = '7d5e6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f';
    const request = { operation: 'voidEnvelope', method: 'POST', path: `/api/v1/envelopes/${id}/void` };
    const rest = { fingerprint: 'f', key: 'k', host: 'api.test', profile: undefined };
    await journal.intent({ id: 'open-1', ...request, ...rest }, '{"reason":"Sold"}');
    const about = (await at.ok(['forget', '--envelope', id, '--yes', '--json'])).json<Told>();
    expect(about.kept.open_requests).toEqual(['open-1']);
    const old = await at.ok(['forget', '--older-than', '1d', '--yes'], { ...later, terminal: true });
    expect(old.stdout).toMatch(/Kept 1 request whose outcome is unknown: open-1\.\n.*esign request resume/);
    expect(await openRequestJournal({ state: openState(state), now: Date.now }).body('open-1')).toBe(
      '{"reason":"Sold"}',
    );
    expect(kept()).not.toContain('tenant2@example.test');
  });

  it('asks on a terminal, and a no removes nothing', async () => {
    await recordDeliveries(state, [{ body: 'to nobody@example.test' }]);
    const before = recorded();
    const { terminal, ended } = at.machine.start(['forget', '--person', 'nobody@example.test'], { terminal: true });
    await expect.poll(() => terminal.stderr()).toContain('Remove these records?');
    terminal.type('n\r');
    expect((await ended).code).toBe(130);
    expect(recorded()).toBe(before);
  });
});
