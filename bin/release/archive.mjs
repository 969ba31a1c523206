// Packs an executable with its manual, completions and licences, for whoever installs by hand:
//   node bin/release/archive.mjs --executable FILE --system OS-CPU [--output FOLDER]
// A zip for Windows, which needs no program to open it, and else a tar.gz.
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { zipSync } from 'fflate';
import { manifest } from './package.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const { values } = parseArgs({
  options: {
    executable: { type: 'string' },
    system: { type: 'string' },
    output: { type: 'string', default: 'release' },
  },
});
const { executable, system } = values;
if (executable === undefined || system === undefined) {
  throw new Error('Name the executable with --executable, and with --system what it runs on.');
}
const isWindows = system.startsWith('win32');
const name = `esign-${manifest.version}-${system}`;
const staged = mkdtempSync(join(tmpdir(), 'esign-archive-'));
process.on('exit', () => rmSync(staged, { recursive: true, force: true }));
const inside = (path) => join(staged, name, path);

mkdirSync(inside('.'));
const program = isWindows ? 'esign.exe' : 'esign';
cpSync(executable, inside(program));
chmodSync(inside(program), 0o755);
for (const file of ['README.md', 'LICENSE']) cpSync(join(root, file), inside(file));
cpSync(join(root, 'dist', 'THIRD-PARTY-LICENCES.txt'), inside('THIRD-PARTY-LICENCES.txt'));
cpSync(join(root, 'completions'), inside('completions'), {
  recursive: true,
  filter: (path) => !path.endsWith('.json'),
});
// Nobody reads a man page on Windows; `esign COMMAND --help` says the same.
if (!isWindows) cpSync(join(root, 'man'), inside('man'), { recursive: true });

const output = resolve(values.output);
mkdirSync(output, { recursive: true });
const target = join(output, `${name}.${isWindows ? 'zip' : 'tar.gz'}`);
if (isWindows) writeFileSync(target, zipSync(contents(staged), { level: 6 }));
else execFileSync('tar', ['-czf', target, '-C', staged, name]);
process.stdout.write(`${target}\n`);

function contents(folder) {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(paths.map((path) => [relative(folder, path).split(sep).join('/'), readFileSync(path)]));
}
