// Publishes the package of a release: NPM_TOKEN=… node bin/release/publish.mjs FOLDER [--dry-run]
// The token goes into a file of its own that ends with the run, never into an argument.
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { npm } from './npm.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'dry-run': { type: 'boolean' } } });
const [folder] = positionals;
const packages = folder === undefined ? [] : readdirSync(folder).filter((name) => /^esign-.*\.tgz$/.test(name));
const token = process.env.NPM_TOKEN ?? '';
const problem =
  folder === undefined
    ? 'Name the folder of the release.'
    : packages.length !== 1
      ? `There must be one package in ${folder}, and there are ${packages.length}.`
      : token === '' && values['dry-run'] !== true
        ? 'Set NPM_TOKEN, with which the package is published.'
        : null;
if (problem !== null) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}

const settings = mkdtempSync(join(tmpdir(), 'esign-publish-'));
process.on('exit', () => rmSync(settings, { recursive: true, force: true }));
const registry = npm('.', 'config', 'get', 'registry')
  .trim()
  .replace(/^https?:/, '');
const userConfig = join(settings, 'npmrc');
writeFileSync(userConfig, token === '' ? '' : `${registry}:_authToken=${token}\n`, { mode: 0o600 });
const words = ['publish', resolve(folder, packages[0]), '--userconfig', userConfig];
process.stdout.write(npm('.', ...words, ...(values['dry-run'] === true ? ['--dry-run', '--provenance=false'] : [])));
