// Makes everything that is published, from a build: node bin/release/make.mjs [--output FOLDER] [--no-executable]
// The package, the executable for this system, a deb, an SBOM in CycloneDX, the notes of the version, and checksums.
import { createHash } from 'node:crypto';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { publicAddress } from './public-address.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({
  options: { output: { type: 'string', default: 'release' }, executable: { type: 'boolean', default: true } },
  allowNegative: true,
});
const output = resolve(values.output);
rmSync(output, { recursive: true, force: true });
mkdirSync(output, { recursive: true });
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const run = (...words) => execFileSync(process.execPath, words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 });

run(join(root, 'bin', 'release', 'pack.mjs'), '--output', output);
if (values.executable) {
  const name = `esign-${manifest.version}-${process.platform}-${process.arch}`;
  run(join(root, 'bin', 'build', 'executable.mjs'), '--output', join(output, name));
  if (process.platform === 'linux') {
    run(join(root, 'bin', 'release', 'deb.mjs'), '--executable', join(output, name), '--output', output);
  }
}
writeFileSync(join(output, 'sbom.cdx.json'), `${JSON.stringify(sbom(), null, 2)}\n`);
writeFileSync(join(output, 'NOTES.md'), notes());
const sums = readdirSync(output)
  .toSorted()
  .map(
    (name) =>
      `${createHash('sha256')
        .update(readFileSync(join(output, name)))
        .digest('hex')}  ${name}\n`,
  );
writeFileSync(join(output, 'SHA256SUMS'), sums.join(''));
process.stdout.write(sums.join(''));

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
