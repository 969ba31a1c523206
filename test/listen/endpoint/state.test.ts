import { readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  fingerprint,
  forgetListener,
  readEndedListeners,
  retireListener,
  listenFolder,
  machineMark,
  randomToken,
  readListeners,
  type ListenerState,
  writeListener,
} from '../../../src/listen/endpoint/state.js';
import { fresh } from '../../support/shared.js';
import { newFolder } from '../../support/folder.js';

const stateDir = fresh(newFolder);

const state = (id: string, createdAt: string): ListenerState => ({
  id,
  listener: 'l',
  baseUrl: 'https://api.test',
  account: 'acc',
  profile: null,
  pid: 4242,
  started: null,
  createdAt,
  keep: false,
  token: 'a'.repeat(32),
  port: 1,
  provider: 'none',
  forwardTo: null,
  endpoints: [{ id: null, url: 'https://x.test/', secrets: [{ value: 'whsec_x', until: null }] }],
  localSecret: null,
});

describe('what a listener leaves on the disk', () => {
  it('is the owner’s alone, read back the newest first, and gone when it is forgotten', async () => {
    await writeListener(stateDir.path, state('0000000000aa', '2026-12-01T00:00:00.000Z'));
    await writeListener(stateDir.path, state('0000000000bb', '2026-12-02T00:00:00.000Z'));
    const folder = listenFolder(stateDir.path);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    for (const name of readdirSync(folder)) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect((await readListeners(stateDir.path)).map(({ id }) => id.slice(-2))).toEqual(['bb', 'aa']);
    await forgetListener(stateDir.path, '0000000000bb');
    expect((await readListeners(stateDir.path)).map(({ id }) => id.slice(-2))).toEqual(['aa']);
    expect(await readEndedListeners(stateDir.path)).toEqual([]);
  });

  it('keeps its secrets for a week when it is retired, to sign with again', async () => {
    const [old, late] = ['0000000000aa', '0000000000bb'];
    for (const id of [old, late]) await writeListener(stateDir.path, state(id, '2026-12-01T00:00:00.000Z'));
    await retireListener(stateDir.path, old);
    expect((await readEndedListeners(stateDir.path)).map(({ id }) => id)).toEqual([old]);
    const eightDaysAgo = (Date.now() - 8 * 24 * 60 * 60 * 1000) / 1000;
    utimesSync(join(listenFolder(stateDir.path), `${old}.over`), eightDaysAgo, eightDaysAgo);
    await retireListener(stateDir.path, late);
    expect((await readEndedListeners(stateDir.path)).map(({ id }) => id)).toEqual([late]);
    expect(await readListeners(stateDir.path)).toEqual([]);
  });

  it('is passed over when it is damaged or foreign', async () => {
    await writeListener(stateDir.path, state('0000000000aa', '2026-12-01T00:00:00.000Z'));
    const folder = listenFolder(stateDir.path);
    writeFileSync(join(folder, '0000000000cc.json'), '{"id":');
    writeFileSync(join(folder, '0000000000dd.json'), '{"id":"x","pid":1}');
    writeFileSync(join(folder, '0000000000ee.json'), JSON.stringify({ ...state('e', ''), pid: 0 }));
    writeFileSync(join(folder, 'notes.json'), '{}');
    expect(await readListeners(stateDir.path)).toHaveLength(1);
  });

  it('is empty on a machine that never listened', async () => expect(await readListeners(stateDir.path)).toEqual([]));
});

describe('marks', () => {
  it('a machine has one permanently', async () => {
    const mark = await machineMark(stateDir.path);
    expect(mark).toMatch(/^[a-z0-9]{8}$/);
    expect(await machineMark(stateDir.path)).toBe(mark);
  });

  it('tokens are letters and digits that no proxy rewrites, and differ', () => {
    const tokens = Array.from({ length: 200 }, () => randomToken(32));
    expect(tokens.every((token) => /^[a-z0-9]{32}$/.test(token))).toBe(true);
    expect(new Set(tokens).size).toBe(200);
  });

  it('a fingerprint tells keys apart and tells none', () => {
    expect(fingerprint('esign_live_a')).toMatch(/^[0-9a-f]{12}$/);
    expect(fingerprint('esign_live_a')).not.toBe(fingerprint('esign_live_b'));
  });
});
