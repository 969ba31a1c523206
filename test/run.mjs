import { spawn } from 'node:child_process';
import { join } from 'node:path';

// `npm test`, `npm run test:full` and `npm run test:rest`: tests, with the checks beside them, and one closing line for
// both. What stands behind `--` goes to vitest, and leaves the checks out: `npm test -- test/client`.

const vitest = [join('node_modules', 'vitest', 'vitest.mjs'), 'run', '--config', '.vitest.mts'];
const parts = {
  // What a contributor runs before a commit.
  usual: { select: ['--exclude', 'test/**/*.full.test.ts'], hasChecks: true },
  // What `npm test` leaves out.
  rest: { select: ['.full.test.ts'], hasChecks: false },
  full: { select: [], hasChecks: true },
};
const [part, ...words] = process.argv.slice(2);
const { select, hasChecks } = parts[part];

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
  run([...vitest, ...select, ...words], 'inherit'),
  ...(hasChecks && words.length === 0 ? [run([join('test', 'check.mjs')], 'pipe')] : []),
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
