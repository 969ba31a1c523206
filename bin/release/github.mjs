// Publishes a release on GitHub with all files of a folder: node bin/release/github.mjs FOLDER --tag v1.2.3
// It is a draft until all files are there. A run that ended before is continued; a published release is left as it is.
import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({ allowPositionals: true, options: { tag: { type: 'string' } } });
const [folder] = positionals;
const { tag } = values;
if (folder === undefined || tag === undefined) {
  process.stderr.write('Name the folder of the release, and its tag with --tag.\n');
  process.exit(1);
}
const gh = (...words) => execFileSync('gh', words, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });

const releases = JSON.parse(gh('release', 'list', '--limit', '100', '--json', 'tagName,isDraft'));
const found = releases.find(({ tagName }) => tagName === tag);
if (found?.isDraft === false) {
  process.stdout.write(`${tag} is published already.\n`);
  process.exit();
}
if (found === undefined) {
  const notes = ['--title', tag, '--notes-file', join(folder, 'NOTES.md')];
  gh('release', 'create', tag, '--draft', '--verify-tag', ...notes);
}
const files = readdirSync(folder).toSorted();
gh('release', 'upload', tag, ...files.map((name) => join(folder, name)), '--clobber');
gh('release', 'edit', tag, '--draft=false');
process.stdout.write(`Published ${tag} with ${files.length} files.\n`);
