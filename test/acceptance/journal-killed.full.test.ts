import { spawn } from 'node:child_process';
import { mkdirSync, readdirSync, watch } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { times } from '../support/counts.js';
import { createTemplate, landlord, tenant } from '../support/agreement.js';
import { once, startTestEmulator, type TestEmulator, type TestOrganisation } from '../support/emulator.js';
import { bin, type Esign, newEsign, parties } from '../support/esign.js';
import { type KillingProxy, type KillPoint, startKillingProxy } from '../support/network/killing-proxy.js';
import type { Envelope, Template } from '../support/shapes.js';

const kills = Number(process.env['ESIGN_KILLS'] ?? times(12, 300));
const acts = ['create', 'send', 'void'] as const;

let emulator: TestEmulator;
let organisation: TestOrganisation;
let template: Template;
let proxy: KillingProxy;
let esign: Esign;
/** Every request that reached the emulator, from its own log. */
const log: string[] = [];

beforeAll(async () => {
  emulator = await startTestEmulator({
    log: (entry) => {
      if (entry.kind === 'request' && entry.method === 'POST') log.push(`${entry.path} ${entry.status}`);
    },
  });
  organisation = await emulator.organisation();
  template = await createTemplate(organisation.live);
  proxy = await startKillingProxy(Number(new URL(emulator.url).port));
  esign = newEsign({ within: true });
  mkdirSync(esign.path('state'), { recursive: true });
});
afterAll(async () => {
  await proxy.close();
  await esign.remove();
  await emulator.close();
});

/** Numbers from 0 to 1, the same in every run. */
function dice(): () => number {
  let state = 20_261_122;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

type Point = KillPoint | { readonly at: 'time'; readonly milliseconds: number } | { readonly at: 'kept' };

function pointOf(number: number, roll: () => number): { readonly point: Point; readonly drops: number } {
  const points: readonly (() => Point)[] = [
    () => ({ at: 'request', bytes: Math.floor(roll() * 700) }),
    () => ({ at: 'committed' }),
    () => ({ at: 'answer', bytes: Math.floor(roll() * 1_600) }),
    () => ({ at: 'asked' }),
    () => ({ at: 'kept' }),
    () => ({ at: 'connected' }),
    () => ({ at: 'committed' }),
    () => ({ at: 'time', milliseconds: 40 + roll() * 400 }),
  ];
  const point = points[Math.floor(number / acts.length) % points.length]?.() ?? { at: 'asked' };
  // An answer that was lost after the act, and then the kill in the repeat.
  const drops = point.at !== 'time' && point.at !== 'kept' && number % 10 === 4 ? 1 : 0;
  return { point, drops };
}

const env = (): Record<string, string> => ({
  ...esign.env,
  ESIGN_BASE_URL: proxy.url,
  ESIGN_API_KEY: organisation.liveKey,
});

/** Runs the program until it ends or is killed at the point; answers whether it was killed. */
async function runAndKill(argv: readonly string[], { point, drops }: ReturnType<typeof pointOf>): Promise<boolean> {
  const child = spawn(process.execPath, [bin, ...argv, '--yes', '--json'], {
    env: env(),
    cwd: esign.folder,
    stdio: 'ignore',
  });
  const kill = (): void => void child.kill('SIGKILL');
  const ended = new Promise<boolean>((resolve) => child.on('close', (_code, signal) => resolve(signal === 'SIGKILL')));
  const local = point.at === 'time' || point.at === 'kept';
  proxy.plan({ point: local ? { at: 'elsewhere' } : point, drops, kill });
  const timer = point.at === 'time' ? setTimeout(kill, point.milliseconds) : undefined;
  const watching = point.at === 'kept' ? watch(esign.path('state'), kill) : undefined;
  const killed = await ended;
  clearTimeout(timer);
  watching?.close();
  await proxy.idle();
  return killed;
}

it(
  `killed at ${kills} points of creating, sending and voiding, nothing is lost and nothing done twice`,
  { timeout: 180_000 + kills * 2_000 },
  async () => {
    const roll = dice();
    const call = organisation.live;
    const prepared: { readonly id: string; readonly act: 'send' | 'void' }[] = [];
    const made = async (title: string, send: boolean): Promise<string> => {
      const body = { template_id: template.id, title, send, recipients: [tenant, landlord] };
      const answer = await call<Envelope>('POST /api/v1/envelopes', body, once());
      expect(answer.status).toBe(201);
      return answer.body.id;
    };
    let killed = 0;
    for (let number = 0; number < kills; number += 1) {
      if (number % 60 === 59) await emulator.advance(61_000);
      const act = acts[number % acts.length] ?? 'create';
      const point = pointOf(number, roll);
      let argv: readonly string[];
      if (act === 'create') {
        argv = ['envelope', 'create', '--template', template.id, '--title', `Kill ${number}`, ...parties, '--send'];
      } else {
        const id = await made(`Made ${number}`, act === 'void');
        prepared.push({ id, act });
        argv = act === 'send' ? ['envelope', 'send', id] : ['envelope', 'void', id, '--reason', 'sold'];
      }
      if (await runAndKill(argv, point)) killed += 1;
    }
    // Those killed by time alone may have been too late.
    expect(killed).toBeGreaterThanOrEqual(Math.floor(kills * 0.85));
    proxy.plan(undefined);
    await emulator.advance(61_000);

    const list = async (...words: readonly string[]) =>
      (await esign.ok(['request', 'list', '--limit', '10000', '--json', ...words], { env: env() })).json<{
        readonly data: readonly {
          id: string;
          operation: string;
          idempotency_key: string;
          path: string;
          state: string;
        }[];
      }>().data;
    const open = await list('--unsettled');
    expect(open.length).toBeGreaterThan(kills / 2);
    const warned = await esign.ok(['template', 'list'], { env: env() });
    expect(warned.stderr).toContain(`${open.length} requests from this machine have an unknown outcome.`);

    await esign.ok(['request', 'resume', '--all', '--yes', '--json'], { env: env() });
    expect(await list('--unsettled')).toEqual([]);
    expect((await esign.ok(['template', 'list'], { env: env() })).stderr).not.toContain('without an answer');

    // Each intent was carried out, and once: so say the answers, the emulator's log and its events.
    const intents = await list();
    expect(intents.map(({ state }) => state)).toEqual(intents.map(() => 'done'));
    for (const { idempotency_key: key, path } of intents) {
      const answers = proxy.seen.filter((write) => write.key === key && write.status !== undefined);
      expect([path, answers.filter(({ replayed }) => replayed === false).length]).toEqual([path, 1]);
      expect(answers.map((write) => write.path)).toEqual(answers.map(() => path));
    }
    const logged = log.filter((line) => line.startsWith('/api/v1/envelopes')).length;
    const answered = proxy.seen.filter(({ status }) => status !== undefined).length;
    expect(logged).toBe(answered + prepared.length);

    const events = (
      await emulator.control<{ data: readonly { event: string; envelope_id: string }[] }>('GET /_emulator/events')
    ).data;
    const times = (event: string, id: string): number =>
      events.filter((each) => each.event === event && each.envelope_id === id).length;
    const intended = (operation: string): ReadonlySet<string> =>
      new Set(intents.filter((each) => each.operation === operation).map(({ path }) => path.split('/').at(-2) ?? ''));
    const [sends, voids] = [intended('sendEnvelope'), intended('voidEnvelope')];
    for (const { id, act } of prepared) {
      if (act === 'send') expect([id, times('envelope.sent', id)]).toEqual([id, sends.has(id) ? 1 : 0]);
      else expect([id, times('envelope.voided', id)]).toEqual([id, voids.has(id) ? 1 : 0]);
    }
    // What was sent besides the prepared ones was created by the program: one envelope for each intent.
    const own = new Set(prepared.map(({ id }) => id));
    const created = events.filter((each) => each.event === 'envelope.sent' && !own.has(each.envelope_id));
    const creations = intents.filter(({ operation }) => operation === 'createEnvelope').length;
    expect(new Set(created.map((each) => each.envelope_id)).size).toBe(creations);
    expect(created).toHaveLength(creations);
    expect(readdirSync(join(esign.folder, 'state')).filter((name) => name.endsWith('.lock'))).toEqual([]);
  },
);
