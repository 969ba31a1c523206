// Publishes the package of a release: NPM_TOKEN=… node bin/release/publish.mjs FOLDER [--dry-run]
// The token goes into a file of its own that ends with the run, never into an argument. The same package that is
// published already is left as it is, so that a run that ended later can be repeated.
import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { npm } from './npm.mjs';
import { manifest, packedName } from './package.mjs';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'dry-run': { type: 'boolean' } } });
const [folder] = positionals;
const isTry = values['dry-run'] === true;
const token = process.env.NPM_TOKEN ?? '';
const file = resolve(folder ?? '.', packedName);
if (folder === undefined) fail('Name the folder of the release.');
if (!existsSync(file)) fail(`${folder} has no ${packedName}.`);
if (token === '' && !isTry) fail('Set NPM_TOKEN, with which the package is published.');

const id = `${manifest.name}@${manifest.version}`;
const published = isTry ? null : publishedIntegrity();
if (published === integrityOf(file)) {
  process.stdout.write(`${id} is published already.\n`);
  process.exit();
}
if (published !== null) fail(`${id} is published already with other content.`);

const settings = mkdtempSync(join(tmpdir(), 'esign-publish-'));
process.on('exit', () => rmSync(settings, { recursive: true, force: true }));
const registry = npm('.', 'config', 'get', 'registry')
  .trim()
  .replace(/^https?:/, '');
const userConfig = join(settings, 'npmrc');
writeFileSync(userConfig, token === '' ? '' : `${registry}:_authToken=${token}\n`, { mode: 0o600 });
const words = ['publish', file, '--ignore-scripts', '--userconfig', userConfig];
process.stdout.write(npm('.', ...words, ...(isTry ? ['--dry-run', '--provenance=false'] : [])));

/** Null for a version that is not published. */
function publishedIntegrity() {
  try {
    const told = npm('.', 'view', id, 'dist.integrity', '--json', '--silent').trim();
    return told === '' ? null : JSON.parse(told);
  } catch ({ stdout }) {
    const { error } = JSON.parse(stdout);
    if (error.code === 'E404') return null;
    return fail(`Cannot read whether ${id} is published: ${error.summary}`);
  }
}

function integrityOf(path) {
  return `sha512-${createHash('sha512').update(readFileSync(path)).digest('base64')}`;
}

function fail(why) {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}
