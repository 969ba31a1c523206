// Packs the package that is published: node bin/release/pack.mjs [--output FOLDER]
// Prints what `npm pack --json` prints. The build has to be there: npm run build
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { npm } from './npm.mjs';
import { manifest as own } from './package.mjs';
import { publicAddress } from './public-address.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({ options: { output: { type: 'string', default: '.' } } });
const output = resolve(values.output);
if (!existsSync(join(root, 'dist', 'main.cjs'))) {
  process.stderr.write('Build the program first: npm run build\n');
  process.exit(1);
}

/** What only a clone needs. npm warns whoever installs a package that has a `prepare`. */
const ofClone = ['scripts', 'devDependencies', 'workspaces', 'overrides', 'scarfSettings'];

const npmPack = (cwd, ...words) => npm(cwd, 'pack', '--ignore-scripts', '--json', ...words);

function addressed(manifest, address) {
  if (address === null) return manifest;
  return {
    ...manifest,
    homepage: `${address}#readme`,
    bugs: { url: `${address}/issues` },
    repository: { type: 'git', url: `git+${address}.git` },
  };
}

const staged = mkdtempSync(join(tmpdir(), 'esign-pack-'));
process.on('exit', () => rmSync(staged, { recursive: true, force: true }));
// Wholly, as packing once takes half as long as asking npm for the list first: it leaves out what `files` excludes.
/** Made here: agents of other projects look for them at the top of a package. */
const made = ['llms.txt', 'skills'];
const isPath = (name) => !name.startsWith('!');
for (const path of ['LICENSE', 'README.md', ...own.files.filter(isPath)].filter((each) => !made.includes(each))) {
  cpSync(join(root, path), join(staged, path), { recursive: true });
}
execFileSync(process.execPath, [join(root, 'dist', 'reference.cjs'), '--for-agents', staged], { stdio: 'inherit' });
const published = Object.fromEntries(Object.entries(own).filter(([name]) => !ofClone.includes(name)));
const manifest = addressed(published, publicAddress);
writeFileSync(join(staged, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
mkdirSync(output, { recursive: true });
process.stdout.write(npmPack(staged, '--pack-destination', output));
