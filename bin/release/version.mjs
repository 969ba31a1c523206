// Makes a version of this clone: node bin/release/version.mjs 1.2.3
// Sets it in package.json, the lock file and the program, gives it what is under "Unreleased" in the changelog, writes the
// reference, commits, and tags the commit. Nothing is pushed.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { npm } from './npm.mjs';
import { hasUnreleased } from './package.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const [version = ''] = process.argv.slice(2);
const git = (...words) => execFileSync('git', words, { cwd: root, encoding: 'utf8' });
if (!/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version)) fail(`Invalid version "${version}". Name one such as 1.2.3.`);
if (git('status', '--porcelain') !== '') fail('The clone has changes that are not committed.');
if (git('tag', '--list', `v${version}`) !== '') fail(`The tag v${version} exists already.`);

const changelog = new URL('../../.github/CHANGELOG.md', import.meta.url);
const notes = readFileSync(changelog, 'utf8');
const hasSection = notes.includes(`\n## ${version}\n`);
const isOpen = hasUnreleased(notes);
if (hasSection && isOpen) fail(`.github/CHANGELOG.md has changes under "Unreleased": move them into ${version}.`);
if (!hasSection && !isOpen) fail('.github/CHANGELOG.md has no changes under "Unreleased".');
if (isOpen) writeFileSync(changelog, notes.replace('## Unreleased\n', `## Unreleased\n\n## ${version}\n`));

npm(root, 'version', version, '--no-git-tag-version', '--allow-same-version', '--ignore-scripts');
const program = new URL('../../src/core/platform/version.ts', import.meta.url);
const today = new Date().toISOString().slice(0, 10);
writeFileSync(
  program,
  readFileSync(program, 'utf8')
    .replace(/(const version = ')[^']+/, `$1${version}`)
    .replace(/(const released = ')[^']+/, `$1${today}`),
);
npm(root, 'run', 'reference');
if (git('status', '--porcelain') !== '') git('commit', '--all', '--quiet', '--message', `release: ${version}`);
git('tag', '--annotate', `v${version}`, '--message', `esign ${version}`);
process.stdout.write(`Tagged v${version} in this clone. Check it: node bin/release/check.mjs --tag v${version}\n`);

function fail(why) {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}
