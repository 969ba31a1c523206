import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeService, json, refusal, startFakeService } from '../support/fake-service.js';
import { type Machine, newMachine } from '../support/program.js';

const live = `acme_live_${'l'.repeat(39)}Ab3d`;
const test = `acme_test_${'t'.repeat(43)}`;
let machine: Machine;
let service: FakeService;
beforeEach(async () => {
  machine = newMachine();
  service = await startFakeService();
});
afterEach(async () => {
  await service.close();
  machine.remove();
});

const login = (key: string, ...more: readonly string[]): ReturnType<Machine['run']> =>
  machine.run(['login', '--base-url', service.url, '--api-key-stdin', '--insecure-storage', ...more], {
    stdin: `${key}\n`,
  });

describe('login', () => {
  it('tries the key with one read and stores it', async () => {
    const ran = await login(live, '--json');
    expect(ran).toMatchObject({ code: 0, stderr: '' });
    expect(ran.json()).toEqual({
      profile: 'default',
      base_url: service.url,
      mode: 'live',
      key: 'acme_live_****Ab3d',
      store: 'file',
      check: 'accepted',
    });
    expect(service.asked).toHaveLength(1);
    expect(service.asked[0]).toMatchObject({ method: 'GET', path: '/api/v1/templates?limit=1' });
    expect(service.asked[0]?.headers.get('authorization')).toBe(`Bearer ${live}`);
    expect((await machine.run(['whoami', '--json'])).json()).toMatchObject({ key_kind: 'live', check: 'accepted' });
  });

  it('stores nothing when the service refuses the key', async () => {
    service.answer(() => refusal(401, 'unauthenticated', 'No.'));
    const ran = await login(live, '--json');
    expect(ran).toMatchObject({ code: 3, stdout: '' });
    expect(ran.error().message).toContain('Nothing was stored');
    expect(() => readFileSync(join(machine.folder, 'config', 'keys.json'))).toThrow('ENOENT');
  });

  it('stores a key that only lacks the scope to read templates, and says so', async () => {
    service.answer(() => refusal(403, 'insufficient_scope', 'No.'));
    expect((await login(live, '--json')).json()).toMatchObject({
      check: 'accepted, without the scope to read templates',
    });
  });

  it('stores nothing when the service cannot be reached, except without the check', async () => {
    await service.close();
    expect((await login(live, '--retry-for', '1s')).code).toBe(8);
    expect((await login(live, '--no-check', '--json')).json()).toMatchObject({ check: 'not tried' });
  });

  it('keeps a live and a test key of one address beside each other', async () => {
    await login(live);
    await login(test);
    const used = async (...flags: readonly string[]): Promise<unknown> =>
      (await machine.run(['whoami', '--offline', '--json', ...flags])).json();
    expect(await used()).toMatchObject({ key_kind: 'test' });
    expect(await used('--mode', 'live')).toMatchObject({ key_kind: 'live' });
  });

  it('does not replace a profile of another address unless it is named', async () => {
    await machine.run(['profile', 'add', 'local', '--base-url', 'http://127.0.0.1:1']);
    expect((await login(live, '--json')).json()).toMatchObject({ profile: 'default' });
    expect((await machine.run(['profile', 'show', 'local', '--json'])).json()).toMatchObject({
      base_url: 'http://127.0.0.1:1',
      keys: {},
    });
    await machine.run(['profile', 'add', 'default', '--base-url', 'http://127.0.0.1:2', '--force']);
    expect((await login(live, '--json')).error()).toMatchObject({
      code: 'profile_exists',
      hint: expect.stringContaining('--profile NAME'),
    });
    expect((await login(live, '--profile', 'local', '--json')).json()).toMatchObject({
      profile: 'local',
      base_url: service.url,
    });
  });

  it('leaves the stored key at home when another address is given', async () => {
    await login(live);
    const ran = await machine.run(['api', 'GET', '/templates', '--base-url', 'http://127.0.0.1:1', '--json']);
    expect(ran.code).toBe(3);
    expect(ran.error()).toMatchObject({
      code: 'no_key',
      hint: expect.stringContaining('the key of profile default goes to its own base URL only'),
    });
  });

  it('an emulator has its keys: a key without an address is for the service, unless the profile is named', async () => {
    const words = ['profile', 'add', 'local', '--base-url', service.url];
    await machine.run(words);
    const path = join(machine.folder, 'config', 'profiles.json');
    writeFileSync(path, readFileSync(path, 'utf8').replace('"base_url"', '"emulator": true, "base_url"'));
    const piped = await machine.run(['login', '--api-key-stdin', '--json'], { stdin: live });
    expect([piped.code, piped.error().message]).toEqual([2, 'The base URL of the service is missing.']);
    expect(service.asked).toEqual([]);

    const { terminal, ended } = machine.start(['login', '--profile', 'local', '--insecure-storage'], {
      terminal: true,
      columns: 200,
    });
    await shown(terminal, `API key for the emulator at ${service.url}, stored in profile local`);
    terminal.type(`${live}\n`);
    expect((await ended).code).toBe(0);
  });

  it('refuses an invalid key without showing it', async () => {
    const ran = await login('hunter2-is-my-password');
    expect(ran.code).toBe(2);
    expect(ran.stderr).not.toContain('hunter2');
    expect(service.asked).toHaveLength(0);
  });

  it('names the flags without a terminal', async () => {
    const without = await machine.run(['login', '--base-url', service.url]);
    expect(without.code).toBe(2);
    expect(without.stderr).toContain('--api-key-stdin or --api-key-file');
    expect((await machine.run(['login'])).stderr).toContain('--base-url');
  });

  it('asks for address and key on a terminal, and never shows the key', async () => {
    const { terminal, ended } = machine.start(['login', '--insecure-storage', '--profile', 'asked'], {
      terminal: true,
    });
    await shown(terminal, 'Base URL');
    terminal.type(`${service.url}\n`);
    await shown(terminal, `API key for ${service.url}, stored in profile`);
    terminal.type(`${live}\n`);
    const ran = await ended;
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain('Stored the live key acme_live_****Ab3d (accepted)');
    expect(ran.stdout + ran.stderr).not.toContain(live.slice(10, 40));
  });
});

describe('logout', () => {
  it('forgets the keys and keeps the address', async () => {
    await login(live);
    await login(test);
    expect((await machine.run(['logout', '--mode', 'live', '--json'])).json()).toEqual({
      profile: 'default',
      forgotten: ['live'],
    });
    expect((await machine.run(['logout', '--json'])).json()).toEqual({ profile: 'default', forgotten: ['test'] });
    expect(readFileSync(join(machine.folder, 'config', 'keys.json'), 'utf8')).not.toContain('acme');
    expect((await machine.run(['profile', 'show', '--json'])).json()).toMatchObject({
      base_url: service.url,
      keys: {},
    });
  });

  it('needs a profile', async () => {
    expect((await machine.run(['logout'])).code).toBe(2);
  });
});

describe('whoami', () => {
  it('names every value with its origin, the key masked', async () => {
    await login(live);
    const ran = await machine.run(['whoami'], { terminal: true, env: { ESIGN_API_KEY: test } });
    expect(ran.code).toBe(0);
    expect(ran.stderr).toContain('Warning: ESIGN_API_KEY overrides the key of profile default.');
    expect(ran.stdout).toMatch(/API key +acme_test_\*\*\*\*tttt {2}\(ESIGN_API_KEY\)/);
    expect(ran.stdout).toMatch(new RegExp(`Base URL +${service.url} {2}\\(profile default\\)`));
    expect(ran.stdout).toMatch(/Key status +accepted/);
    expect(ran.stdout + ran.stderr).not.toContain(test);
  });

  it('fails with 3 when the key is refused or there is none, and still shows the rest', async () => {
    await login(live);
    service.answer(() => refusal(401, 'unauthenticated', 'No.'));
    const refused = await machine.run(['whoami', '--json']);
    expect(refused.code).toBe(3);
    expect(refused.json()).toMatchObject({ check: 'refused' });
    const none = await machine.run([
      'whoami',
      '--profile',
      'default',
      '--base-url',
      'https://elsewhere.example.test',
      '--json',
    ]);
    expect(none.code).toBe(3);
    expect(none.error().hint).toContain('the key of profile default goes to its own base URL only');
    expect(none.json()).toMatchObject({ api_key: null, check: 'not asked' });
  });

  it('asks nothing when offline', async () => {
    await login(live);
    const before = service.asked.length;
    await machine.run(['whoami', '--offline']);
    expect(service.asked).toHaveLength(before);
  });

  it('passes on what else the service says', async () => {
    await login(live);
    service.answer(() => json(200, { error: { code: 'forbidden', message: 'Not on this plan.' } }));
    expect((await machine.run(['whoami'])).code).toBe(8);
  });
});

/** Resolves when the terminal shows the text; the test's own time limit ends a wait in vain. */
async function shown(terminal: { stderr(): string }, text: string): Promise<void> {
  while (!terminal.stderr().includes(text)) await new Promise((resolve) => setImmediate(resolve));
}
