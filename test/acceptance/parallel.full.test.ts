import { afterAll, beforeAll, expect, it } from 'vitest';
import { times } from '../support/counts.js';
import { openRequestJournal } from '../../src/store/requests.js';
import { openState } from '../../src/store/state.js';
import { createTemplate } from '../support/agreement.js';
import { startTestEmulator, type TestEmulator, type TestOrganisation } from '../support/emulator.js';
import { type Esign, newEsign, parties, type Typed } from '../support/esign.js';
import type { Envelope, Template } from '../support/shapes.js';

const invocations = Number(process.env['ESIGN_INVOCATIONS'] ?? times(16, 200));
const atOnce = 8;

let emulator: TestEmulator;
let organisation: TestOrganisation;
let template: Template;
let esign: Esign;
const statuses: number[] = [];

beforeAll(async () => {
  emulator = await startTestEmulator({
    log: (entry) => {
      if (entry.kind === 'request' && entry.method === 'POST' && entry.path === '/api/v1/envelopes') {
        statuses.push(entry.status);
      }
    },
  });
  organisation = await emulator.organisation();
  template = await createTemplate(organisation.live);
  esign = newEsign();
});
afterAll(async () => {
  await esign.remove();
  await emulator.close();
});

/** Runs them all, so many at once. */
async function runAll(argvs: readonly (readonly string[])[]): Promise<readonly Typed[]> {
  const env = { ESIGN_BASE_URL: emulator.url, ESIGN_API_KEY: organisation.liveKey };
  const ended: Typed[] = [];
  const waiting = argvs.entries();
  const work = async (): Promise<void> => {
    for (const [index, argv] of waiting) ended[index] = await esign.run([...argv, '--json', '--yes'], { env });
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return ended;
}

it(
  `${invocations} invocations that share a key and a journal make one envelope, and use no key for two bodies`,
  { timeout: 180_000 + invocations * 2_000 },
  async () => {
    const create = ['envelope', 'create', '--template', template.id, ...parties, '--idempotency-key'];
    // Of each four, three say the same under one key, and one says something else under it.
    const ended = await runAll(
      Array.from({ length: invocations }, (_, at) => [...create, 'shared', '--title', at % 4 === 3 ? 'Other' : 'Same']),
    );
    const made = ended.filter(({ code }) => code === 0).map((typed) => typed.json<Envelope>());
    const refused = ended.filter(({ code }) => code !== 0).map((typed) => typed.error());
    expect(made.length + refused.length).toBe(invocations);
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(new Set(made.map(({ title }) => title)).size).toBe(1);
    expect(new Set(refused.map(({ code, exit_code: exit }) => `${code} ${exit}`))).toEqual(
      new Set(['idempotency_key_reused 6']),
    );
    // The other body was refused here, which names the request that has the key: the service never saw it.
    expect(refused.map(({ request }) => typeof request)).toEqual(refused.map(() => 'string'));
    expect(statuses.filter((status) => status === 201)).toHaveLength(made.length);
    // 409: asked again while the first was still running, and then answered.
    expect(statuses.filter((status) => status !== 201 && status !== 409)).toEqual([]);

    const recorded = (
      await openRequestJournal({ state: openState(esign.path('state')), now: Date.now }).listRequests()
    ).map(({ settled, fingerprint }) => ({ code: settled?.code, fingerprint }));
    expect(recorded).toHaveLength(invocations);
    const sent = recorded.filter(({ code }) => code === undefined);
    expect(sent).toHaveLength(made.length);
    expect(new Set(sent.map(({ fingerprint }) => fingerprint)).size).toBe(1);
    expect((await esign.ok(['request', 'list', '--unsettled', '--json'])).json()).toEqual({ data: [], more: false });
  },
);
