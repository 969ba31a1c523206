// Installs a packed file into an empty folder and does the main job with it, on any system:
//   node bin/release/try.mjs FILE, or the folder that it is in
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { npm } from './npm.mjs';

const [given = ''] = process.argv.slice(2);
const found = statSync(given, { throwIfNoEntry: false }) ?? fail(`No such file or folder: "${given}"`);
const file = found.isFile() ? given : join(given, readdirSync(given).find((name) => name.endsWith('.tgz')) ?? '');
const folder = mkdtempSync(join(tmpdir(), 'esign-try-'));
const work = join(folder, 'a folder with spaces');
mkdirSync(work);
process.on('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
writeFileSync(join(work, 'package.json'), '{ "private": true }');
npm(work, 'install', '--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts', resolve(file));

const env = { ...process.env, ESIGN_CONFIG_DIR: join(folder, 'config'), ESIGN_STATE_DIR: join(folder, 'state') };
const program = join(work, 'node_modules', 'esign', 'bin', 'esign.js');
const esign = (...words) => execFileSync(process.execPath, [program, ...words], { cwd: work, env, encoding: 'utf8' });

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

function step(name, act) {
  const began = performance.now();
  const told = act().trim().split('\n').at(-1);
  process.stdout.write(`${name}: ${told} (${((performance.now() - began) / 1000).toFixed(1)} s)\n`);
}

function fail(why) {
  process.stderr.write(`${why}\n`);
  process.exit(1);
}
