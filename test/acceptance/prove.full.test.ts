import { type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync, statSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readContractFile } from '../../src/contract/overlay/contract-file.js';
import { type BuiltProgram, builtProgram, type Ended } from '../support/built.js';
import { type FakeService, json, startFakeService } from '../support/fake-service.js';
import { bearer, http } from '../support/http.js';

/** A service that does ten things otherwise; the prover is told of none. */
const otherService = `sendEnvelope.path: /api/v1/envelopes/{envelopeId}/dispatch
"*.external_ref": reference
"*.recipients[].email": mail
createEnvelope.status: 200
codes.envelope_not_sent: envelope_state_conflict
"*.status=draft": prepared
delivery.body.event: type
headers.Service-Signature: X-Acme-Signature
voidEnvelope.body.reason.max: 300
format.instants: unix_seconds
`;

interface Proof {
  readonly refuted: number;
  readonly confirmed: number;
  readonly not_tried: number;
  readonly lines: Readonly<Record<string, unknown>>;
  readonly data: readonly { readonly id: string; readonly result: string; readonly seen: string }[];
}
interface Place {
  readonly url: string;
  readonly test_key: string;
  readonly live_key: string;
}

let program: BuiltProgram;
let service: FakeService;
beforeAll(async () => {
  program = builtProgram();
  service = await startFakeService();
  writeFileSync(join(program.folder, 'other.yaml'), otherService);
});
afterAll(async () => {
  await service.close();
  await program.remove();
});

const started = async (profile: string, ...more: readonly string[]): Promise<Place> => {
  const words = ['emulator', 'start', '--detach', '--port', '0', '--json', '--profile', profile, ...more];
  return JSON.parse((await program.run(words)).stdout) as Place;
};
const stopped = (profile: string): Promise<Ended> => program.run(['emulator', 'stop', '--profile', profile]);
/** Without a profile, so that nothing of the emulator is known but its address. */
const at = ({ url, test_key: key }: Place): NodeJS.ProcessEnv => ({ ESIGN_BASE_URL: url, ESIGN_API_KEY: key });
const proofOf = (ended: Ended): Proof => JSON.parse(ended.stdout) as Proof;
const read = async <T>({ url, live_key: key }: Place, path: string): Promise<T> =>
  (await http<T>(url, 'GET', path, { headers: bearer(key) })).body;
const open = ({ data }: Proof) => data.filter(({ result }) => result !== 'confirmed');

describe('spec prove', () => {
  it('confirms all that it asks the emulator, sends nothing, mails nobody and leaves no endpoint', async () => {
    const place = await started('plain');
    // The deadlines that are asked for are those of the service's clock.
    await program.run(['emulator', 'clock', 'advance', '3d', '--profile', 'plain']);
    const ended = await program.run(['spec', 'prove', '--json'], at(place));
    const proof = proofOf(ended);
    expect([ended.code, proof.refuted, open(proof).map(({ seen }) => seen)]).toEqual([
      0,
      0,
      Array.from({ length: 6 }, () => 'needs --allow send'),
    ]);
    expect(proof.confirmed).toBeGreaterThan(50);
    expect((await read<{ data: unknown[] }>(place, '/api/v1/webhooks')).data).toEqual([]);
    expect((await read<{ data: unknown[] }>(place, '/_emulator/inbox')).data).toEqual([]);
    expect((await read<{ data: unknown[] }>(place, '/_emulator/events')).data).toEqual([]);
    const state = join(program.folder, 'state', 'prove');
    const [name = ''] = readdirSync(state);
    expect(statSync(join(state, name)).mode & 0o777).toBe(0o600);
    expect(readFileSync(join(state, name), 'utf8') + ended.stdout + ended.stderr).not.toContain(place.test_key);

    const sent = await program.run(['spec', 'prove', '--json', '--allow', 'send'], at(place));
    expect([sent.code, open(proofOf(sent))]).toEqual([0, []]);
    expect((await read<{ data: unknown[] }>(place, '/_emulator/inbox')).data).toEqual([]);
    const { data } = await read<{ data: { event: string }[] }>(place, '/_emulator/events');
    expect(data.map(({ event }) => event).toSorted()).toEqual(['envelope.sent', 'envelope.voided']);
    // What the first run made is used again.
    expect((await read<{ data: unknown[] }>(place, '/api/v1/templates')).data).toHaveLength(1);
    await stopped('plain');
  }, 120_000);

  it('finds eight of ten differences, names them, and confirms all with the file that it wrote', async () => {
    const place = await started('other', '--contract', 'other.yaml');
    const ended = await program.run(['spec', 'prove', '--json', '-o', 'found.yaml'], at(place));
    const proof = proofOf(ended);
    const planted = readContractFile(otherService).lines.map(({ name, value }) => [name, value] as const);
    // An event and its signature are seen by receiving one, which needs a sending.
    const seen = planted.filter(([name]) => !/^(?:delivery|headers)\./.test(name));
    expect([ended.code, proof.lines]).toEqual([6, Object.fromEntries(seen)]);
    expect(proof.data.filter(({ seen: text }) => text.includes('cannot be settled'))).toEqual([]);
    const again = await program.run(['spec', 'prove', '--json', '--contract', 'found.yaml'], at(place));
    expect([again.code, proofOf(again).refuted, proofOf(again).confirmed > 50]).toEqual([0, 0, true]);
    await stopped('other');
  }, 120_000);

  it('continues where it was killed, and makes nothing twice', async () => {
    const place = await started('killed');
    for (let kill = 0; kill < 3; kill += 1) {
      const running = program.start(['spec', 'prove', '--json'], at(place));
      await reached(place, 12 + kill * 14);
      end(running.process);
      await running.ended;
    }
    const ended = await program.run(['spec', 'prove', '--json'], at(place));
    expect([ended.code, proofOf(ended).refuted]).toEqual([0, 0]);
    expect((await read<{ data: unknown[] }>(place, '/api/v1/templates')).data).toHaveLength(1);
    expect((await read<{ data: unknown[] }>(place, '/api/v1/webhooks')).data).toEqual([]);
    await stopped('killed');
  }, 120_000);

  it('asks nothing with a live key', async () => {
    const env = { ESIGN_BASE_URL: service.url, ESIGN_API_KEY: `acme_live_${'aB3'.repeat(15)}` };
    const before = service.asked.length;
    const ended = await program.run(['spec', 'prove', '--json'], env);
    expect([ended.code, JSON.parse(ended.stderr), service.asked.length]).toMatchObject([
      2,
      { error: { code: 'test_key_needed' } },
      before,
    ]);
  });

  it.each<[string, Parameters<FakeService['answer']>[0]]>([
    ['500s', () => json(500, {})],
    ['redirects without end', () => ({ status: 302, headers: [['Location', '/x']] })],
    ['what is no JSON', () => ({ status: 200, headers: [['Content-Type', 'application/json']], body: '{"a":' })],
    ['bodies without end', () => json(200, { data: 'x'.repeat(5 * 1024 * 1024) })],
    ['a refusal for everything', () => json(403, { error: { code: 'forbidden', message: 'No.' } })],
  ])(
    'ends at a service that answers with %s',
    async (_, answer) => {
      service.answer(answer);
      const env = { ESIGN_BASE_URL: service.url, ESIGN_API_KEY: `acme_test_${'aB3'.repeat(15)}` };
      const ended = await program.run(['spec', 'prove', '--fresh', '--json', '-o', '-'], env);
      expect(ended.code).toBeGreaterThan(0);
      expect(JSON.parse(ended.stderr)).toHaveProperty('error.message');
    },
    60_000,
  );

  it('writes no file when nothing is answered', async () => {
    service.answer(() => json(500, {}));
    const env = { ESIGN_BASE_URL: service.url, ESIGN_API_KEY: `acme_test_${'aB3'.repeat(15)}` };
    const ended = await program.run(['spec', 'prove', '--fresh', '--json', '-o', 'nothing.yaml'], env);
    expect([ended.code, JSON.parse(ended.stderr), existsSync(join(program.folder, 'nothing.yaml'))]).toMatchObject([
      8,
      { error: { code: 'nothing_proven' } },
      false,
    ]);
  }, 60_000);

  it('steers no terminal with what a service says', async () => {
    service.answer(() => json(400, { error: { code: 'x', message: '\u001b]0;title\u0007\u001b[2J' } }));
    const env = { ESIGN_BASE_URL: service.url, ESIGN_API_KEY: `acme_test_${'aB3'.repeat(15)}` };
    const ended = await program.run(['spec', 'prove', '--fresh'], env);
    const shown = ended.stdout + ended.stderr;
    expect([ended.code, shown.includes('\u001b'), shown.includes('\u0007')]).toEqual([6, false, false]);
  }, 60_000);
});

const end = (child: ChildProcess): void => void child.kill('SIGKILL');

/** Until the emulator has answered so many requests of the run. */
async function reached(place: Place, count: number): Promise<void> {
  for (;;) {
    const { data } = await read<{ data: unknown[] }>(place, '/_emulator/requests');
    if (data.length >= count) return;
  }
}
