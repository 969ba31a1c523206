// Start-up: each command and a bare `node -e 0` in turn, as the ratio of each pair.
import { line, median, program, range, startEmulator, stop, wall } from './figures.mjs';
import { envelopeIn } from './load.mjs';

const pairs = 15;

function ratios(args, environment) {
  const measured = [];
  wall(['-e', '0'], environment);
  wall(args, environment);
  for (let pair = 0; pair < pairs; pair += 1) {
    const bare = wall(['-e', '0'], environment);
    measured.push({ bare, own: wall(args, environment) });
  }
  return measured;
}

function report(name, measured) {
  const each = measured.map(({ bare, own }) => own / bare);
  const milliseconds = median(measured.map(({ own }) => own)).toFixed(0);
  return line(name, `${median(each).toFixed(2)} x`, `${range(each)}, ${milliseconds} ms`);
}

export async function measureStart(environment) {
  const lines = [`Start-up, as a multiple of node -e 0 (median of ${pairs} pairs)`];
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
  } finally {
    await stop(child);
  }
  return lines;
}
