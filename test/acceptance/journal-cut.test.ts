import { readFileSync, rmSync, truncateSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createEnvelope, createTemplate } from '../support/agreement.js';
import { countEnvelopes } from '../support/emulator/count-envelopes.js';
import { startTestEmulator, type TestEmulator, type TestOrganisation } from '../support/emulator.js';
import { type Esign, newEsign, parties, type Typed } from '../support/esign.js';
import { openState } from '../../src/store/state.js';
import { Sqlite } from '../../src/core/platform/sqlite.js';
import type { Template } from '../support/shapes.js';

let emulator: TestEmulator;
let organisation: TestOrganisation;
let template: Template;
let esign: Esign;

beforeAll(async () => {
  emulator = await startTestEmulator();
  organisation = await emulator.organisation();
  template = await createTemplate(organisation.live);
  esign = newEsign({ within: true });
});
beforeEach(() => rmSync(esign.path('state'), { recursive: true, force: true }));
afterAll(async () => {
  await esign.remove();
  await emulator.close();
});

const run = (...words: readonly string[]): Promise<Typed> =>
  esign.run(words, { env: { ESIGN_BASE_URL: emulator.url, ESIGN_API_KEY: organisation.liveKey } });
const create = (...more: readonly string[]): Promise<Typed> => {
  const title = more.includes('--title') ? [] : ['--title', 'Cut'];
  return run('envelope', 'create', '--template', template.id, ...title, ...parties, '--yes', '--json', ...more);
};

function stateFile(): string {
  const path = esign.path('state/state.db');
  openState(esign.path('state')).flush();
  for (const ending of ['-wal', '-shm']) rmSync(`${path}${ending}`, { force: true });
  return path;
}

/** Leaves a write whose outcome is unknown; returns the file with its record, which has no log beside it. */
async function leaveOpen(...more: readonly string[]): Promise<string> {
  await emulator.control('POST /_emulator/faults/operations', { operation: 'createEnvelope', reset: true, count: 9 });
  const failed = await create(...more, '--retry-for', '0');
  expect([failed.code, failed.error()['outcome_unknown']]).toEqual([8, true]);
  await emulator.control('DELETE /_emulator/faults/operations');
  return stateFile();
}

it.each([
  [[], 8_000],
  [['--idempotency-key', 'mine'], 8_000],
  [[], 0],
])(
  'a record that was cut is reported by every command that may need it, and nothing is sent: %j',
  async (words, length) => {
    const { id: unrelated } = await createEnvelope(organisation.live, template);
    const path = await leaveOpen(...words);
    truncateSync(path, length);
    const before = await countEnvelopes(emulator);

    const listed = await run('request', 'list', '--unsettled', '--json');
    expect([listed.code, listed.error().code]).toEqual([1, 'journal_damaged']);
    expect(listed.error().message).toContain(`${path} is damaged`);
    const doctor = await run('doctor', '--json');
    expect(doctor.code).not.toBe(0);
    expect(doctor.stdout).toContain('is damaged');
    const next = await run('template', 'list');
    expect([next.code, next.stderr.includes('The record of requests on this machine is damaged')]).toEqual([0, true]);
    // What only keeps notes of it goes on.
    for (const read of ['get', 'show']) expect((await run('envelope', read, unrelated)).code).toBe(0);

    for (const more of [words, ['--title', 'Another']]) {
      const again = await create(...more);
      expect([again.code, again.error().code]).toEqual([1, 'journal_damaged']);
    }
    expect(await countEnvelopes(emulator)).toBe(before);
    expect(readFileSync(path).length).toBe(length);

    const fixed = await run('doctor', '--fix', '--json');
    const [aside = ''] = /[^"\s]*state\.db\.damaged-[0-9a-f]{8}/.exec(fixed.stdout) ?? [];
    expect(fixed.stdout).toContain('Check in the service what was sent.');
    expect(readFileSync(aside).length).toBe(length);
    expect((await run('request', 'list', '--unsettled', '--json')).code).toBe(0);
    expect((await create(...words)).code).toBe(0);
  },
);

it('the state of a newer version is refused, and left as it is', async () => {
  expect((await create()).code).toBe(0);
  const path = stateFile();
  new Sqlite(path, 0).script('PRAGMA user_version = 99');
  const before = await countEnvelopes(emulator);
  const refused = await create('--title', 'Refused');
  expect([refused.code, refused.error().code]).toEqual([1, 'journal_newer']);
  expect(await countEnvelopes(emulator)).toBe(before);
  // True also of a command that only reads.
  const told = `The request journal ${path} was written by a newer esign (version 99). Nothing was sent or changed.`;
  const read = await run('request', 'list', '--json');
  expect([refused.error().message, read.error().message]).toEqual([told, told]);
  expect(new Sqlite(path, 0).pragma('user_version')).toBe(99);
});
