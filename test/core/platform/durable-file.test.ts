import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  makeFolder,
  makeFolderAtOnce,
  systemCode,
  syncFolder,
  writeFileAtomic,
} from '../../../src/core/platform/durable-file.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'esign-disk-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('replaces a file as a whole, for its owner alone', async () => {
  const path = join(folder, 'state.json');
  writeFileSync(path, 'what was there before, and longer', { mode: 0o644 });
  await writeFileAtomic(path, 'new');
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(['state.json']);
});

it('leaves nothing beside a file that it cannot put in its place', async () => {
  mkdirSync(join(folder, 'state.json', 'in the way'), { recursive: true });
  const failure: unknown = await writeFileAtomic(join(folder, 'state.json'), 'a secret').catch(
    (error: unknown) => error,
  );
  expect(['EISDIR', 'ENOTEMPTY', 'EEXIST', 'EPERM']).toContain(systemCode(failure));
  expect(readdirSync(folder)).toEqual(['state.json']);
});

it('tells the word of the system, and none for any other failure', async () => {
  const missing: unknown = await writeFileAtomic(join(folder, 'none', 'x'), '').catch((error: unknown) => error);
  expect(systemCode(missing)).toBe('ENOENT');
  for (const other of [new Error('without'), null, 'ENOENT', undefined]) expect(systemCode(other)).toBeUndefined();
});

it('syncs a folder, and lets one be that is not there', async () => {
  await expect(syncFolder(folder)).resolves.toBeUndefined();
  await expect(syncFolder(join(folder, 'none'))).resolves.toBeUndefined();
});

const makers: readonly (readonly [string, (path: string, mode?: number) => Promise<void>])[] = [
  ['making a folder', makeFolder],
  ['making a folder at once', async (path, mode) => Promise.resolve(makeFolderAtOnce(path, mode))],
];

describe.each(makers)('%s', (_, make) => {
  const refused = (path: string): Promise<string | undefined> => make(path).then(() => 'made', systemCode);

  it('makes those above it too, for the same people, and leaves alone what is there', async () => {
    await make(join(folder, 'a', 'b', 'c'), 0o700);
    for (const name of ['a', 'a/b', 'a/b/c']) expect(statSync(join(folder, name)).mode & 0o777).toBe(0o700);
    mkdirSync(join(folder, 'theirs'), { mode: 0o755 });
    symlinkSync(join(folder, 'theirs'), join(folder, 'link'));
    await make(join(folder, 'link', 'd'), 0o700);
    await make(join(folder, 'link'), 0o700);
    expect(statSync(join(folder, 'theirs')).mode & 0o777).toBe(0o755);
    expect(existsSync(join(folder, 'theirs', 'd'))).toBe(true);
  });

  it('is refused when a file or a dangling link is in the way', async () => {
    writeFileSync(join(folder, 'file'), '');
    symlinkSync(join(folder, 'nowhere'), join(folder, 'dangling'));
    expect(await refused(join(folder, 'file'))).toBe('EEXIST');
    expect(await refused(join(folder, 'file', 'below'))).toBe('ENOTDIR');
    expect(await refused(join(folder, 'dangling', 'below'))).toBe('EEXIST');
    expect(readdirSync(folder).toSorted()).toEqual(['dangling', 'file']);
  });

  it.runIf(existsSync('/proc/self'))('ends where a system has the folder above it and refuses to know it', async () => {
    expect(await refused('/proc/esign/below')).toBe('ENOENT');
  });
});
