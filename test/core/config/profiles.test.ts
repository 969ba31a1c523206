import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fileStore } from '../../../src/core/config/key-file.js';
import { profilesPath, readProfiles, removeProfile, writeProfile } from '../../../src/core/config/profiles.js';
import { saveProfile } from '../../../src/core/config/save-profile.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(`${tmpdir()}/esign-profiles-`);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const profile = { base_url: 'https://sign.example', keys: { test: 'file' } } as const;
const write = (content: object): void => writeFileSync(profilesPath(folder), JSON.stringify(content));

describe('the version of the profiles file', () => {
  it('is written, and a file without one is read and extended', async () => {
    write({ current: 'old', profiles: { old: profile } });
    expect(readProfiles(folder)).toEqual({ current: 'old', profiles: { old: profile } });
    await writeProfile(folder, 'new', profile);
    expect(JSON.parse(readFileSync(profilesPath(folder), 'utf8'))).toEqual({
      version: 1,
      current: 'old',
      profiles: { old: profile, new: profile },
    });
  });

  it('of a newer esign is refused, for reading and for writing, and the file stays as it is', async () => {
    const newer = { version: 2, current: 'a', profiles: { a: { url: 'https://sign.example' } } };
    write(newer);
    const refused = { code: 'profiles_newer', message: expect.stringContaining('was written by a newer esign') };
    expect(() => readProfiles(folder)).toThrow(expect.objectContaining(refused));
    await expect(writeProfile(folder, 'b', profile)).rejects.toMatchObject(refused);
    await expect(removeProfile(folder, 'a')).rejects.toMatchObject(refused);
    expect(JSON.parse(readFileSync(profilesPath(folder), 'utf8'))).toEqual(newer);
  });
});

describe('a profile', () => {
  it('may have the name of a method of every object', async () => {
    const { base_url } = profile;
    await saveProfile(folder, 'toString', { base_url, secrets: { test: 'key' } }, 'file');
    expect(readProfiles(folder).profiles).toEqual({ toString: profile });
  });

  it('whose contract file is not a path is incomplete', () => {
    write({ current: 'a', profiles: { a: { ...profile, contract: 5 } } });
    expect(() => readProfiles(folder)).toThrow('profile "a" is incomplete');
  });
});

describe('changes at the same time', () => {
  const names = Array.from({ length: 12 }, (_each, index) => `p${index}`);

  it('are all kept, of profiles and of keys', async () => {
    const keys = fileStore(folder);
    await Promise.all(names.map((name) => writeProfile(folder, name, profile)));
    await Promise.all(names.map((name) => keys.set(`${name}:test`, name)));
    expect(Object.keys(readProfiles(folder).profiles).toSorted()).toEqual(names.toSorted());
    expect(await Promise.all(names.map((name) => keys.get(`${name}:test`)))).toEqual(names);
    await Promise.all(names.flatMap((name) => [removeProfile(folder, name), keys.remove(`${name}:test`)]));
    expect(readProfiles(folder).profiles).toEqual({});
    expect(readdirSync(folder).toSorted()).toEqual(['keys.json', 'profiles.json']);
  });

  it('do not wait for a lock that a killed process left', async () => {
    const lock = `${folder}/.lock`;
    writeFileSync(lock, '');
    utimesSync(lock, 1, 1);
    await writeProfile(folder, 'a', profile);
    expect(readdirSync(folder)).toEqual(['profiles.json']);
  });
});
