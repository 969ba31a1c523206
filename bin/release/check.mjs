// Says whether a release can be made of this clone: node bin/release/check.mjs --tag v1.2.3
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { hasUnreleased, manifest } from './package.mjs';
import { publicAddress } from './public-address.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({ options: { tag: { type: 'string', default: '' } } });
const read = (path) => readFileSync(join(root, path), 'utf8');
const { version } = manifest;
const [, inProgram] = /^export const version = '([^']+)';/m.exec(read('src/core/platform/version.ts')) ?? [];
const status = execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' });

const problems = [
  [
    !/^https:\/\/[^/\s]+\/\S+[^/\s]$/.test(publicAddress ?? ''),
    'The public address is not set. Set it in bin/release/public-address.mjs.',
  ],
  [values.tag !== `v${version}`, `The tag "${values.tag}" does not name the version ${version} of package.json.`],
  [inProgram !== version, `src/core/platform/version.ts has the version ${inProgram}, and package.json ${version}.`],
  [
    !read('.github/CHANGELOG.md').split('\n').includes(`## ${version}`),
    `.github/CHANGELOG.md has no section for ${version}.`,
  ],
  [hasUnreleased(read('.github/CHANGELOG.md')), '.github/CHANGELOG.md has changes under "Unreleased".'],
  [status !== '', 'The clone has changes that are not committed.'],
].filter(([isWrong]) => isWrong);
for (const [, why] of problems) process.stderr.write(`${why}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;
