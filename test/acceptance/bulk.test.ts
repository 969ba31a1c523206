import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTemplate } from '../support/agreement.js';
import { times } from '../support/counts.js';
import { startTestEmulator, type TestEmulator, type TestOrganisation } from '../support/emulator.js';
import { bin, type Esign, newEsign } from '../support/esign.js';
import type { Template } from '../support/shapes.js';

const rowCount = Number(process.env['ESIGN_BULK_ROWS'] ?? times(24, 500));
const kills = Number(process.env['ESIGN_BULK_KILLS'] ?? times(3, 100));
const machines = times(2, 8);

let emulator: TestEmulator;
let organisation: TestOrganisation;
let template: Template;
let esign: Esign;
/** The statuses of all creations, from the emulator's own log. */
let statuses: number[] = [];

beforeAll(async () => {
  emulator = await startTestEmulator({
    log: (entry) => {
      const creates = entry.kind === 'request' && /^\/api\/v1\/envelopes(\/batches)?$/.test(entry.path);
      if (creates) statuses.push(entry.status);
    },
  });
});
beforeEach(async () => {
  organisation = await emulator.organisation();
  template = await createTemplate(organisation.live);
  esign = newEsign({ within: true });
  statuses = [];
  return () => esign.remove();
});
afterAll(() => emulator.close());

const rows = (count: number): string =>
  [
    'Tenant.name,Tenant.email,Landlord.name,Landlord.email,.rental.amount,title',
    ...Array.from({ length: count }, (_, at) => `T ${at},t${at}@example.test,L,l@example.test,${at}.00,Row ${at + 1}`),
  ].join('\n');
const env = (): Record<string, string> => ({ ESIGN_BASE_URL: emulator.url, ESIGN_API_KEY: organisation.liveKey });
const words = (...more: readonly string[]): readonly string[] =>
  ['envelope', 'create', '--template', template.id, '--rows', 'rows.csv', '--send', '--yes', '--json'].concat(more);
interface Line {
  readonly type: string;
  readonly row: number;
  readonly status: string;
  readonly envelope_id: string;
}
const linesOf = (text: string): readonly Line[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line);
interface Counts {
  readonly created: number;
  readonly rows: number;
}
/** The envelopes of this test that the service sent, by its own record of events. */
async function sent(): Promise<readonly string[]> {
  const { data } = await emulator.control<{
    data: readonly { event: string; envelope_id: string; organisation_id?: string }[];
  }>('GET /_emulator/events');
  return data.filter(({ event }) => event === 'envelope.sent').map(({ envelope_id: id }) => id);
}

/** Numbers from 0 to 1, the same in every run. */
function dice(): () => number {
  let state = 20_261_122;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Runs the program until it ends, or kills it so many results after its start, or when it has just begun. */
async function runAndKill(argv: readonly string[], after: number): Promise<boolean> {
  const child = spawn(process.execPath, [bin, ...argv], {
    env: { ...esign.env, ...env() },
    cwd: esign.folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let told = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    told += chunk.toString('utf8').split('\n').length - 1;
    // The line that says ready is one too; what is under way then is anywhere between the journal and the answer.
    if (told > after) child.kill('SIGKILL');
  });
  return await new Promise((resolve) => child.on('close', (_code, signal) => resolve(signal === 'SIGKILL')));
}

it(
  `a run of ${rowCount} rows killed ${kills} times, its answers dropped after the act, makes one envelope a row`,
  { timeout: 180_000 + kills * 3_000 + rowCount * 500 },
  async () => {
    esign.write('rows.csv', rows(rowCount));
    const earlier = (await sent()).length;
    const fault = { operation: 'createEnvelope', drop_after_commit: true, probability: 0.1, seed: 7 };
    await emulator.control('POST /_emulator/faults/operations', fault);
    const roll = dice();
    let killed = 0;
    for (let number = 0; number < kills; number += 1) {
      await emulator.advance(61_000);
      if (await runAndKill(words(), Math.floor(roll() * Math.min(20, rowCount / kills)))) killed += 1;
    }
    // On a machine that is short of time the last rows may be through before the kill.
    expect(killed).toBeGreaterThanOrEqual(Math.floor(kills / 2));
    await emulator.control('DELETE /_emulator/faults');
    await emulator.advance(61_000);

    // The emulator's clock stands still, so the window of the rate limit would never end for more rows than it holds.
    const ticking = setInterval(() => void emulator.advance(61_000).catch(() => undefined), 3_000);
    const last = await esign.ok(words(), { env: env() }).finally(() => clearInterval(ticking));
    expect(linesOf(last.stdout).at(-1)).toMatchObject({ type: 'done', failed: 0, unknown: 0, left: 0 });
    const made = linesOf(readFileSync(esign.path('rows.csv.results.ndjson'), 'utf8')).filter(
      ({ type, status }) => type === 'row' && status === 'created',
    );
    // Exactly one envelope a row: by the results, and by what the service says it has sent.
    const byRow = new Map(made.map(({ row, envelope_id: id }) => [row, id] as const));
    expect([...byRow.keys()].toSorted((one, other) => one - other)).toEqual(
      Array.from({ length: rowCount }, (_, at) => at + 1),
    );
    const events = (await sent()).slice(earlier);
    expect(events).toHaveLength(rowCount);
    expect(new Set(events)).toEqual(new Set(byRow.values()));
    expect(statuses.filter((status) => status === 429)).toEqual([]);
    // Nothing is left open in the journal either, without asking for it.
    const open = await esign.ok(['request', 'list', '--unsettled', '--json'], { env: env() });
    expect(open.json()).toEqual({ data: [], more: false });
  },
);

it(
  `${machines} machines share a key and the rows, one of them twice: no row twice and no refusal`,
  { timeout: 240_000 },
  async () => {
    const file = rows(machines * 6);
    const earlier = (await sent()).length;
    const own = Array.from({ length: machines }, () => newEsign());
    try {
      const ended = await Promise.all(
        [...own.entries(), [own.length, esign] as const].map(async ([index, machine]) => {
          machine.write('rows.csv', file);
          // The last one does again what the first does, at the same time.
          return await machine.ok(words('--shard', `${(index % machines) + 1}/${machines}`), { env: env() });
        }),
      );
      const counts = ended.map((typed) => linesOf(typed.stdout).at(-1) as unknown as Counts);
      for (const { created, rows: own } of counts) expect(created).toBe(own);
      expect(counts.slice(0, machines).reduce((sum, { created }) => sum + created, 0)).toBe(machines * 6);
      const ids = ended.flatMap(({ stdout }) =>
        linesOf(stdout).flatMap(({ type, envelope_id: id }) => (type === 'row' ? [id] : [])),
      );
      expect(new Set(ids).size).toBe(machines * 6);
      expect((await sent()).length - earlier).toBe(machines * 6);
      // 409: asked again while the first was still running, and then answered.
      expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([]);
    } finally {
      await Promise.all(own.map((machine) => machine.remove()));
    }
  },
);

it('Ctrl-C ends a run between two rows, and the same command continues it', async () => {
  esign.write('rows.csv', rows(30));
  const child = spawn(process.execPath, [bin, ...words()], {
    env: { ...esign.env, ...env() },
    cwd: esign.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString('utf8')));
  child.stdout.once('data', () => child.kill('SIGINT'));
  const code = await new Promise((resolve) => child.on('close', resolve));
  expect([code, (JSON.parse(stderr) as { error: { code: string } }).error.code]).toEqual([130, 'interrupted']);
  const runs = (await esign.ok(['envelope', 'runs', '--json'], { env: env() })).json();
  expect(runs).toMatchObject({ data: [{ rows: 30, refused: 0 }] });
  await esign.ok(words(), { env: env() });
  const open = await esign.ok(['request', 'list', '--unsettled', '--json'], { env: env() });
  expect(open.json()).toEqual({ data: [], more: false });
});
