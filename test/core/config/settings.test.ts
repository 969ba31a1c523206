import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { nameOf } from '../../../src/core/config/origin.js';
import { profilesPath, readProfiles, writeProfile } from '../../../src/core/config/profiles.js';
import { emulatorRecordPath, projectAt } from '../../../src/core/config/project.js';
import { type NewProfile, saveProfile } from '../../../src/core/config/save-profile.js';
import {
  readSettings,
  requireBaseUrl,
  type Settings,
  type SettingsSources,
} from '../../../src/core/config/settings.js';
import { fresh } from '../../support/shared.js';
import { newFolder } from '../../support/folder.js';

const live = `acme_live_${'a'.repeat(43)}`;
const test = `acme_test_${'b'.repeat(43)}`;
const other = `acme_live_${'c'.repeat(43)}`;
const folder = fresh(newFolder);

const read = (sources: Partial<SettingsSources> = {}): Settings =>
  readSettings({
    home: folder.path,
    cwd: folder.path,
    flags: {},
    readSecret: () => Promise.reject(new Error('no file')),
    ...sources,
    env: { ESIGN_CONFIG_DIR: folder.path, ...sources.env },
  });

const save = (name: string, profile: Partial<NewProfile> = {}, makeCurrent = false): Promise<unknown> =>
  saveProfile(
    folder.path,
    name,
    { base_url: 'https://api.example.test', secrets: { live, test }, ...profile },
    'file',
    {
      makeCurrent,
    },
  );

describe('the profile within a project', () => {
  it('is that of its running emulator, as `local` and where none is named; a name of another profile stays', async () => {
    const root = join(folder.path, 'shop');
    mkdirSync(join(root, 'src'), { recursive: true });
    writeFileSync(join(root, 'package.json'), '{}');
    const cwd = join(root, 'src');
    const env = { ESIGN_STATE_DIR: folder.path };
    const project = projectAt({ env, home: folder.path, cwd })!;
    await save('production');
    await save(project.profile, { base_url: 'http://127.0.0.1:4748', emulator: true });
    const named = (flags: SettingsSources['flags'], at = cwd) => read({ env, cwd: at, flags }).profile?.value;
    expect(() => named({ profile: 'local' })).toThrow('Profile "local"');
    writeFileSync(emulatorRecordPath(folder.path, project.profile), JSON.stringify({ pid: process.pid }));
    expect(named({ profile: 'local' })).toBe(project.profile);
    expect([named({}), named({ profile: 'production' })]).toEqual(['production', 'production']);
    expect(() => named({ profile: 'local' }, folder.path)).toThrow('Profile "local"');
    rmSync(profilesPath(folder.path));
    await save(project.profile, { base_url: 'http://127.0.0.1:4748', emulator: true });
    const unnamed = read({ env, cwd }).profile;
    expect([unnamed?.value, unnamed === null ? '' : nameOf(unnamed.origin)]).toEqual([
      project.profile,
      `the project ${project.root}`,
    ]);
  });

  it('is not offered elsewhere; that no `local` exists says how to start one', async () => {
    await save('local-shop-0123abcd');
    const failure = await Promise.resolve()
      .then(() => read({ flags: { profile: 'local' } }).profile)
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'profile_unknown', hint: expect.stringContaining('esign emulator start') });
    expect(read().profile).toBeNull();
  });
});

describe('a setting', () => {
  it('comes from the flag, then the environment, then the profile, and says so', async () => {
    await save('one');
    const profile = read();
    expect(profile.baseUrl).toEqual({ value: 'https://api.example.test', origin: { from: 'profile', profile: 'one' } });
    const env = { ESIGN_BASE_URL: 'https://env.example.test' };
    expect(read({ env }).baseUrl).toEqual({
      value: 'https://env.example.test',
      origin: { from: 'environment', variable: 'ESIGN_BASE_URL' },
    });
    expect(read({ env, flags: { baseUrl: 'https://flag.example.test/' } }).baseUrl).toEqual({
      value: 'https://flag.example.test',
      origin: { from: 'flag', flag: '--base-url' },
    });
  });

  it('is the key of a profile also where its URL is written with /api/v1', async () => {
    await save('one');
    const settings = read({ env: { ESIGN_BASE_URL: 'https://api.example.test/api/v1' } });
    expect(settings.baseUrl?.value).toBe('https://api.example.test');
    expect((await settings.key())?.value.secret).toBe(live);
    expect(settings.warnings).toEqual([
      'The base URL from ESIGN_BASE_URL ends in /api/v1, which every request adds. Using https://api.example.test.',
    ]);
  });

  it('keeps /api/v1 at the end of a base URL with a contract file, whose paths may be others', () => {
    const env = { ESIGN_BASE_URL: 'https://api.example.test/api/v1', ESIGN_CONTRACT: 'contract.yaml' };
    expect([read({ env }).baseUrl?.value, read({ env }).warnings]).toEqual(['https://api.example.test/api/v1', []]);
  });

  it('is not taken from an empty variable', async () => {
    await save('one');
    expect(
      read({ env: { ESIGN_BASE_URL: '', ESIGN_PROFILE: '', ESIGN_API_KEY: '', ESIGN_MODE: '' } }).baseUrl?.origin.from,
    ).toBe('profile');
  });

  it('that is missing fails with the ways to set it', () => {
    expect(read().baseUrl).toBeNull();
    expect(() => requireBaseUrl(read())).toThrow(
      expect.objectContaining({
        code: 'base_url_missing',
        hint: expect.stringMatching(/--base-url, ESIGN_BASE_URL or `esign login`/),
      }),
    );
  });

  it('is warned about when the environment takes the place of the profile’s', async () => {
    await save('one');
    expect(read().warnings).toEqual([]);
    const env = { ESIGN_BASE_URL: 'https://env.example.test', ESIGN_API_KEY: other };
    // Nobody asked for a profile, and nothing of it is used.
    expect(read({ env }).warnings).toEqual([]);
    expect(read({ env: { ESIGN_API_KEY: other } }).warnings).toHaveLength(1);
    expect(read({ env: { ...env, ESIGN_PROFILE: 'one' } }).warnings).toEqual([
      'ESIGN_BASE_URL overrides the base URL of profile one.',
      'ESIGN_API_KEY overrides the key of profile one.',
    ]);
    expect(read({ env: { ESIGN_BASE_URL: 'https://api.example.test/' } }).warnings).toEqual([]);
  });
});

describe('the profile', () => {
  it('is named by flag, by environment, or is the current one', async () => {
    await save('one');
    await save('two');
    expect(read().profile?.value).toBe('one');
    expect(read({ env: { ESIGN_PROFILE: 'two' } }).profile?.value).toBe('two');
    expect(read({ env: { ESIGN_PROFILE: 'two' }, flags: { profile: 'one' } }).profile).toEqual({
      value: 'one',
      origin: { from: 'flag', flag: '--profile' },
    });
  });

  it('that does not exist is refused with the names that do', async () => {
    await save('one');
    expect(() => read({ flags: { profile: 'tow' } }).baseUrl).toThrow(
      expect.objectContaining({ code: 'profile_unknown', hint: 'Use one of: one.' }),
    );
    expect(() => read({ flags: { profile: 'constructor' } }).baseUrl).toThrow(
      expect.objectContaining({ code: 'profile_unknown' }),
    );
  });

  it('that only the environment names stops nobody who needs no service', () => {
    const settings = read({ env: { ESIGN_PROFILE: 'tow', ESIGN_CONTRACT: 'own.contract' } });
    expect(settings.contract?.value).toBe(join(folder.path, 'own.contract'));
    expect(settings.signatureHeader.value).toBe('Service-Signature');
    expect(() => settings.baseUrl).toThrow(expect.objectContaining({ code: 'profile_unknown' }));
    const named = expect.objectContaining({ code: 'profile_unknown' });
    expect(() => read({ flags: { profile: 'tow' } }).contract).toThrow(named);
  });

  it('that is yet to be made leaves flags and environment readable', () => {
    const settings = read({ flags: { profile: 'new', baseUrl: 'https://api.example.test' } });
    expect(settings.given.profile?.value).toBe('new');
    expect(settings.given.baseUrl?.value).toBe('https://api.example.test');
  });
});

describe('the key', () => {
  it('is the one of the mode that flag, environment or profile choose', async () => {
    await save('one', { mode: 'live' });
    expect((await read().key())?.value).toMatchObject({ secret: live, mode: 'live' });
    expect((await read({ env: { ESIGN_MODE: 'test' } }).key())?.value.secret).toBe(test);
    expect((await read({ env: { ESIGN_MODE: 'test' }, flags: { mode: 'live' } }).key())?.value.secret).toBe(live);
  });

  it('is the only existing one by default', async () => {
    await save('one', { secrets: { test } });
    const key = await read().key();
    expect(key?.value.mode).toBe('test');
    expect(key === null ? '' : nameOf(key.origin)).toBe('profile one (file)');
  });

  it('comes from a file or stdin before the environment', async () => {
    const asked: string[] = [];
    const readSecret = (path: string): Promise<string> => {
      asked.push(path);
      return Promise.resolve(`${other}\n`);
    };
    const env = { ESIGN_API_KEY: live };
    expect((await read({ env }).key())?.value.secret).toBe(live);
    expect((await read({ env, flags: { apiKeyFile: 'key.txt' }, readSecret }).key())?.value.secret).toBe(other);
    expect((await read({ env, flags: { apiKeyStdin: true }, readSecret }).key())?.value.secret).toBe(other);
    expect(asked).toEqual(['key.txt', '-']);
  });

  it('of a profile goes to the address of the profile and to no other', async () => {
    await save('one');
    expect(await read({ env: { ESIGN_BASE_URL: 'https://elsewhere.example.test' } }).key()).toBeNull();
    expect(await read({ flags: { baseUrl: 'https://api.example.test.evil.test' } }).key()).toBeNull();
    expect(await read({ flags: { baseUrl: 'https://api.example.test' } }).key()).not.toBeNull();
  });

  it('of another mode than the one asked for is refused', async () => {
    await expect(read({ env: { ESIGN_API_KEY: live }, flags: { mode: 'test' } }).key()).rejects.toThrow(
      expect.objectContaining({ code: 'mode_mismatch' }),
    );
  });

  it.each(['two words', 'a\u0000b', 'ключ', '\n\n', `x\r\nX-Evil: 1`])(
    'that is not valid in a header is refused without being shown: %j',
    async (text) => {
      const failure = await read({ env: { ESIGN_API_KEY: text } })
        .key()
        .catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: 'key_invalid' });
      expect(String(failure)).not.toContain(text.trim() || 'never');
    },
  );
});

describe('an emulator’s profile', () => {
  it('is one only at its own address', async () => {
    await save('local', { base_url: 'http://127.0.0.1:4010', emulator: true, mode: 'live' });
    expect(read().emulator).toBe(true);
    expect(read({ flags: { baseUrl: 'https://api.example.test' } }).emulator).toBe(false);
    const told = (url: string, emulator: string): boolean =>
      read({ env: { ESIGN_BASE_URL: url, ESIGN_EMULATOR_URL: emulator } }).emulator;
    expect(told('http://127.0.0.1:4011', 'http://127.0.0.1:4011/_emulator')).toBe(true);
    expect(told('http://127.0.0.1:4011', 'http://127.0.0.1:4012/_emulator')).toBe(false);
    expect(told('https://api.example.test', 'https://api.example.test/_emulator')).toBe(false);
  });
});

describe('the profiles file', () => {
  it('is the owner’s alone, as is the file of keys', async () => {
    await save('one');
    for (const name of ['profiles.json', 'keys.json'])
      expect(statSync(join(folder.path, name)).mode & 0o777).toBe(0o600);
  });

  it('holds no key', async () => {
    await save('one');
    expect(JSON.stringify(readProfiles(folder.path))).not.toContain(live.slice(-20));
  });

  it.each([
    ['{', 'it is not valid JSON'],
    ['[]', '`profiles` is missing'],
    ['{"profiles":{"a":{}}}', 'profile "a" is incomplete'],
    ['{"current":5,"profiles":{}}', '`current` is not a name'],
    [' '.repeat(1024 * 1024 + 1), 'it is larger than 1 MiB'],
  ])('that is broken is named, and not overwritten: %#', async (text, why) => {
    mkdirSync(folder.path, { recursive: true });
    writeFileSync(profilesPath(folder.path), text);
    expect(() => read().baseUrl).toThrow(
      expect.objectContaining({ code: 'profiles_broken', message: expect.stringContaining(profilesPath(folder.path)) }),
    );
    expect(() => read().baseUrl).toThrow(why);
    await expect(writeProfile(folder.path, 'b', { base_url: 'https://x.test', keys: {} })).rejects.toThrow(why);
    expect(statSync(profilesPath(folder.path)).size).toBe(text.length);
  });

  it('that nobody may read stops only those who need it', async () => {
    writeFileSync(join(folder.path, 'file'), '');
    const ESIGN_CONFIG_DIR = join(folder.path, 'file', 'esign');
    const given = { ESIGN_CONFIG_DIR, ESIGN_BASE_URL: 'https://env.example.test', ESIGN_API_KEY: live };
    const settings = read({ env: given });
    expect([settings.profile, settings.baseUrl?.value]).toEqual([null, 'https://env.example.test']);
    expect((await settings.key())?.value.secret).toBe(live);
    expect(settings.warnings).toEqual([
      `Cannot use the profiles file ${profilesPath(ESIGN_CONFIG_DIR)}: it cannot be read (ENOTDIR). No profile is used.`,
    ]);
    for (const missing of ['ESIGN_BASE_URL', 'ESIGN_API_KEY']) {
      expect(() => read({ env: { ...given, [missing]: '' } }).baseUrl).toThrow(
        expect.objectContaining({ code: 'profiles_unreadable' }),
      );
    }
    expect(() => read({ env: { ...given, ESIGN_PROFILE: 'one' } }).baseUrl).toThrow('it cannot be read (ENOTDIR)');
  });

  it('takes no name that would be a path or a prototype', async () => {
    for (const name of ['../x', 'a/b', '', '__proto__', 'a b', '-x', 'x'.repeat(65)]) {
      await expect(writeProfile(folder.path, name, { base_url: 'https://x.test', keys: {} })).rejects.toThrow(
        expect.objectContaining({ code: 'profile_name_invalid' }),
      );
    }
  });

  it('keeps the other profiles and forgets the keys of an address that changed', async () => {
    await save('one');
    await save('two', { secrets: { test } });
    await save('one', { base_url: 'https://moved.example.test', secrets: { test: other.replace('live', 'test') } });
    const file = readProfiles(folder.path);
    expect(Object.keys(file.profiles).sort()).toEqual(['one', 'two']);
    expect(file.profiles['one']).toEqual({ base_url: 'https://moved.example.test', keys: { test: 'file' } });
    expect(await read({ flags: { mode: 'live' } }).key()).toBeNull();
  });
});
