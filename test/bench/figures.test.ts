import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const { linesOf, median, parseOptions, percentile, ratios, rowOf, spread } = await import('./figures.mjs');

const parts = ['start', 'listen', 'emulator'];

describe('the options of the benchmark', () => {
  it('run every part when nothing is given', () => {
    expect(parseOptions([], parts)).toEqual({
      only: parts,
      rounds: 4,
      scale: 1,
      against: null,
      json: false,
      help: false,
    });
  });

  it('name parts, a commit, rounds and a scale, with a space or an equals sign', () => {
    const words = ['--only', 'emulator, listen', '--json', '--against=9d04eeb', '--rounds', '7', '--scale=0.5'];
    expect(parseOptions(words, parts)).toMatchObject({
      only: ['listen', 'emulator'],
      json: true,
      against: '9d04eeb',
      rounds: 7,
      scale: 0.5,
    });
  });

  it.each([
    [['--only', 'lists'], 'There is no part "lists"; the parts are start, listen, emulator.'],
    [['--only'], '--only needs a value.'],
    [['--rounds', '1.5'], '--rounds must be a whole number.'],
    [['--scale', '0'], '--scale must be a number above 0, not "0".'],
    [['--fast'], 'There is no option --fast.'],
  ])('are refused with what is wrong: %j', (words, message) => {
    expect(() => parseOptions(words, parts)).toThrow(message);
  });
});

describe('npm run bench', () => {
  const run = (...words: readonly string[]) =>
    spawnSync(process.execPath, [join(import.meta.dirname, 'run.mjs'), ...words], { encoding: 'utf8' });

  it('shows its options', () => {
    expect(run('--help')).toMatchObject({ status: 0, stdout: expect.stringContaining('--against <commit>') });
  });

  it('refuses a part that it does not have with exit code 2, and names those it has', () => {
    const stderr = expect.stringContaining('There is no part "speed"; the parts are start, listen, emulator');
    expect(run('--only', 'speed')).toMatchObject({ status: 2, stdout: '', stderr });
  });
});

describe('the statistics of the benchmark', () => {
  it('have the middle, the ends and a percentile', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median([4, 1, 9, 2])).toBe(3);
    expect(spread([3, 1, 2])).toEqual({ median: 2, low: 1, high: 3 });
    const hundred = Array.from({ length: 100 }, (_, at) => 100 - at);
    expect(percentile(hundred, 0.99)).toBe(100);
    expect(percentile(hundred, 0.5)).toBe(51);
    expect(percentile([7], 1)).toBe(7);
  });

  it('compare round by round, so that a slow round disturbs no ratio', () => {
    expect(ratios([20, 200, 20], [10, 100, 10])).toEqual({ median: 2, low: 2, high: 2 });
  });
});

describe('a row of the benchmark', () => {
  const sample = (cpu: number, figures = {}) => ({ cpu, operations: 10, figures });
  const one = { part: 'listen', name: 'acknowledged', unit: 'delivery', bare: 'bare server' };
  const samples = {
    ours: [sample(1_000, { '/s': 500 }), sample(3_000, { '/s': 700 })],
    control: [sample(1_100), sample(3_300)],
    bare: [sample(500), sample(1_500)],
    against: [sample(2_000), sample(6_000)],
    smee: [sample(4_000, { '/s': 90 }), sample(4_000, { '/s': 110 })],
  };

  it('has CPU microseconds an operation, ratios to baseline, control and other commit, figures and peers', () => {
    expect(rowOf(one, samples, ['smee'])).toEqual({
      part: 'listen',
      name: 'acknowledged',
      unit: 'delivery',
      rounds: 2,
      cpu_us: { median: 200, low: 100, high: 300 },
      baseline: 'bare server',
      baseline_cpu_us: { median: 100, low: 50, high: 150 },
      ratio: { median: 2, low: 2, high: 2 },
      control_ratio: { median: expect.closeTo(1.1), low: expect.closeTo(1.1), high: expect.closeTo(1.1) },
      against_ratio: { median: 0.5, low: 0.5, high: 0.5 },
      figures: { '/s': 600 },
      baseline_figures: {},
      peers: [{ name: 'smee', cpu_us: { median: 400, low: 400, high: 400 }, figures: { '/s': 100 } }],
    });
  });

  it('has null for what was not measured', () => {
    const { ours } = samples;
    const row = rowOf({ part: 'advance', name: 'due', unit: 'delivery' }, { ours });
    expect(row).toMatchObject({ baseline: null, baseline_cpu_us: null, ratio: null, control_ratio: null, peers: [] });
    expect(JSON.parse(JSON.stringify(row))).toEqual(row);
  });

  it('reads as lines that name each figure', () => {
    const text = linesOf(rowOf(one, samples, ['smee'])).join('\n');
    expect(text).toMatch(/acknowledged +200 µs +\[100 to 300\] a delivery/);
    expect(text).toMatch(/of the baseline +2\.00 x \[2\.00 to 2\.00\] +bare server/);
    expect(text).toMatch(/A\/A control +1\.10 x/);
    expect(text).toMatch(/of the other commit +0\.50 x/);
    expect(text).toMatch(/smee +400 µs +\/s 100/);
  });
});
