// Makes a package for Debian and its kin of an executable:
//   node bin/release/deb.mjs --executable FILE --system linux-CPU [--output FOLDER]
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { manifest } from './package.mjs';
import { publicAddress } from './public-address.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({
  options: {
    executable: { type: 'string' },
    system: { type: 'string' },
    output: { type: 'string', default: 'release' },
  },
});
if (values.executable === undefined || values.system === undefined) {
  throw new Error('Name the executable with --executable, and with --system what it runs on.');
}
const { version, description, author } = manifest;
const architecture = { 'linux-x64': 'amd64', 'linux-arm64': 'arm64' }[values.system];
if (architecture === undefined) throw new Error(`Debian has no architecture for ${values.system}.`);
const staged = mkdtempSync(join(tmpdir(), 'esign-deb-'));
process.on('exit', () => rmSync(staged, { recursive: true, force: true }));
// dpkg refuses a root that only its owner can read.
chmodSync(staged, 0o755);

put('usr/bin/esign', readFileSync(values.executable), 0o755);
for (const page of readdirSync(join(root, 'man'))) {
  put(`usr/share/man/man${page.at(-1)}/${page}.gz`, gzipSync(readFileSync(join(root, 'man', page)), { level: 9 }));
}
for (const [script, place] of [
  ['esign.bash', 'bash-completion/completions/esign'],
  ['_esign', 'zsh/vendor-completions/_esign'],
  ['esign.fish', 'fish/vendor_completions.d/esign.fish'],
]) {
  put(`usr/share/${place}`, readFileSync(join(root, 'completions', script)));
}
put('usr/share/doc/esign/copyright', readFileSync(join(root, 'LICENSE')));
cpSync(join(root, 'dist', 'THIRD-PARTY-LICENCES.txt'), join(staged, 'usr/share/doc/esign/THIRD-PARTY-LICENCES.txt'));
put(
  'DEBIAN/control',
  [
    'Package: esign',
    // A tilde sorts a pre-release before its version.
    `Version: ${version.replace('-', '~')}`,
    `Architecture: ${architecture}`,
    `Maintainer: ${author} <noreply@${publicAddress === null ? 'localhost' : new URL(publicAddress).hostname}>`,
    'Section: utils',
    'Priority: optional',
    'Depends: libc6 (>= 2.28), libstdc++6',
    ...(publicAddress === null ? [] : [`Homepage: ${publicAddress}`]),
    `Description: ${description}`,
    '',
  ].join('\n'),
);
const target = join(resolve(values.output), `esign_${version.replace('-', '~')}_${architecture}.deb`);
mkdirSync(dirname(target), { recursive: true });
// What is in it hardly packs any further.
execFileSync('dpkg-deb', ['--build', '--root-owner-group', '-Zgzip', '-z1', staged, target], { encoding: 'utf8' });
process.stdout.write(`${target}\n`);

function put(path, bytes, mode = 0o644) {
  mkdirSync(dirname(join(staged, path)), { recursive: true, mode: 0o755 });
  writeFileSync(join(staged, path), bytes);
  chmodSync(join(staged, path), mode);
}
