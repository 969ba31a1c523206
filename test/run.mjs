import { spawn } from 'node:child_process';
import { join } from 'node:path';

// Runs vitest with the words of the command, and with `--checks` the checks beside it. One closing line sums up both.

const vitest = [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', '.vitest.mts'];
const words = process.argv.slice(2).filter((word) => word !== '--checks');

/** Runs a script of Node; how it ended, what it sent to this process, and what it printed to a pipe. */
function run(script, output) {
  return new Promise((done) => {
    const child = spawn(process.execPath, script, { stdio: ['inherit', output, output, 'ipc'] });
    const ended = { ok: false, counts: null, printed: '' };
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (bytes) => (ended.printed += bytes));
    child.on('message', (counts) => (ended.counts = counts));
    child.on('close', (code) => done({ ...ended, ok: code === 0 }));
  });
}

const both = await Promise.all([
  run([...vitest, ...words], 'inherit'),
  ...(process.argv.includes('--checks') ? [run([join('test', 'check.mjs')], 'pipe')] : []),
]);
const sum = { passed: 0, failed: 0, skipped: 0 };
for (const { ok, counts, printed } of both) {
  process.stdout.write(printed);
  for (const name of Object.keys(sum)) sum[name] += counts?.[name] ?? 0;
  // A run that broke off counts no test as failed.
  if (!ok && !(counts?.failed > 0)) sum.failed += 1;
}
const tail = sum.skipped > 0 ? `, ${sum.skipped} skipped` : '';
console.log(`\n${sum.passed} passed, ${sum.failed} failed${tail}`);
process.exitCode = sum.failed === 0 ? 0 : 1;
