// The pure part of the benchmark: options of its command line, statistics, and rows as JSON and text.

export const usage = `npm run bench -- [options]

  --only <parts>        run these parts only, separated by commas
  --rounds <n>          rounds of each case (default: 4)
  --scale <x>           multiply the number of operations in a round (default: 1)
  --against <commit>    compare with this commit, built in a temporary folder
  --json                one JSON object for each row
  ESIGN_FULL=1          run the soak instead: long enough to pass every internal limit`;

const numbers = { '--rounds': 'rounds', '--scale': 'scale' };

/** The options of the command line. Throws an Error that names what is wrong. */
export function parseOptions(words, parts) {
  const options = { only: parts, rounds: 4, scale: 1, against: null, json: false, help: false };
  for (let at = 0; at < words.length; at += 1) {
    const [flag, joined] = words[at].split(/=(.*)/s, 2);
    const value = () => {
      const given = joined ?? words[(at += 1)];
      if (given === undefined || given === '') throw new Error(`${flag} needs a value.`);
      return given;
    };
    if (flag === '--json') options.json = true;
    else if (flag === '--help') options.help = true;
    else if (flag === '--against') options.against = value();
    else if (flag === '--only') options.only = chosen(value(), parts);
    else if (Object.hasOwn(numbers, flag)) options[numbers[flag]] = positive(flag, value());
    else throw new Error(`There is no option ${flag}.`);
  }
  if (!Number.isInteger(options.rounds)) throw new Error('--rounds must be a whole number.');
  return options;
}

function chosen(text, parts) {
  const names = text.split(',').map((name) => name.trim());
  for (const name of names) {
    if (!parts.includes(name)) throw new Error(`There is no part "${name}"; the parts are ${parts.join(', ')}.`);
  }
  return parts.filter((name) => names.includes(name));
}

function positive(flag, text) {
  const number = Number(text);
  if (!(number > 0) || !Number.isFinite(number)) throw new Error(`${flag} must be a number above 0, not "${text}".`);
  return number;
}

export function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The value below which this part of all values lies. */
export function percentile(values, part) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))];
}

export const spread = (values) => ({ median: median(values), low: Math.min(...values), high: Math.max(...values) });

/** The ratio of two series, round by round: what disturbs a whole round disturbs both sides of it. */
export const ratios = (over, under) => spread(over.map((value, round) => value / under[round]));

const cpuOf = (samples) => samples.map(({ cpu, operations }) => cpu / operations);

/**
 * One row of the report. `samples` holds, for `ours`, `control` (the same once more), `bare`, and where there is one
 * `against` and each of the peers, a sample a round: microseconds of CPU, operations, and other figures by name.
 */
export function rowOf({ part, name, unit, bare }, samples, peers = []) {
  const ours = cpuOf(samples.ours);
  const series = (key) => (samples[key] === undefined ? null : cpuOf(samples[key]));
  const compared = (key) => (series(key) === null ? null : ratios(ours, series(key)));
  return {
    part,
    name,
    unit,
    rounds: ours.length,
    cpu_us: spread(ours),
    baseline: bare ?? null,
    baseline_cpu_us: series('bare') === null ? null : spread(series('bare')),
    ratio: compared('bare'),
    control_ratio: series('control') === null ? null : ratios(series('control'), ours),
    against_ratio: compared('against'),
    figures: figuresOf(samples.ours),
    baseline_figures: figuresOf(samples.bare ?? []),
    peers: peers.map((peer) => ({
      name: peer,
      cpu_us: spread(cpuOf(samples[peer])),
      figures: figuresOf(samples[peer]),
    })),
  };
}

/** Medians of the other figures: rates, percentiles, bytes. */
function figuresOf(samples) {
  const names = Object.keys(samples[0]?.figures ?? {});
  return Object.fromEntries(names.map((name) => [name, median(samples.map(({ figures }) => figures[name]))]));
}

const digits = (value) => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toFixed(Math.abs(value) >= 10 ? 1 : 2));
const grouped = (value) => (value >= 10_000 ? Math.round(value).toLocaleString('en-US') : digits(value));
const shown = (ratio) => `${ratio.median.toFixed(2)} x [${ratio.low.toFixed(2)} to ${ratio.high.toFixed(2)}]`;
const listed = (figures) =>
  Object.entries(figures)
    .map(([name, value]) => `${name} ${grouped(value)}`)
    .join(', ');

/** The row as lines of text. */
export function linesOf(row) {
  const { name, unit, cpu_us: cpu, ratio, control_ratio: control, against_ratio: against } = row;
  const parts = [
    line(`  ${name}`, `${grouped(cpu.median)} µs`, `[${grouped(cpu.low)} to ${grouped(cpu.high)}] a ${unit}`),
  ];
  if (ratio !== null) parts.push(line('    of the baseline', shown(ratio), row.baseline));
  if (control !== null) parts.push(line('    A/A control', shown(control)));
  if (against !== null) parts.push(line('    of the other commit', shown(against)));
  if (Object.keys(row.figures).length > 0) parts.push(line('    figures', '', listed(row.figures)));
  if (Object.keys(row.baseline_figures).length > 0)
    parts.push(line('    figures of the baseline', '', listed(row.baseline_figures)));
  for (const peer of row.peers) {
    parts.push(line(`    ${peer.name}`, `${grouped(peer.cpu_us.median)} µs`, listed(peer.figures)));
  }
  return parts.map((each) => each.trimEnd());
}

export const line = (name, figure, note = '') => `${name.padEnd(42)} ${figure.padStart(24)}  ${note}`;
