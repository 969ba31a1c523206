// Does the main job with what was made, in an empty folder and on any system:
//   node bin/release/try.mjs FILE: a package, or an archive with the executable for this system
//   node bin/release/try.mjs FOLDER: all of those in it
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { npm } from './npm.mjs';
import { manifest } from './package.mjs';

const [given = ''] = process.argv.slice(2);
const found = statSync(given, { throwIfNoEntry: false }) ?? fail(`No such file or folder: "${given}"`);
const isOurs = (name) => name.endsWith('.tgz') || name.includes(`-${process.platform}-${process.arch}.`);
const files = found.isFile() ? [given] : readdirSync(given).filter(isOurs);
if (files.length === 0) fail(`Nothing in ${given} runs on this system.`);
for (const file of files) tryOut(found.isFile() ? resolve(file) : resolve(given, file));

function tryOut(file) {
  process.stdout.write(`${basename(file)}\n`);
  const folder = mkdtempSync(join(tmpdir(), 'esign-try-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const work = join(folder, 'a folder with spaces');
  mkdirSync(work);
  const [program, ...first] = file.endsWith('.tgz') ? installed(file, work) : unpacked(file, work);

  const env = { ...process.env, ESIGN_CONFIG_DIR: join(folder, 'config'), ESIGN_STATE_DIR: join(folder, 'state') };
  const esign = (...words) => execFileSync(program, [...first, ...words], { cwd: work, env, encoding: 'utf8' });
  step('version', () => esign('--version', '--json'));
  step('demo', () => {
    const told = esign('demo', '--output', 'demo');
    if (readFileSync(join(work, 'demo', 'lease-sealed.pdf'), 'latin1').slice(0, 5) !== '%PDF-') fail('no sealed PDF');
    return /\d+ of \d+ deliveries verified/.exec(told)?.[0] ?? fail(told);
  });
  step('a script after `--`', () => `npm ${esign('emulator', 'exec', '--no-snapshot', '--', 'npm', '--version')}`);
  step('the emulator in the background', () => {
    esign('emulator', 'start', '--detach', '--port', '0');
    try {
      return esign('template', 'list', '--profile', 'local', '--json');
    } finally {
      esign('emulator', 'stop');
    }
  });
}

function installed(file, work) {
  writeFileSync(join(work, 'package.json'), '{ "private": true }');
  npm(work, 'install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', file);
  return [process.execPath, join(work, 'node_modules', manifest.name, 'bin', 'esign.js')];
}

/** `tar` of Windows and macOS opens a zip as well. */
function unpacked(file, work) {
  execFileSync('tar', ['-xf', file, '-C', work]);
  const [name] = readdirSync(work);
  return [join(work, name, process.platform === 'win32' ? 'esign.exe' : 'esign')];
}

function step(name, act) {
  const began = performance.now();
  const told = act().trim().split('\n').at(-1);
  process.stdout.write(`  ${name}: ${told} (${((performance.now() - began) / 1000).toFixed(1)} s)\n`);
}

function fail(why) {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}
