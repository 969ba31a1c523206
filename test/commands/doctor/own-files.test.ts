import { expect, it } from 'vitest';
import { madeByEsign } from '../../../src/commands/doctor/own-files.js';

it.each([
  'requests.1.ndjson',
  'requests.kept/0f8fad5b-d9cb-469f-a165-70867728950e',
  'requests/version',
  'requests/open/0f8fad5b-d9cb-469f-a165-70867728950e.0123456789ab.none',
  'requests/2026-Q4/3ff.ndjson',
  'requests/damaged/0f8fad5b',
  'envelopes/2026-Q4/3f.ndjson',
  'envelopes/seen/3ff.ndjson',
  'deliveries/000001700000000-0123456789ab.ndjson',
  'deliveries/refused.ndjson',
  'deliveries/000001700000000-0123456789ab-0f0e0d0c0b0a.2.ndjson',
  'deliveries/known/0f0e0d0c0b0a.2/checkpoint.json',
  'deliveries/known/0f0e0d0c0b0a/owner',
  'deliveries/known/0f0e0d0c0b0a/020000-001.event',
  'deliveries/known/0f0e0d0c0b0a/kept/000001700000000-0123456789ab.ndjson',
  'runs/0123456789abcdef0123456789abcdef-2.1-of-3.ndjson',
  'runs/0123456789abcdef0123456789abcdef.ndjson.lock',
  'seen/0123456789abcdef0123456789abcdef.json',
  'rotations/0123456789abcdef01234567.json',
  'emulator-4010.token',
  'listen/secrets.over',
  'listen/0123456789ab.over',
  'listen/machine',
  'emulator/emulator.db-wal',
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
  'requests/2026-Q5/3ff.ndjson',
  'requests/open/a.b.c',
])('%s is not', (path) => expect(madeByEsign('state_folder', path)).toBeNull());
