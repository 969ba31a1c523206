import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { topicNames } from '../../src/cli/docs-gen/topics.js';
import { packageName } from '../../src/core/platform/version.js';
import { filesUnder } from '../support/project/files-under.js';

const papers = [
  'README.md',
  'src/README.md',
  'test/README.md',
  '.github/CONTRIBUTING.md',
  '.github/SECURITY.md',
  '.github/CHANGELOG.md',
  '.github/VERSIONS.md',
];
const read = (path: string): string => readFileSync(path, 'utf8');

it.each(papers)('every link and picture of %s leads to a file', (paper) => {
  const targets = [...read(paper).matchAll(/\]\(([^)#]+)\)/g)].map(([, target = '']) => target);
  expect(targets.filter((target) => !existsSync(join(dirname(paper), target)))).toEqual([]);
});

it('every text names the entries of the package by its whole name', () => {
  const folders = ['.github', 'bin', 'completions', 'man', 'src', 'test'];
  const texts = ['README.md', ...folders.flatMap((folder) => filesUnder(folder, /./))];
  // A man page has `\-` for a hyphen.
  const namesIn = (file: string): readonly string[] =>
    read(file)
      .replaceAll('\\-', '-')
      .match(/(?<![\w.-])(?:@[\w-]+\/)?esign\/(?:emulator|webhook|contract)\b(?!\/)/g) ?? [];
  const named = texts.flatMap((file) => namesIn(file).map((name) => ({ file, name })));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter(({ name }) => !name.startsWith(`${packageName}/`))).toEqual([]);
});

it('the README names every topic of the help', () => {
  const readme = read('README.md');
  expect(topicNames.filter((name) => !readme.includes(`\`${name}\``) && !readme.includes(`help ${name}`))).toEqual([]);
});

it('the changelog has a section for the version of the package', () => {
  const { version } = JSON.parse(read('package.json')) as { readonly version: string };
  expect(read('.github/CHANGELOG.md').split('\n')).toContain(`## ${version}`);
});

it('test/README.md names only folders and helpers that exist', () => {
  const rows = [...read('test/README.md').matchAll(/^\| `(test\/[\w-]+)`/gm)].map(([, folder = '']) => folder);
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter((folder) => !existsSync(folder))).toEqual([]);
  const helpers = [...read('test/README.md').matchAll(/`([\w-]+(?:\.ts|\/))`/g)].map(([, name = '']) => name);
  const parts = readdirSync('test/support', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(helpers).toEqual(expect.arrayContaining(parts.map(({ name }) => `${name}/`)));
  expect(helpers.filter((name) => !existsSync(`test/support/${name}`))).toEqual([]);
});
