import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  makeFolder,
  makeFolderAtOnce,
  systemCode,
  syncFolder,
  writeFileAtomic,
} from '../../../src/core/platform/durable-file.js';
import { fresh } from '../../support/shared.js';
import { newFolder } from '../../support/folder.js';

const folder = fresh(newFolder);

it('replaces a file as a whole, for its owner alone', async () => {
  const path = join(folder.path, 'state.json');
  writeFileSync(path, 'what was there before, and longer', { mode: 0o644 });
  await writeFileAtomic(path, 'new');
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder.path)).toEqual(['state.json']);
});

it('leaves nothing beside a file that it cannot put in its place', async () => {
  mkdirSync(join(folder.path, 'state.json', 'in the way'), { recursive: true });
  const failure: unknown = await writeFileAtomic(join(folder.path, 'state.json'), 'a secret').catch(
    (error: unknown) => error,
  );
  expect(['EISDIR', 'ENOTEMPTY', 'EEXIST', 'EPERM']).toContain(systemCode(failure));
  expect(readdirSync(folder.path)).toEqual(['state.json']);
});

it('tells the word of the system, and none for any other failure', async () => {
  const missing: unknown = await writeFileAtomic(join(folder.path, 'none', 'x'), '').catch((error: unknown) => error);
  expect(systemCode(missing)).toBe('ENOENT');
  for (const other of [new Error('without'), null, 'ENOENT', undefined]) expect(systemCode(other)).toBeUndefined();
});

it('syncs a folder, and lets one be that is not there', async () => {
  await expect(syncFolder(folder.path)).resolves.toBeUndefined();
  await expect(syncFolder(join(folder.path, 'none'))).resolves.toBeUndefined();
});

const makers: readonly (readonly [string, (path: string, mode?: number) => Promise<void>])[] = [
  ['making a folder', makeFolder],
  ['making a folder at once', async (path, mode) => Promise.resolve(makeFolderAtOnce(path, mode))],
];

describe.each(makers)('%s', (_, make) => {
  const refused = (path: string): Promise<string | undefined> => make(path).then(() => 'made', systemCode);

  it('makes those above it too, for the same people, and leaves alone what is there', async () => {
    await make(join(folder.path, 'a', 'b', 'c'), 0o700);
    for (const name of ['a', 'a/b', 'a/b/c']) expect(statSync(join(folder.path, name)).mode & 0o777).toBe(0o700);
    mkdirSync(join(folder.path, 'theirs'), { mode: 0o755 });
    symlinkSync(join(folder.path, 'theirs'), join(folder.path, 'link'));
    await make(join(folder.path, 'link', 'd'), 0o700);
    await make(join(folder.path, 'link'), 0o700);
    expect(statSync(join(folder.path, 'theirs')).mode & 0o777).toBe(0o755);
    expect(existsSync(join(folder.path, 'theirs', 'd'))).toBe(true);
  });

  it('is refused when a file or a dangling link is in the way', async () => {
    writeFileSync(join(folder.path, 'file'), '');
    symlinkSync(join(folder.path, 'nowhere'), join(folder.path, 'dangling'));
    expect(await refused(join(folder.path, 'file'))).toBe('EEXIST');
    expect(await refused(join(folder.path, 'file', 'below'))).toBe('ENOTDIR');
    expect(await refused(join(folder.path, 'dangling', 'below'))).toBe('EEXIST');
    expect(readdirSync(folder.path).toSorted()).toEqual(['dangling', 'file']);
  });

  it.runIf(existsSync('/proc/self'))('ends where a system has the folder above it and refuses to know it', async () => {
    expect(await refused('/proc/esign/below')).toBe('ENOENT');
  });
});
