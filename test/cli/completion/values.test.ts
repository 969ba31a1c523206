import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { completionValues } from '../../../src/cli/completion/values.js';
import { writeProfile } from '../../../src/core/config/profiles.js';
import { keepTemplates } from '../../../src/store/seen-templates.js';
import { addEnvelopes } from '../../../src/store/known-envelopes.js';
import { openState } from '../../../src/store/state.js';
import { openSeenEnvelopes, type SeenEnvelope } from '../../../src/store/envelope-states.js';
import { fresh } from '../../support/shared.js';
import { newFolder } from '../../support/folder.js';

const folder = fresh(newFolder);

const values = (kind: string): string[] => {
  const env = { ESIGN_CONFIG_DIR: folder.path, ESIGN_STATE_DIR: folder.path };
  return completionValues(kind, { env, home: folder.path, cwd: folder.path }).split('\n').slice(0, -1);
};
const idOf = (number: number): string => `3f0c9a52-6d1e-4b77-9a55-${String(number).padStart(12, '0')}`;
const envelope = (number: number, title: string): SeenEnvelope => ({
  id: idOf(number),
  host: 'esign.example',
  account: 'a1',
  readAt: '2026-11-21T10:00:00Z',
  status: 'sent',
  title,
  createdAt: null,
  sentAt: null,
  expiresAt: null,
  turn: [],
  sealed: null,
});

it('is empty on a new machine, and for a kind that there is not', () => {
  for (const kind of ['profiles', 'envelopes', 'templates', 'keys', '__proto__', 'constructor'])
    expect(values(kind)).toEqual([]);
});

it('names the profiles with their addresses', async () => {
  await writeProfile(folder.path, 'production', { base_url: 'https://esign.example', keys: {} });
  await writeProfile(folder.path, 'local', { base_url: 'http://127.0.0.1:4010', keys: {} });
  expect(values('profiles')).toEqual(['production\thttps://esign.example', 'local\thttp://127.0.0.1:4010']);
});

it('names the envelopes read here, the latest first and a hundred at most, each title on one short line', async () => {
  const seen = openSeenEnvelopes(openState(folder.path));
  await seen.keep([envelope(1, 'An old title'), envelope(2, `Two\tlines\n\u001b[31m${'x'.repeat(500)}`)]);
  await seen.keep([envelope(1, 'Lease')]);
  const [latest, other, ...rest] = values('envelopes');
  expect(latest).toBe(`${idOf(1)}\tLease, sent, esign.example`);
  expect(other?.split('\t')[0]).toBe(idOf(2));
  // oxlint-disable-next-line no-control-regex
  expect(other?.slice(37)).not.toMatch(/[\u0000-\u001f\u007f-\u009f]/);
  expect(other?.length).toBeLessThan(160);
  expect(rest).toEqual([]);
  await seen.keep(Array.from({ length: 150 }, (_, number) => envelope(number + 10, 'Many')));
  expect(values('envelopes')).toHaveLength(100);
});

it('names the templates read here, the latest first, and envelopes that are known and were never read', async () => {
  keepTemplates(openState(folder.path), 'esign.example', [
    { id: idOf(3), name: 'Newest' },
    { id: idOf(2), name: 'Older' },
  ]);
  keepTemplates(openState(folder.path), 'other.example', [{ id: idOf(1), name: 'Lease\u001b[31m' }]);
  const at = Date.parse('2026-11-21T10:00:00Z');
  openState(folder.path).write((sql) => {
    addEnvelopes(sql, [idOf(8), idOf(9)], 'esign.example', at);
    addEnvelopes(sql, [idOf(10)], 'esign.example', at + 2_000);
  });
  expect(values('templates')).toEqual([
    `${idOf(1)}\tLease\\u{1b}[31m, other.example`,
    `${idOf(3)}\tNewest, esign.example`,
    `${idOf(2)}\tOlder, esign.example`,
  ]);
  await openSeenEnvelopes(openState(folder.path)).keep([envelope(8, 'Lease')]);
  expect(values('envelopes').map((line) => line.split('\t')[0])).toEqual([idOf(8), idOf(10), idOf(9)]);
  expect(values('envelopes').at(-1)).toBe(`${idOf(9)}\tknown since 2026-11-21T09:59:59.999Z, esign.example`);
});

it('leaves out what belongs to another service than the current one, and calls sealed what is', async () => {
  await openSeenEnvelopes(openState(folder.path)).keep([
    { ...envelope(1, 'Lease'), status: 'completed', sealed: true },
    { ...envelope(2, 'Gone'), host: '127.0.0.1:33253' },
  ]);
  keepTemplates(openState(folder.path), 'esign.example', [{ id: idOf(3), name: 'Lease' }]);
  keepTemplates(openState(folder.path), '127.0.0.1:33253', [{ id: idOf(4), name: 'Gone' }]);
  await writeProfile(folder.path, 'production', { base_url: 'https://esign.example', keys: {} });
  expect(values('envelopes')).toEqual([`${idOf(1)}\tLease, sealed, esign.example`]);
  expect(values('templates')).toEqual([`${idOf(3)}\tLease, esign.example`]);
  await writeProfile(folder.path, 'local', { base_url: 'http://127.0.0.1:33253', keys: {} });
  const env = { ESIGN_CONFIG_DIR: folder.path, ESIGN_STATE_DIR: folder.path, ESIGN_PROFILE: 'local' };
  expect(completionValues('envelopes', { env, home: folder.path, cwd: folder.path })).toMatch(/^\S+\tGone, sent/);
});

it('offers nothing from files that are broken, and waits at no pipe', () => {
  writeFileSync(join(folder.path, 'profiles.json'), '{');
  execFileSync('mkfifo', [join(folder.path, 'state.db')]);
  expect(values('profiles')).toEqual([]);
  expect(values('envelopes')).toEqual([]);
  expect(values('templates')).toEqual([]);
});
