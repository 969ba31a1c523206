// Builds the single-file executable: Node itself, with the built program and the packages that it loads.
//   npm run build:executable -- [--system OS-CPU | --node FILE] [--output FILE] [--quality 0-11] | --list
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';
import { fetchSystem, foreignSystems } from './foreign-system.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const root = join(here, '..', '..');
const { values } = parseArgs({
  options: {
    system: { type: 'string' },
    node: { type: 'string' },
    output: { type: 'string', short: 'o' },
    quality: { type: 'string', default: '9' },
    list: { type: 'boolean', default: false },
  },
});
const sentinel = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
const system = values.system ?? `${process.platform}-${process.arch}`;
const isWindows = system.startsWith('win32');
const target = resolve(values.output ?? join(root, 'executable', isWindows ? 'esign.exe' : 'esign'));

if (!existsSync(join(root, 'dist', 'main.cjs'))) fail('Build the program first: npm run build');
if (values.system !== undefined && !foreignSystems.includes(system)) {
  fail(`--system is one of ${foreignSystems.join(', ')}; for a Mac, build on one.`);
}
const work = mkdtempSync(join(tmpdir(), 'esign-executable-'));
process.on('exit', () => rmSync(work, { recursive: true, force: true }));
// The Node that is put into the file, and the one that makes the blob: both have to be of one version.
const { home, node, maker } = values.system === undefined ? ofThisSystem() : fetchSystem(system, join(work, 'fetched'));
if (!values.list && !readFileSync(node).includes(sentinel)) {
  fail(`${node} cannot carry a program: take the one that nodejs.org gives out, and name it with --node.`);
}

function ofThisSystem() {
  const own = realpathSync(resolve(values.node ?? process.execPath));
  return { home: root, node: own, maker: own };
}

/** What nobody loads: types, source maps, and other kinds of the same module are left where they are. */
const unused = /\.(map|md|d\.[cm]?ts|ts|flow)$|(^|\/)(test|tests|docs|example|examples|\.github)\//;

/** Licences go along with what they are about. */
const licence = /(^|\/)(licen[cs]e|copying|notice)[^/]*$/i;

/** The packages that the program loads from node_modules, and what they load in turn. */
function packagesOf(manifest, from, found = new Map()) {
  for (const name of Object.keys({ ...manifest.dependencies, ...manifest.optionalDependencies })) {
    const folder = folderOf(name, from);
    if (folder === null) {
      // An optional package for another system is not installed.
      if (manifest.optionalDependencies?.[name] !== undefined) continue;
      fail(`${name} is not installed: npm ci`);
    }
    if (found.has(folder)) continue;
    found.set(folder, name);
    packagesOf(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')), folder, found);
  }
  return found;
}

function folderOf(name, from) {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name);
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (at === home || dirname(at) === at) return null;
  }
}

/** The files of a folder of `base`, by the paths that they have in the executable. */
function filesIn(base, folder, keep = () => true) {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => ({ file, path: relative(base, file).split(sep).join('/') }))
    .filter(({ path }) => keep(path))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1));
}

const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const own = ['dist', 'completions', 'man'].flatMap((folder) =>
  filesIn(root, join(root, folder), (path) => !/^dist\/(types\/|reference\.cjs$|modules\.json$)/.test(path)),
);
const packages = [...packagesOf(manifest, home).keys()].flatMap((folder) =>
  filesIn(
    home,
    folder,
    (path) =>
      (licence.test(path) || !unused.test(path)) && !relative(folder, join(home, path)).startsWith('node_modules'),
  ),
);
const top = ['package.json', 'LICENSE', 'bin/esign.js'].map((path) => ({ file: join(root, path), path }));
const files = [...top, ...own, ...packages].map(({ file, path }) => {
  const bytes = readFileSync(file);
  return { path, size: bytes.length, bytes };
});
if (values.list) {
  process.stdout.write(files.map(({ path }) => `${path}\n`).join(''));
  process.exit(0);
}
const all = Buffer.concat(files.map(({ bytes }) => bytes));

const at = (name) => join(work, name);
writeFileSync(
  at('manifest.json'),
  JSON.stringify({
    digest: createHash('sha256').update(all).digest('hex'),
    // The program forks these; nothing else in the folder is ever run by its name.
    scripts: ['bin/esign.js', 'dist/reaper.cjs'],
    files: files.map(({ path, size }) => ({ path, size })),
  }),
);
writeFileSync(
  at('files.br'),
  brotliCompressSync(all, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: Number(values.quality),
      [constants.BROTLI_PARAM_SIZE_HINT]: all.length,
    },
  }),
);
writeFileSync(
  at('sea.json'),
  JSON.stringify({
    main: join(here, 'executable-main.cjs'),
    output: at('esign.blob'),
    disableExperimentalSEAWarning: true,
    assets: { manifest: at('manifest.json'), files: at('files.br') },
  }),
);
const made = spawnSync(maker, ['--experimental-sea-config', at('sea.json')], { encoding: 'utf8' });
if (made.status !== 0) fail(`Node could not make the blob:\n${made.stderr}`);
const { inject } = await import('postject');
copyFileSync(node, at('esign'));
chmodSync(at('esign'), 0o755);
const isMac = system.startsWith('darwin');
// A Mac runs no program whose signature does not fit it.
if (isMac) execFileSync('codesign', ['--remove-signature', at('esign')]);
await inject(at('esign'), 'NODE_SEA_BLOB', readFileSync(at('esign.blob')), {
  sentinelFuse: sentinel,
  ...(isMac ? { machoSegmentName: 'NODE_SEA' } : {}),
});
if (isMac) execFileSync('codesign', ['--sign', '-', at('esign')]);

mkdirSync(dirname(target), { recursive: true });
const fresh = `${target}.${process.pid}`;
copyFileSync(at('esign'), fresh);
chmodSync(fresh, 0o755);
renameSync(fresh, target);
const mebibytes = (readFileSync(target).length / 1024 / 1024).toFixed(1);
process.stdout.write(
  `${relative(process.cwd(), target)}: ${mebibytes} MiB, ${files.length} files of ${manifest.name} ${manifest.version} in it\n`,
);

function fail(why) {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}
