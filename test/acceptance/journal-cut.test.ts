import { readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createTemplate } from '../support/agreement.js';
import { countEnvelopes } from '../support/count-envelopes.js';
import { startTestEmulator, type TestEmulator, type TestOrganisation } from '../support/emulator.js';
import { type Esign, newEsign, parties, type Typed } from '../support/esign.js';
import { journalFiles } from '../support/journal-files.js';
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

/** Leaves a write whose outcome is unknown; answers with its file. */
async function leaveOpen(...more: readonly string[]): Promise<string> {
  await emulator.control('POST /_emulator/faults/operations', { operation: 'createEnvelope', reset: true, count: 9 });
  const failed = await create(...more, '--retry-for', '0');
  expect([failed.code, failed.error()['outcome_unknown']]).toEqual([8, true]);
  await emulator.control('DELETE /_emulator/faults/operations');
  const [path = ''] = journalFiles(esign.path('state'), 'open');
  return path;
}

it.each([[[]], [['--idempotency-key', 'mine']]])(
  'an open write that was cut is reported by every command that may need it, and never read as settled: %j',
  async (words) => {
    truncateSync(await leaveOpen(...words), 40);
    const before = await countEnvelopes(emulator);

    const listed = await run('request', 'list', '--unsettled', '--json');
    expect([listed.code, listed.error().code]).toEqual([1, 'journal_damaged']);
    expect(listed.error().message).toBe('1 request record is damaged. The outcome of that request is unknown.');
    const doctor = await run('doctor', '--json');
    expect(doctor.code).not.toBe(0);
    expect(doctor.stdout).toContain('1 request record is damaged, so the outcome of a request may be missing.');
    const next = await run('template', 'list');
    expect(next.stderr).toContain('1 request record on this machine is damaged');

    const again = await create(...words);
    expect([again.code, again.error().code]).toEqual([1, 'journal_damaged']);
    expect(await countEnvelopes(emulator)).toBe(before);
    expect((await create('--title', 'Another')).code).toBe(0);

    expect((await run('doctor', '--fix', '--json')).stdout).toContain('1 request record is damaged and set aside.');
    expect((await run('request', 'list', '--unsettled', '--json')).code).toBe(0);
    expect((await create(...words)).code).toBe(0);
  },
);

it('settled writes that were cut are reported as well, and their keys are not reused', async () => {
  expect((await create('--idempotency-key', 'settled')).code).toBe(0);
  const before = await countEnvelopes(emulator);
  const [path = ''] = journalFiles(esign.path('state'), 'done');
  truncateSync(path, statSync(path).size - 100);
  const again = await create('--idempotency-key', 'settled');
  expect([again.code, again.error().code]).toEqual([1, 'journal_damaged']);
  expect((await run('request', 'list', '--json')).error().code).toBe('journal_damaged');
  expect(await countEnvelopes(emulator)).toBe(before);
});

it('the state of a newer version is refused, and left as it is', async () => {
  expect((await create()).code).toBe(0);
  writeFileSync(esign.path('state/requests/version'), '9\n');
  const before = await countEnvelopes(emulator);
  const refused = await create('--title', 'Refused');
  expect([refused.code, refused.error().code]).toEqual([1, 'journal_newer']);
  expect(refused.error().message).toContain('was written by a newer esign (version 9)');
  expect(await countEnvelopes(emulator)).toBe(before);
  expect(readFileSync(esign.path('state/requests/version'), 'utf8')).toBe('9\n');
});
