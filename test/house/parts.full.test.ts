import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { filesUnder } from '../support/project/files-under.js';

interface Package {
  readonly scripts: Readonly<Record<string, string>>;
}
const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as Package;

/** The files that vitest runs with the words of a script of the package. */
async function filesOf(script: string): Promise<readonly string[]> {
  const words = scripts[script]!.replace(/^node test\/run\.mjs/, '')
    .replaceAll('"', '')
    .split(' ');
  const chosen = words.filter((word) => word !== '' && word !== '--checks');
  const { stdout } = await execa('node_modules/.bin/vitest', [
    'list',
    ...chosen,
    '--config',
    '.vitest.mts',
    '--filesOnly',
    '--json',
  ]);
  return (JSON.parse(stdout) as readonly { readonly file: string }[]).map(({ file }) => relative('.', file)).toSorted();
}

it('each test file is run by either `npm test` or `npm run test:rest`, and by `npm run test:full`', async () => {
  const all = filesUnder('test', /\.test\.[a-z]+$/);
  expect(all.length).toBeGreaterThan(700);
  expect(await filesOf('test:full')).toEqual(all);
  expect([...(await filesOf('test')), ...(await filesOf('test:rest'))].toSorted()).toEqual(all);
});

it('`npm test` and `npm run test:full` run the checks beside the tests', () => {
  expect(['test', 'test:full', 'test:rest'].filter((name) => scripts[name]!.includes('--checks'))).toEqual([
    'test',
    'test:full',
  ]);
});
