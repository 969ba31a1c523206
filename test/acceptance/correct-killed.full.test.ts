import { spawn } from 'node:child_process';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEnvelope, createTemplate, rental } from '../support/agreement.js';
import { startTestEmulator, type TestEmulator, type TestOrganisation } from '../support/emulator.js';
import { bin, type Esign, newEsign } from '../support/esign.js';
import { type KillingProxy, type KillPoint, startKillingProxy } from '../support/network/killing-proxy.js';
import type { Envelope, Template } from '../support/shapes.js';

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
const read = async (id: string): Promise<Envelope> =>
  (await organisation.live<Envelope>(`GET /api/v1/envelopes/${id}`)).body;
const sentIds = async (): Promise<readonly string[]> => {
  const path = 'GET /_emulator/events';
  const { data } = await emulator.control<{ data: readonly { event: string; envelope_id: string }[] }>(path);
  return data.filter(({ event }) => event === 'envelope.sent').map(({ envelope_id: id }) => id);
};

async function killed(argv: readonly string[], passes: number, point: KillPoint): Promise<boolean> {
  const child = spawn(process.execPath, [bin, ...argv], { env: env(), cwd: esign.folder, stdio: 'ignore' });
  const ended = new Promise<boolean>((resolve) => child.on('close', (_code, signal) => resolve(signal === 'SIGKILL')));
  proxy.plan({ point, drops: 0, passes, kill: () => void child.kill('SIGKILL') });
  const isKilled = await ended;
  await proxy.idle();
  proxy.plan(undefined);
  return isKilled;
}

const points: readonly KillPoint[] = [
  { at: 'connected' },
  { at: 'request', bytes: 60 },
  { at: 'asked' },
  { at: 'committed' },
  { at: 'answer', bytes: 30 },
];
const requests = ['creation of the draft', 'voiding', 'sending'];

it.each(requests.flatMap((name, number) => points.map((point) => [name, point.at, number, point] as const)))(
  'killed in the %s (%s), never two are out, and the next run goes on',
  async (_name, _at, number, point) => {
    await emulator.advance(61_000);
    const before = await createEnvelope(organisation.live, template, { send: true, values: [rental] });
    const earlier = await sentIds();
    const seen = proxy.seen.length;
    const flags = ['--value', '.rental.amount=9100.00', '--expires-in', '14d', '--yes', '--json'];
    const argv = ['envelope', 'correct', before.id, '--void', ...flags];
    expect(await killed(argv, number, point)).toBe(true);
    const sentBy = async (): Promise<readonly string[]> => (await sentIds()).slice(earlier.length);
    const statusAfter = (await read(before.id)).status;
    const out = await sentBy();
    expect([statusAfter, out.length]).toEqual(number === 2 && out.length === 1 ? ['voided', 1] : [statusAfter, 0]);
    if (number === 0) expect(statusAfter).toBe('sent');

    const { id, status } = (await esign.ok(argv, { env: env() })).json<Envelope>();
    expect([status, await sentBy(), (await read(before.id)).status]).toEqual(['sent', [id], 'voided']);
    const again = await esign.ok(argv, { env: env() });
    expect([again.json<Envelope>().id, await sentBy()]).toEqual([id, [id]]);
    const made = proxy.seen
      .slice(seen)
      .filter(({ path, replayed }) => path === '/api/v1/envelopes' && replayed === false);
    expect(made).toHaveLength(1);
  },
);
