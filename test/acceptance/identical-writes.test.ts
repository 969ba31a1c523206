import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { createTemplate, landlord, tenant } from '../support/agreement.js';
import { countEnvelopes } from '../support/emulator/count-envelopes.js';
import { startTestEmulator, type TestEmulator, type TestOrganisation } from '../support/emulator.js';
import { bin, type Esign, newEsign, parties } from '../support/esign.js';
import { type KillingProxy, startKillingProxy } from '../support/network/killing-proxy.js';
import type { Template } from '../support/shapes.js';

let emulator: TestEmulator;
let organisation: TestOrganisation;
let template: Template;
let proxy: KillingProxy;
let esign: Esign;

beforeAll(async () => {
  emulator = await startTestEmulator();
  organisation = await emulator.organisation();
  template = await createTemplate(organisation.live);
  proxy = await startKillingProxy(Number(new URL(emulator.url).port));
  esign = newEsign({ within: true });
});
afterEach(() => rmSync(esign.path('state'), { recursive: true, force: true }));
afterAll(async () => {
  await proxy.close();
  await esign.remove();
  await emulator.close();
});

const env = (): Record<string, string> => ({
  ...esign.env,
  ESIGN_BASE_URL: proxy.url,
  ESIGN_API_KEY: organisation.liveKey,
});

/** Runs the program and kills it when the service has acted, before a byte of the answer came back. */
async function killed(argv: readonly string[], at: 'committed' | 'asked' = 'committed'): Promise<void> {
  const child = spawn(process.execPath, [bin, ...argv], { env: env(), cwd: esign.folder, stdio: 'ignore' });
  const ended = new Promise<NodeJS.Signals | null>((resolve) => child.on('close', (_code, signal) => resolve(signal)));
  proxy.plan({ point: { at }, drops: 0, kill: () => void child.kill('SIGKILL') });
  expect(await ended).toBe('SIGKILL');
  await proxy.idle();
  proxy.plan(undefined);
}
const envelopes = (): Promise<number> => countEnvelopes(emulator);
const writes = async () =>
  (await esign.ok(['request', 'list', '--json'], { env: env() })).json<{
    data: readonly { id: string; state: string; operation: string }[];
  }>().data;

const create = (title: string): readonly string[] => [
  'envelope',
  'create',
  '--template',
  template.id,
  '--title',
  title,
  ...parties,
  '--yes',
];
const body = (title: string): string =>
  JSON.stringify({ template_id: template.id, title, recipients: [tenant, landlord], send: false });

it.each<[string, () => readonly string[]]>([
  ['envelope create --json', () => [...create('JSON'), '--json']],
  ['envelope create -q', () => [...create('Ids'), '-q']],
  ['envelope create with a deadline as a duration', () => [...create('Soon'), '--expires-in', '14d', '--json']],
  ['envelope one-off', () => ['envelope', 'one-off', 'agreement.pdf', ...parties, '--title', 'One', '--yes', '--json']],
  ['api', () => ['api', 'createEnvelope', '--input', esign.write('body.json', body('API')), '--yes', '--json']],
])('%s, killed after the service acted and run again, makes one envelope', async (_name, argv) => {
  const before = await envelopes();
  await killed(argv());
  expect(await envelopes()).toBe(before + 1);
  const again = await esign.run(argv(), { env: env() });
  expect([again.code, again.stderr.includes('Error')]).toEqual([0, false]);
  expect(await envelopes()).toBe(before + 1);
  // It is settled with its own key: one write, and no other.
  expect((await writes()).map(({ state }) => state)).toEqual(['done']);
  // Run once more, it is a new request, since every earlier one is settled.
  await esign.ok(argv(), { env: env() });
  expect(await envelopes()).toBe(before + 2);
});

it('says on a terminal that the earlier request is settled, and under --json nothing', async () => {
  await killed([...create('Told'), '--json']);
  const told = await esign.run(create('Told'), { env: env() });
  expect(told.code).toBe(0);
  expect(told.stderr).toContain('An identical request had an unknown outcome. It is settled first, with its own key');
  await killed([...create('Silent'), '--json']);
  expect((await esign.ok([...create('Silent'), '--json'], { env: env() })).stderr).toBe('');
});

it('another request, a chosen key, and --require-new are taken at their word', async () => {
  const before = await envelopes();
  await killed([...create('Mine'), '--json']);
  await esign.ok([...create('Other'), '--json'], { env: env() });
  expect(await envelopes()).toBe(before + 2);
  await esign.ok([...create('Mine'), '--idempotency-key', 'a-second-one', '--json'], { env: env() });
  expect(await envelopes()).toBe(before + 3);
  const required = await esign.run([...create('Mine'), '--require-new', '--json'], { env: env() });
  expect([required.code, required.error().code]).toEqual([6, 'replayed']);
  expect(await envelopes()).toBe(before + 3);
});

it('a write whose key may have expired at the service is neither retried nor sent under a new key', async () => {
  // The clock of this emulator stands in another year: an answer told so before.
  await esign.ok([...create('Before'), '--json'], { env: env() });
  const before = await envelopes();
  await killed([...create('Old'), '--json']);
  await emulator.advance(25 * 3_600_000);
  const again = await esign.run([...create('Old'), '--json'], { env: env() });
  expect([again.code, again.error().code]).toEqual([6, 'identical_unsettled']);
  expect(again.error().hint).toContain(`esign request resume ${String(again.error()['request'])} --close`);
  expect(await envelopes()).toBe(before + 1);
});

it('a write that failed with an unknown outcome ends with 8, and says how to settle it', async () => {
  const before = await envelopes();
  await killed([...create('Unknown'), '--json'], 'asked');
  proxy.plan({ point: { at: 'elsewhere' }, drops: 99, kill: () => undefined });
  const failed = await esign.run([...create('Unknown'), '--json', '--retry-for', '1s'], { env: env() });
  proxy.plan(undefined);
  await proxy.idle();
  expect([failed.code, failed.error()['outcome_unknown']]).toEqual([8, true]);
  const request = String(failed.error()['request']);
  expect(failed.error().hint).toContain(`Resume it with: esign request resume ${request}`);
  const settled = await esign.ok(['request', 'resume', request, '--json'], { env: env() });
  expect(settled.json<{ data: readonly { state: string }[] }>().data).toMatchObject([{ state: 'done' }]);
  expect(await envelopes()).toBe(before + 1);
});
