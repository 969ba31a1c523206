import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { filesUnder } from '../support/project/files-under.js';

/** The kinds of test that are named after what they show, not after a file of the program. */
const ownKinds = [
  'acceptance',
  'bench',
  'conformance',
  'examples',
  'fixtures',
  'house',
  'judges',
  'mutation',
  'support',
];

const folders = (folder: string): readonly string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .toSorted();
const testFiles = (folder: string): readonly string[] => filesUnder(folder, /\.test\.ts$/);
const mirrored = testFiles('test').filter((path) => !ownKinds.includes(path.split('/')[1] ?? ''));

describe('the tests mirror the program', () => {
  it.each(mirrored)('%s mirrors a file of the program', (path) => {
    const place = path.replace(/^test\//, 'src/').replace(/(\.full)?\.test\.ts$/, '');
    const folder = dirname(place);
    const named = existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name.replace(/\.\w+$/, ''))) : [];
    expect(named).toContain(place);
  });

  it.each(folders('src'))('src/%s has tests of its own', (folder) => {
    const place = join('test', folder);
    const own = existsSync(place) ? testFiles(place) : [];
    expect(own.length).toBeGreaterThan(0);
  });

  it('a folder of tests is either a kind of its own or named after a folder of the program', () => {
    expect(folders('test').filter((name) => !ownKinds.includes(name) && !existsSync(join('src', name)))).toEqual([]);
  });
});
