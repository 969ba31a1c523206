import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { currentProfile } from '../../../src/commands/profile/show.js';
import { readProfiles } from '../../../src/core/config/profiles.js';
import { readSettings } from '../../../src/core/config/settings.js';
import { emulatorRecordPath, projectAt } from '../../../src/core/config/project.js';
import { type Machine, newMachine } from '../../support/program.js';
import { fresh } from '../../support/shared.js';

const key = `acme_test_${'k'.repeat(43)}`;
const machine = fresh(newMachine);
const never = (): Promise<string> => Promise.reject(new Error('no secret is read'));

const add = (name: string, ...more: readonly string[]): ReturnType<Machine['run']> =>
  machine.run(['profile', 'add', name, '--base-url', `https://${name}.example.test`, '--insecure-storage', ...more]);

describe('profiles', () => {
  it('are added, listed, chosen, shown and removed', async () => {
    writeFileSync(join(machine.folder, 'key.txt'), `${key}\n`);
    expect((await add('one')).code).toBe(0);
    expect(
      (await add('two', '--api-key-file', 'key.txt', '--signature-header', 'Acme-Signature', '--json')).json(),
    ).toEqual({
      name: 'two',
      base_url: 'https://two.example.test',
      keys: { test: 'file' },
    });
    const listed = (await machine.run(['profile', 'list', '--json'])).json<{
      data: { name: string; current: boolean }[];
    }>();
    expect(listed.data.map(({ name, current }) => [name, current])).toEqual([
      ['one', true],
      ['two', false],
    ]);
    expect((await machine.run(['profile', 'use', 'two'])).code).toBe(0);
    expect((await machine.run(['profile', 'list', '-q'])).stdout).toBe('one\ntwo\n');
    expect((await machine.run(['profile', 'show', '--json'])).json()).toMatchObject({
      name: 'two',
      current: true,
      signature_header: 'Acme-Signature',
    });
    expect((await machine.run(['profile', 'remove', 'two'])).code).toBe(0);
    expect(readFileSync(join(machine.folder, 'config', 'keys.json'), 'utf8')).not.toContain(key);
    expect((await machine.run(['profile', 'show'])).code).toBe(2);
    expect((await machine.run(['profile', 'list', '-q'])).stdout).toBe('one\n');
  });

  it('mark the one that commands use: within a project whose emulator runs, that of the project', async () => {
    await add('one');
    const { folder } = machine;
    writeFileSync(join(folder, 'package.json'), '{}');
    const { profile = '' } = projectAt({ env: {}, home: '/', cwd: folder }) ?? {};
    const current = (): string | null => {
      const flags = {};
      const settings = readSettings({ env: machine.env, home: '/', cwd: folder, flags, readSecret: never });
      return currentProfile(settings, readProfiles(settings.configDir.value));
    };
    const record = { profile, url: 'http://127.0.0.1:9', pid: process.pid, started: null, data: folder };
    mkdirSync(join(folder, 'state'), { recursive: true });
    writeFileSync(emulatorRecordPath(join(folder, 'state'), profile), JSON.stringify(record));
    const url = ['--base-url', 'http://127.0.0.1:9', '--insecure-storage'];
    await machine.run(['profile', 'add', profile, ...url]);
    // A profile that somebody chose counts for every folder.
    expect(current()).toBe('one');
    await machine.run(['profile', 'add', 'local', ...url, '--use']);
    expect(current()).toBe(profile);
    await machine.run(['profile', 'remove', profile]);
    expect(current()).toBe('local');
  });

  it('are not replaced by default', async () => {
    await add('one');
    const again = await add('one', '--json');
    expect(again.code).toBe(2);
    expect(again.error().code).toBe('profile_exists');
    expect((await add('one', '--force')).code).toBe(0);
  });

  it('need an address', async () => {
    const ran = await machine.run(['profile', 'add', 'x']);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain('esign profile add x --base-url');
  });

  it('do not take the key of the environment by the way', async () => {
    const ran = await machine.run(['profile', 'add', 'x', '--base-url', 'https://x.example.test', '--json'], {
      env: { ESIGN_API_KEY: key },
    });
    expect(ran.json()).toMatchObject({ keys: {} });
  });

  it('that are unknown are named with the known ones', async () => {
    await add('one');
    for (const verb of ['use', 'show', 'remove']) {
      const ran = await machine.run(['profile', verb, 'oen', '--json']);
      expect(ran.code).toBe(2);
      expect(ran.error()).toMatchObject({ code: 'profile_unknown', hint: 'Use one of: one.' });
    }
  });

  it('never show a key, in any form', async () => {
    writeFileSync(join(machine.folder, 'key.txt'), key);
    await add('one', '--api-key-file', 'key.txt', '--debug-bodies');
    for (const argv of [['list'], ['list', '--json'], ['show'], ['show', '--json'], ['list', '--debug-bodies']]) {
      for (const terminal of [true, false]) {
        const ran = await machine.run(['profile', ...argv], { terminal });
        expect(ran.stdout + ran.stderr).not.toContain(key.slice(-20));
      }
    }
  });
});
