import { mkdirSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { emulatorRecordPath, projectAt, runningProject } from '../../../src/core/config/project.js';
import { newFolder } from '../../support/folder.js';
import { fresh } from '../../support/shared.js';

const folder = fresh(newFolder);

/** Makes a folder below the home folder of the test, with a marker if one is named. */
function make(path: string, marker?: string): string {
  const full = join(folder.path, path);
  mkdirSync(full, { recursive: true });
  if (marker !== undefined) writeFileSync(join(full, marker), '');
  return full;
}
const at = (cwd: string, env: Readonly<Record<string, string>> = {}) => ({ env, home: folder.path, cwd });
/** Records an emulator as `emulator start` does. */
function record(state: string, profile: string | undefined, pid: number): void {
  writeFileSync(emulatorRecordPath(state, profile ?? ''), JSON.stringify({ profile, pid }));
}

describe('a project', () => {
  it.each(['package.json', 'go.mod', 'Gemfile', 'pom.xml', 'build.gradle', 'build.gradle.kts', 'app.csproj', '.git'])(
    'is the nearest folder upwards with %s',
    (marker) => {
      const root = make('shop', marker);
      expect(projectAt(at(make('shop/src/pages')))?.root).toBe(realpathSync(root));
      expect(projectAt(at(make('notes')))).toBeNull();
    },
  );

  it('has a profile by its place: the same through a link, another for another folder of its name', () => {
    const root = make('shop', 'package.json');
    symlinkSync(root, join(folder.path, 'link'));
    const profile = projectAt(at(root))?.profile ?? '';
    expect(profile).toMatch(/^local-shop-[\da-f]{8}$/);
    expect(projectAt(at(join(folder.path, 'link')))?.profile).toBe(profile);
    expect(projectAt(at(make('other/shop', 'package.json')))?.profile).not.toBe(profile);
    expect(projectAt(at(make('naïve café ☕', 'package.json')))?.profile).toMatch(/^local-[\w.-]+-[\da-f]{8}$/);
  });

  it('is never the home folder, and nothing with ESIGN_SHARED', () => {
    writeFileSync(join(folder.path, 'package.json'), '');
    expect(projectAt(at(make('notes')))).toBeNull();
    expect(projectAt(at(make('shop', 'package.json'), { ESIGN_SHARED: '1' }))).toBeNull();
  });
});

describe('the emulator that `local` means', () => {
  it('is that of the nearest project upwards that runs one', () => {
    const state = make('state');
    const outer = projectAt(at(make('shop', 'package.json')));
    const inner = projectAt(at(make('shop/web', 'package.json')));
    expect(runningProject(at(make('shop/web/src')), state)).toBeNull();
    record(state, outer?.profile, process.pid);
    expect(runningProject(at(make('shop/web/src')), state)).toEqual(outer);
    record(state, inner?.profile, process.pid);
    expect(runningProject(at(make('shop/web/src')), state)).toEqual(inner);
    expect(runningProject(at(make('shop/web/src'), { ESIGN_SHARED: '1' }), state)).toBeNull();
    expect(runningProject(at(make('notes')), state)).toBeNull();
  });

  it('is not one that was killed, or whose record cannot be read', () => {
    const state = make('state');
    const root = make('shop', 'package.json');
    const profile = projectAt(at(root))?.profile;
    record(state, profile, 2 ** 30);
    expect(runningProject(at(root), state)).toBeNull();
    writeFileSync(emulatorRecordPath(state, profile ?? ''), '{');
    expect(runningProject(at(root), state)).toBeNull();
  });
});
