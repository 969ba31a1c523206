// The benchmark (`npm run bench`): CPU time of each part and its ratio to a baseline of the same run, never a verdict.
import { mkdtempSync, rmSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildCommit } from './checkout.mjs';
import { linesOf, parseOptions, usage } from './figures.mjs';
import { runCase } from './runner.mjs';

const full = process.env.ESIGN_FULL === '1';
const parts = full
  ? ['listen', 'emulator', 'bulk', 'mixed']
  : [
      'start',
      'listen',
      'emulator',
      'deliveries',
      'documents',
      'events',
      'bulk',
      'advance',
      'size',
      'quality',
      'growth',
    ];
const onlyIfNamed = ['quality', 'growth', 'mixed'];
const root = fileURLToPath(new URL('../../', import.meta.url));

function options() {
  try {
    const words = process.argv.slice(2);
    const all = parseOptions(words, parts);
    const isNamed = words.some((word) => word.startsWith('--only'));
    return { ...all, only: all.only.filter((name) => isNamed || !onlyIfNamed.includes(name)) };
  } catch (error) {
    process.stderr.write(`${error.message}\n\n${usage}\n`);
    process.exit(2);
  }
}

const { only, rounds, scale, against: commit, json, help } = options();
const say = (text) => process.stdout.write(`${text}\n`);
if (help) {
  say(usage);
  process.exit(0);
}
const folder = mkdtempSync(join(tmpdir(), 'esign-bench-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
// The reader has seen enough.
process.stdout.once('error', () => process.exit(0));
const began = performance.now();
const against = commit === null ? null : buildCommit(commit, root, folder);
const context = { root, against, folder, rounds, scale, sized: (count) => Math.max(1, Math.round(count * scale)) };
if (!json) say(`Node ${process.version}, ${cpus().length} processors, ${rounds} rounds; µs are CPU time\n`);
for (const part of only) {
  const { measure, openPart } = await import(`./${full ? 'soak' : 'parts'}/${part}.mjs`);
  if (!json) say(part);
  const report = (row) => say(json ? JSON.stringify(row) : linesOf(row).join('\n'));
  if (measure === undefined) {
    const { cases, stop } = await openPart(context);
    try {
      for (const one of cases) report(await runCase(part, one, context));
    } finally {
      await stop?.();
    }
  } else for await (const row of measure(context)) say(json ? JSON.stringify({ part, ...row }) : `  ${row.text}`);
  if (!json) say('');
}
if (!json) say(`${((performance.now() - began) / 1000).toFixed(0)} s`);
