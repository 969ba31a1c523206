// Start-up: each command and a bare `node -e 0` in turn, as the ratio of each pair.
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { line, median, program, range, startEmulator, stop, wall } from './figures.mjs';
import { envelopeIn } from './load.mjs';

const pairs = 15;
/** Command lines by others, measured in the same way where they are on the PATH; slow ones in fewer pairs. */
const peers = ['gh', 'vercel', 'hookdeck', 'resend', 'smee', 'twilio', 'wrangler', 'netlify', 'aws'];
const peerPairs = 5;

function ratios(args, environment, { command = process.execPath, count = pairs } = {}) {
  const measured = [];
  wall(['-e', '0'], environment);
  // The first run of a command keeps its text, the second what V8 made of it.
  for (let time = 0; time < 2; time += 1) wall(args, environment, command);
  for (let pair = 0; pair < count; pair += 1) {
    const bare = wall(['-e', '0'], environment);
    measured.push({ bare, own: wall(args, environment, command) });
  }
  return measured;
}

function report(name, measured) {
  const each = measured.map(({ bare, own }) => own / bare);
  const milliseconds = median(measured.map(({ own }) => own)).toFixed(0);
  return line(name, `${median(each).toFixed(2)} x`, `${range(each)}, ${milliseconds} ms`);
}

export async function measureStart(environment) {
  const lines = [`Start-up, as a multiple of node -e 0 (median of ${pairs} pairs; of peers: ${peerPairs})`];
  lines.push(report('esign --version', ratios([program, '--version'], environment)));
  lines.push(report('esign --help', ratios([program, '--help'], environment)));
  lines.push(report('esign completion bash', ratios([program, 'completion', 'bash'], environment)));
  const values = [program, 'completion', 'values', 'profiles'];
  lines.push(report('names of profiles for Tab', ratios(values, environment)));
  const { ready, child } = await startEmulator(environment, `${environment.ESIGN_STATE_DIR}-start`);
  try {
    const id = await envelopeIn(ready);
    const get = [program, 'envelope', 'get', id, '--profile', 'local'];
    lines.push(report('esign envelope get', ratios(get, environment)));
    const anew = { ...environment, NODE_DISABLE_COMPILE_CACHE: '1' };
    lines.push(report('esign envelope get, compiled anew', ratios(get, anew)));
  } finally {
    await stop(child);
  }
  return [...lines, ...besides(environment)];
}

function besides(environment) {
  const here = peers.flatMap((name) => {
    const command = onPath(name, environment);
    return command === null ? [] : [{ name, command }];
  });
  const missing = peers.filter((name) => !here.some((peer) => peer.name === name));
  const lines = here.flatMap(({ name, command }) =>
    ['--version', '--help'].map((flag) => peerLine(`${name} ${flag}`, [flag], environment, command)),
  );
  return missing.length === 0 ? lines : [...lines, `Not on the PATH, so not beside it: ${missing.join(', ')}`];
}

function peerLine(name, args, environment, command) {
  try {
    return report(name, ratios(args, environment, { command, count: peerPairs }));
  } catch (error) {
    return line(name, 'failed', String(error.message).split('\n', 1)[0]);
  }
}

function onPath(name, environment) {
  for (const folder of (environment.PATH ?? '').split(delimiter)) {
    try {
      const file = join(folder, name);
      accessSync(file, constants.X_OK);
      return file;
    } catch {
      // Not in this folder.
    }
  }
  return null;
}
