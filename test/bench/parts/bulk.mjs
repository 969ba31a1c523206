// A bulk run of more rows than a minute allows, in real time. The subjects run at once, since they mostly wait.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { call, templateOf } from '../emulator-setup.mjs';
import { environmentIn, programOf, startEmulator, wholeProcess } from '../processes.mjs';

const bareScript = fileURLToPath(new URL('../bare-bulk.mjs', import.meta.url));

export function openPart({ root, folder, sized }) {
  const rows = Math.max(660, sized(660));

  /** Runs the words with an emulator of its own and a file of rows, all of them different. */
  async function subject(program, wordsFor) {
    const environment = environmentIn(folder);
    const own = join(environment.ESIGN_STATE_DIR, '..');
    mkdirSync(own, { recursive: true });
    // Its clock begins with a minute, so that no new window of the limit opens in the middle of the first 600 rows.
    const emulator = await startEmulator(program, environment, join(own, 'data'), ['--now', '2026-11-23T09:00:00Z']);
    const { ready } = emulator;
    const { template_id: template, recipients } = await templateOf(ready);
    const lines = Array.from({ length: rows }, (_, at) => {
      const people = recipients.map((one) => ({ ...one, name: `${one.name} ${at}`, email: `row${at}-${one.email}` }));
      return JSON.stringify({ title: `Row ${at}`, recipients: people });
    });
    writeFileSync(join(own, 'rows.ndjson'), lines.join('\n'));
    const secrets = { ESIGN_BASE_URL: ready.url, ESIGN_API_KEY: ready.live_key };
    return {
      stop: () => emulator.stop(),
      measure: async () => {
        await call(ready, 'POST', '/_emulator/clock', { action: 'run' });
        const { cpu, seconds } = await wholeProcess(wordsFor(template), { ...environment, ...secrets }, { cwd: own });
        const { data } = await call(ready, 'GET', '/_emulator/requests');
        const refused = data.filter(({ status }) => status === 429).length;
        return { cpu, operations: rows, figures: { seconds, 'refused with 429': refused } };
      },
    };
  }
  const flags = ['--rows', 'rows.ndjson', '--yes', '--json'];
  return {
    cases: [
      {
        name: `${rows} rows, 600 a minute allowed`,
        unit: 'row',
        baseline: 'Node: fetch, a synced line before and after each row',
        cold: true,
        parallel: true,
        rounds: 1,
        ours: (from) =>
          subject(from, (template) => [programOf(from), 'envelope', 'create', '--template', template, ...flags]),
        bare: () => subject(root, (template) => [bareScript, template]),
      },
    ],
  };
}
