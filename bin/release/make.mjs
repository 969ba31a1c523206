// Makes everything that is published, from a build:
//   node bin/release/make.mjs [--output FOLDER] [--system OS-CPU]... [--only-executables]
// The package, an archive with the executable for each system (none: no executable; `own`: this one), a deb for each
// Linux, an SBOM in CycloneDX, the notes of the version, what installs it (installers.mjs), and checksums.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { manifest } from './package.mjs';
import { publicAddress } from './public-address.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({
  options: {
    output: { type: 'string', default: 'release' },
    system: { type: 'string', multiple: true, default: [] },
    'only-executables': { type: 'boolean', default: false },
  },
});
const output = resolve(values.output);
rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
const script = (name) => join(root, 'bin', name);
const run = (...words) => execFileSync(process.execPath, words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });

const work = mkdtempSync(join(tmpdir(), 'esign-release-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
for (const asked of values.system) {
  const isOwn = asked === 'own';
  const system = isOwn ? `${process.platform}-${process.arch}` : asked;
  const executable = join(work, system, system.startsWith('win32') ? 'esign.exe' : 'esign');
  run(script('build/executable.mjs'), '--output', executable, ...(isOwn ? [] : ['--system', system]));
  const about = ['--executable', executable, '--system', system, '--output', output];
  run(script('release/archive.mjs'), ...about);
  if (system.startsWith('linux')) run(script('release/deb.mjs'), ...about);
}
if (!values['only-executables']) {
  run(script('release/pack.mjs'), '--output', output);
  writeFileSync(join(output, 'sbom.cdx.json'), `${JSON.stringify(sbom(), null, 2)}\n`);
  writeFileSync(join(output, 'NOTES.md'), notes());
  run(script('release/installers.mjs'), output);
}
process.stdout.write(run(script('release/sums.mjs'), output));

/** What is bundled and what is installed along with it. Each is a package of npm, of one version. */
function sbom() {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const bundled = readFileSync(join(root, 'dist', 'THIRD-PARTY-LICENCES.txt'), 'utf8')
    .split(`${'-'.repeat(80)}\n\n`)
    .map((text) => /^(\S+) (\S+) \((.*)\)$/m.exec(text))
    .map(([, name, version, licence]) => ({ name, version, licence }));
  const installed = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && dev !== true && link !== true)
    .map(([path, { version, license: licence, integrity, optional }]) => ({
      name: path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version,
      licence,
      integrity,
      optional,
    }));
  const of = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`;
  const all = new Map([...bundled, ...installed].map((each) => [of(each), each]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': of(manifest),
        name: manifest.name,
        version: manifest.version,
        purl: of(manifest),
        licenses: [{ expression: manifest.license }],
        ...(publicAddress === null ? {} : { externalReferences: [{ type: 'vcs', url: publicAddress }] }),
      },
    },
    components: [...all]
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([purl, each]) => component(purl, each)),
    dependencies: [{ ref: of(manifest), dependsOn: [...all.keys()].toSorted() }],
  };
}

function component(purl, { name, version, licence, integrity, optional }) {
  const [, hash] = /^sha512-(\S+)$/.exec(integrity ?? '') ?? [];
  return {
    type: 'library',
    'bom-ref': purl,
    name,
    version,
    purl,
    scope: optional === true ? 'optional' : 'required',
    ...(licence === undefined ? {} : { licenses: [{ expression: licence }] }),
    ...(hash === undefined
      ? {}
      : { hashes: [{ alg: 'SHA-512', content: Buffer.from(hash, 'base64').toString('hex') }] }),
  };
}

/** The section of the changelog. */
function notes() {
  const [, text] = readFileSync(join(root, '.github', 'CHANGELOG.md'), 'utf8').split(`\n## ${manifest.version}\n`);
  if (text === undefined) throw new Error(`.github/CHANGELOG.md has no section for ${manifest.version}`);
  return `${text.split('\n## ')[0].trim()}\n`;
}
