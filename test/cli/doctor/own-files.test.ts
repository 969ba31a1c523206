import { readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { shareEmulator } from '../../../src/cli/dev/services.js';
import { madeByEsign } from '../../../src/cli/doctor/own-files.js';
import { securityTopic } from '../../../src/cli/docs-gen/security-topic.js';
import { leaseColumns, leaseRow } from '../../support/records/bulk-rows.js';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import { recordDeliveries } from '../../support/records/recorded-deliveries.js';

it.each([
  'state.db',
  'state.db-wal',
  'state.db.damaged-0123abcd',
  'emulator-4010.token',
  'listen/secrets.over',
  'listen/0123456789ab.over',
  'listen/machine',
  'emulator/emulator.db-wal',
  'emulator/port',
  'emulator-ci-data/emulator.db',
  'emulator-local.json',
])('%s is of esign, and so is what a write of it leaves', (path) => {
  expect([madeByEsign('state_folder', path), madeByEsign('settings_folder', path)]).toEqual(['whole', null]);
  expect(madeByEsign('state_folder', `${path}.0123456789ab`)).toBe('leftover');
});

it.each([
  'keys.json',
  'listen/server.pem',
  'src',
  'emulator/x/emulator.db',
  'listen/../requests.ndjson',
  'x.0123456789ab',
  'state.db.damaged-x',
])('%s is not', (path) => expect(madeByEsign('state_folder', path)).toBeNull());

it('knows everything that commands leave, and the security topic names each of it', async () => {
  const at = await newEmulatorMachine();
  const template = await at.template();
  const rows = at.write('people.csv', [leaseColumns, leaseRow(1), ''].join('\n'));
  await at.ok(['envelope', 'create', '--template', template, '--rows', rows, '--yes', '--json']);
  await at.ok(['envelope', 'list', '--json']);
  await at.ok(['template', 'fields', template, '--json']);
  const hook = ['webhook', 'register', '--url', 'https://app.example.com/hooks', '--event', 'envelope.sent', '-q'];
  const { stdout: webhook } = await at.ok([...hook, '--secret-file', 'hook.secret']);
  await at.ok(['webhook', 'rotate', webhook.trim(), '--secret-file', 'next.secret', '--yes']);
  await at.ok(['spec', 'prove', '--mode', 'test']);
  const state = at.path('state');
  const data = join(state, 'emulator', 'dev');
  await shareEmulator(data, { pid: process.pid, started: null }, { isOurs: true, origins: [] });
  await recordDeliveries(state, [
    { target: 'http://127.0.0.1:1/' },
    { verdict: { ok: false, cause: 'x', words: 'x' } },
  ]);
  const made = readdirSync(state, { recursive: true, withFileTypes: true }).map((entry) =>
    relative(state, join(entry.parentPath, entry.name)),
  );
  expect(made.length).toBeGreaterThan(5);
  expect(made.filter((path) => madeByEsign('state_folder', path) !== 'whole')).toEqual([]);
  const named = securityTopic.parts.flatMap(({ items = [] }) => items.flatMap(([term]) => term.split(', ')));
  const rooms = [
    ...new Set(made.map((path) => path.split('/')[0] ?? '').map((name) => name.replace(/-\d+\./, '-PORT.'))),
  ];
  expect(rooms.filter((name) => !named.includes(name))).toEqual([]);
  await at.close();
});
