import { spawn } from 'node:child_process';
import { join } from 'node:path';

// What holds of the text of the whole project. `npm run check` runs these; `npm test` runs them beside the tests.

/** What the tools remember of their last run. */
const cache = join('node_modules', '.cache');
const checks = [
  // One checker: four, the default, make half as many types again, and tests keep the cores busy meanwhile.
  ['types', 'tsc --noEmit --checkers 1 --incremental --tsBuildInfoFile', join(cache, 'tsc', 'checks.tsbuildinfo')],
  ['lint', 'oxlint --deny-warnings'],
  ['format', 'oxfmt --check .'],
  ['unused code', 'knip --no-progress --no-config-hints --cache --cache-location', join(cache, 'knip')],
];

/** Runs a tool of the checkout. The answer is what it complains about; '' if nothing. */
function complaints([tool, ...words]) {
  return new Promise((done) => {
    const child = spawn(join('node_modules', '.bin', tool), words, { stdio: ['ignore', 'pipe', 'pipe'] });
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (printed += bytes));
    child.on('error', (error) => done(`${tool}: ${error.message}\n`));
    child.on('close', (code) => done(code === 0 ? '' : `${tool} ends with ${code}:\n${printed}`));
  });
}

let failed = 0;
for (const [name, command, ...words] of checks) {
  const found = await complaints([...command.split(' '), ...words]);
  console.log(`${found === '' ? 'passed' : 'failed'}: ${name}`);
  if (found === '') continue;
  failed += 1;
  console.log(found);
}
const counts = { passed: checks.length - failed, failed };
// `npm test` adds them to its own.
if (process.send === undefined) console.log(`${counts.passed} passed, ${counts.failed} failed`);
else process.send(counts);
process.exitCode = failed === 0 ? 0 : 1;
