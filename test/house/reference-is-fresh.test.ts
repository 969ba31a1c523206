import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { referenceFiles } from '../../src/docs-gen/files.js';
import { readTree } from '../../src/docs-gen/node.js';
import { released, version } from '../../src/platform/version.js';
import { wholeTree } from '../support/tree.js';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const read = (path: string): string | null => {
  try {
    return readFileSync(join(root, path), 'utf8');
  } catch {
    return null;
  }
};

it('completions and manual pages are what the command tree says (npm run reference makes them)', async () => {
  const files = referenceFiles(readTree(await wholeTree()), { version, date: released });
  const stale = [...files].filter(([path, text]) => read(path) !== text).map(([path]) => path);
  expect(stale).toEqual([]);
  const there = ['man', 'completions'].flatMap((folder) =>
    readdirSync(join(root, folder)).map((name) => `${folder}/${name}`),
  );
  expect(there.filter((path) => !files.has(path))).toEqual([]);
});

it('the version in the program is the one in package.json', () => {
  expect(JSON.parse(read('package.json') ?? '{}')).toMatchObject({ version });
});
