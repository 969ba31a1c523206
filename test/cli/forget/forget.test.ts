import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { times } from '../../support/counts.js';
import { forget } from '../../../src/cli/forget/forget.js';
import { writeListener } from '../../../src/listen/endpoint/state.js';
import { openSeenEnvelopes, personMark } from '../../../src/store/envelope-states.js';
import { openRequestJournal } from '../../../src/store/requests.js';
import { sendingsOf } from '../../../src/store/run-rows.js';
import { startRun } from '../../../src/store/runs.js';
import { openState } from '../../../src/store/state.js';
import { bin } from '../../support/esign.js';
import { recordDeliveries } from '../../support/records/recorded-deliveries.js';
import { rowsOfEachWrite } from '../../support/records/rows-of-each-write.js';
import { sendingOf, startOf } from '../../support/records/sendings.js';
import { shared } from '../../support/shared.js';
import { newFolder } from '../../support/folder.js';

const root = shared(newFolder);
const killer = fileURLToPath(new URL('../../support/records/kill-at-step.cjs', import.meta.url));
const email = 'thandi@example.test';
const envelope = '9b2d6c1e-7f3a-4d5b-8c9e-0a1b2c3d4e5f';
const at = '2026-12-01T08:00:00.000Z';
const textOf = (state: string): string =>
  readdirSync(state, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'))
    .join('\n');

const rowsIn = (state: string): readonly string[] =>
  sendingsOf(openState(state), 1).map(({ key, status }) => `${key} ${status}`);

/** A state folder in which only the record of a run links the name and the envelope to the address. */
async function stateAbout(name: string): Promise<string> {
  const state = join(root.path, name, 'state');
  mkdirSync(join(state, 'snapshots'), { recursive: true });
  const rows = { a: [email, 'created'], b: ['lost@example.test', 'open'] } as const;
  const imported = Object.entries(rows).map(([key, [to, status]]) => {
    const body = JSON.stringify({ recipients: [{ name: `Name of ${key}`, email: to }] });
    const { run: _run, ...row } = sendingOf({ key, slot: key, body, status });
    return status === 'created' ? { ...row, envelope } : row;
  });
  startRun(openState(state), startOf({ imported }));
  const facts = { host: 'h', account: 'a', readAt: at, status: 'sent', title: 'Lease', sealed: null } as const;
  const times = { createdAt: null, sentAt: null, expiresAt: null };
  const turn = [{ role: 'Tenant', name: 'Name of a' }];
  await openSeenEnvelopes(openState(state)).keep([{ id: envelope, ...facts, ...times, turn }]);
  await recordDeliveries(state, [{ envelopeId: envelope }]);
  writeFileSync(join(state, 'snapshots', `exec-${envelope}.json`), email);
  return state;
}

const sweep = (stateDir: string, criterion = { by: 'person', email } as const) => {
  const state = openState(stateDir);
  const journal = openRequestJournal({ state, now: Date.now });
  return forget({ stateDir, state, journal, criterion, now: Date.now(), apply: true });
};

it('killed at any step, leaves whole records and can be repeated', async () => {
  const signals: (string | null)[] = [];
  for (let step = 1; signals.at(-1) !== null; step += times(3, 1)) {
    const state = await stateAbout(String(step));
    const env = {
      ...process.env,
      STEP: String(step),
      ESIGN_STATE_DIR: state,
      ESIGN_CONFIG_DIR: join(root.path, 'config'),
      ESIGN_CACHE_DIR: join(root.path, 'cache'),
    };
    const argv = ['-r', killer, bin, 'forget', '--person', email, '--yes', '-q'];
    const signal = await new Promise<string | null>((resolve) => {
      spawn(process.execPath, argv, { env, stdio: 'ignore' }).on('exit', (_code, by) => resolve(by));
    });
    signals.push(signal);
    expect(rowsIn(state)).toHaveLength(2);
    await sweep(state);
    const text = textOf(state);
    for (const gone of [email, 'Name of a', envelope]) expect([step, text.includes(gone)]).toEqual([step, false]);
    expect(rowsIn(state)).toEqual(['a created', 'b open']);
  }
  expect(signals.length).toBeGreaterThan(5);
}, 120_000);

it('finds the envelopes of a person whose address nothing holds any more', async () => {
  const state = join(root.path, 'marked', 'state');
  mkdirSync(state, { recursive: true });
  const facts = { host: 'h', account: 'a', readAt: at, status: 'sent', title: 'Lease', sealed: null } as const;
  const seen = { ...facts, createdAt: null, sentAt: null, expiresAt: null, turn: [{ role: 'Tenant', name: 'Thandi' }] };
  const other = '1c2d3e4f-5a6b-4c7d-8e9f-0a1b2c3d4e5f';
  await openSeenEnvelopes(openState(state)).keep([
    { ...seen, id: envelope, people: [personMark(envelope, 'Thandi@Example.test')] },
    { ...seen, id: other, people: [personMark(other, 'pieter@example.test')] },
  ]);
  await recordDeliveries(state, [{ envelopeId: envelope }]);
  const journal = openRequestJournal({ state: openState(state), now: () => Date.parse(at) });
  const criterion = { by: 'person', email } as const;
  const { removed } = await forget({
    stateDir: state,
    state: openState(state),
    journal,
    criterion,
    now: Date.parse(at),
    apply: true,
  });
  expect(removed).toMatchObject({ envelope_states: 1, deliveries: 1 });
  expect(textOf(state)).not.toContain(envelope);
  expect(textOf(state)).toContain(other);
});

it('names the listeners that run, since they may write the same down again', async () => {
  const state = await stateAbout('listening');
  const marks = { started: null, keep: true, token: 't', port: 0, provider: 'poll', forwardTo: null, endpoints: [] };
  const names = { id: '0123456789ab', listener: 'l', baseUrl: 'u', account: 'a', profile: null, createdAt: at };
  await writeListener(state, { ...names, ...marks, pid: process.pid, localSecret: null });
  expect((await sweep(state)).kept.listeners).toEqual([process.pid]);
  expect((await sweep(state)).kept.listeners).toEqual([]);
});

it('keeps a row whose outcome is unknown, with its body, and says which', async () => {
  const state = await stateAbout('open');
  const { removed, kept } = await sweep(state, { by: 'person', email: 'lost@example.test' } as never);
  expect([removed.bulk_rows, kept.openRows]).toEqual([0, ['march, line 2']]);
  expect(textOf(state)).toContain('lost@example.test');
});

it('lets other processes write after each page of rows', async () => {
  const stateDir = join(root.path, 'many', 'state');
  const state = openState(stateDir);
  const rows = Array.from({ length: 1_200 }, (_, index) => `${index}`);
  const imported = rows.map((key) => {
    const { run: _run, ...row } = sendingOf({ key, slot: key, status: 'created', envelope });
    return row;
  });
  startRun(state, startOf({ imported }));
  state.write((sql) => {
    for (const id of rows) {
      sql.run(
        `INSERT INTO requests (id, sent_at, host, operation, method, path, fingerprint, chosen, open, ended)
         VALUES (?, 1, 'h', 'o', 'POST', ?, 'f', 0, 0, ?)`,
        id,
        `/api/v1/envelopes/${envelope}/void`,
        JSON.stringify({ at, status: 200, unknown: false, attempts: 1 }),
      );
      sql.run('INSERT INTO envelopes (host, id, first_at) VALUES (?, ?, 1)', id, envelope);
    }
  });
  const journal = openRequestJournal({ state, now: Date.now });
  const criterion = { by: 'envelope', id: envelope } as const;
  const changed = await rowsOfEachWrite(state, async () => {
    const { removed } = await forget({ stateDir, state, journal, criterion, now: Date.now(), apply: true });
    expect(removed).toMatchObject({ requests: 1_200, bulk_rows: 1_200, known_envelopes: 1_200 });
  });
  expect(changed).toEqual([500, 500, 200, 500, 500, 200, 500, 500, 200]);
  expect(textOf(stateDir)).not.toContain(envelope);
});
