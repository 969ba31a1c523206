import { chmodSync, mkdirSync, symlinkSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isTrusted } from '../../../src/core/launcher/trusted.js';
import { fresh } from '../../support/shared.js';
import { newFolder } from '../../support/folder.js';

const above = fresh(newFolder);
const uid = process.getuid?.();

const folder = (...names: readonly string[]): string => {
  const path = join(above.path, ...names);
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return path;
};
const trusted = (path: string, whose: { cwd?: string; home?: string } = {}): boolean =>
  isTrusted(path, { uid, cwd: folder('work'), home: folder('home'), ...whose });

describe('code may be kept', () => {
  it('in a folder of the user, there or not yet', () => {
    expect(trusted(folder('cache'))).toBe(true);
    expect(trusted(join(above.path, 'not', 'yet'))).toBe(true);
  });

  it('below the home folder, also while that is the working folder', () => {
    expect(trusted(folder('home', '.cache'), { cwd: folder('home') })).toBe(true);
    expect(trusted(folder('home', '.cache'), { cwd: '/' })).toBe(true);
  });
});

describe('code may not be kept', () => {
  it('in a relative folder', () => {
    expect(trusted(relative(process.cwd(), folder('cache')))).toBe(false);
  });

  it('in the working folder, also by way of a link', () => {
    expect(trusted(folder('work'))).toBe(false);
    expect(trusted(folder('work', '.cache'))).toBe(false);
    symlinkSync(folder('work'), join(above.path, 'link'));
    expect(trusted(join(above.path, 'link', 'cache'))).toBe(false);
    expect(trusted(folder('workshop'))).toBe(true);
  });

  it('in a repository, however deep', () => {
    folder('clone', '.git');
    expect(trusted(folder('clone', 'node_modules', '.cache'))).toBe(false);
  });

  it.skipIf(uid === undefined)('where somebody else can change a folder on the way', () => {
    const path = folder('shared', 'mine', 'cache');
    expect(trusted(path)).toBe(true);
    chmodSync(join(above.path, 'shared'), 0o777);
    expect(trusted(path)).toBe(false);
    chmodSync(join(above.path, 'shared'), 0o1777);
    expect(trusted(path)).toBe(true);
    chmodSync(join(above.path, 'shared'), 0o770);
    expect(trusted(path)).toBe(false);
  });

  it.skipIf(uid === undefined)('where a folder on the way is somebody else’s', () => {
    const path = folder('cache');
    expect(isTrusted(path, { uid: (uid ?? 0) + 1, cwd: folder('work'), home: folder('home') })).toBe(uid === 0);
  });
});
