import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verify } from '../../../src/domain/webhook/signature.js';
import { newEmulatorMachine, people } from '../../support/emulator-machine.js';
import { type Receiver, startReceiver } from '../../support/listening/deliveries.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
const absent = '0f8fad5b-d9cb-469f-a165-70867728950e';
let receiver: Receiver;
let ids: Readonly<Record<'sealed' | 'signing' | 'voided' | 'draft', string>>;

beforeAll(async () => {
  receiver = await startReceiver();
  const template = await at.template();
  const create = async (...more: readonly string[]): Promise<string> => {
    const words = ['envelope', 'create', '--template', template, ...people, '--value', '.rental.amount=9500.00'];
    return (await at.ok([...words, ...more, '-q', '--yes'])).stdout.trim();
  };
  ids = {
    sealed: await create('--send', '--title', 'Lease 4'),
    signing: await create('--send'),
    voided: await create('--send'),
    draft: await create(),
  };
  for (const role of ['Tenant', 'Landlord']) await at.ok(['emulator', 'sign', ids.sealed, role]);
  await at.ok(['emulator', 'clock', 'advance', '2m']);
  await at.ok(['emulator', 'sign', ids.signing, 'Tenant']);
  await at.ok(['envelope', 'void', ids.voided, '--reason', 'Wrong unit', '--yes']);
  at.write('hook.secret', 'whsec_file\n');
});
afterAll(() => receiver.close());
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer(204);
});

const list = (name: string, rows: Readonly<Record<string, string>>): string =>
  at.write(
    name,
    `id,status\n${Object.entries(rows)
      .map(([id, state]) => `${id},${state}\n`)
      .join('')}`,
  );
const reconcile = (file: string, ...more: readonly string[]) => at.run(['envelope', 'reconcile', file, ...more]);
const deliver = (file: string, ...more: readonly string[]) =>
  reconcile(file, '--only-listed', '--json', '--deliver-to', receiver.url, '--secret-file', 'hook.secret', ...more);
type Line = Readonly<Record<string, unknown>> & { readonly made_up?: readonly Readonly<Record<string, unknown>>[] };
const lines = (stdout: string): Line[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);

describe('envelope reconcile', () => {
  it('ends with 0 where the list says what the service says, and the list is whole', async () => {
    const file = list('alike.csv', {
      [ids.sealed]: 'sealed',
      [ids.signing]: 'partially_signed',
      [ids.voided]: 'voided',
      [ids.draft]: 'draft',
    });
    const ran = await reconcile(file, '--json');
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    expect(lines(ran.stdout)).toMatchObject([
      { type: 'ready', envelopes: 4 },
      { type: 'ended', compared: 4, same: 4 },
    ]);
  });

  it('says after Ctrl-C how far it came, and how to go on', async () => {
    const file = list('cut.csv', { [ids.signing]: 'sent', [ids.draft]: 'draft' });
    const ran = await at.run(['envelope', 'reconcile', file, '--json'], { signal: AbortSignal.abort() });
    expect([ran.code, ran.error()]).toMatchObject([
      130,
      { message: 'Interrupted after 0 of 2 envelopes.', hint: expect.stringContaining('Run the same command again') },
    ]);
  });

  it('names each difference and its line, and exits with 6', async () => {
    const file = list('differs.csv', {
      [ids.sealed]: 'sent',
      [ids.signing]: 'sealed',
      [ids.voided]: 'declined',
      [absent]: 'sent',
      'A-17': 'sent',
    });
    const ran = await reconcile(file, '--json');
    expect(ran.code).toBe(6);
    expect(lines(ran.stdout).slice(1)).toMatchObject([
      { id: ids.sealed, line: 2, difference: 'behind', app: 'sent', service: 'sealed', title: 'Lease 4' },
      { id: ids.signing, line: 3, difference: 'ahead', app: 'sealed', service: 'partially_signed' },
      { id: ids.voided, line: 4, difference: 'conflict', app: 'declined', service: 'voided' },
      { id: absent, line: 5, difference: 'unknown_to_service', app: 'sent', service: null },
      { id: 'A-17', line: 6, difference: 'unknown_to_service', app: 'sent', service: null },
      { id: ids.draft, line: null, difference: 'unknown_to_app', app: null, service: 'draft' },
      {
        type: 'ended',
        compared: 5,
        same: 0,
        behind: 1,
        ahead: 1,
        conflict: 1,
        unknown_to_service: 2,
        unknown_to_app: 1,
      },
    ]);
    const shown = await at.run(['envelope', 'reconcile', file], { terminal: true });
    const words = shown.stdout.replaceAll(/\n +/g, ' ');
    expect(words).toContain(`${ids.sealed}  “Lease 4”  behind: the app says sent, the service sealed\n`);
    expect(words).toContain(
      'Compared 5 envelopes: 0 alike, 1 behind, 1 ahead, 1 in conflict, 2 unknown to\nthe service,',
    );
  });

  it('names all that this machine knows to an app that has lost its list', async () => {
    const ran = await reconcile(list('lost.csv', {}), '--json');
    expect([ran.code, ran.error().code]).toEqual([6, 'list_differs']);
    const told = lines(ran.stdout);
    expect(told.filter(({ difference }) => difference === 'unknown_to_app').map(({ id }) => id)).toEqual(
      expect.arrayContaining(Object.values(ids)),
    );
    expect(told.at(-1)).toMatchObject({ type: 'ended', compared: 0, same: 0, unknown_to_app: told.length - 2 });
  });

  it('delivers what the app has missed, in order, signed and marked, and only once', async () => {
    const file = list('behind.csv', { [ids.sealed]: 'draft', [ids.signing]: 'sent', [ids.voided]: 'sent' });
    const first = await deliver(file);
    expect(first.code).toBe(6);
    const told = receiver.received.map(({ body }) => [body.envelope_id, body.event]);
    const of = (id: string): readonly string[] =>
      told.flatMap(([envelope, event]) => (envelope === id ? [event ?? ''] : []));
    expect(of(ids.sealed)).toEqual([
      'envelope.sent',
      'recipient.completed',
      'recipient.completed',
      'envelope.completed',
      'envelope.sealed',
    ]);
    expect(of(ids.signing)).toEqual([]);
    expect(of(ids.voided)).toEqual(['envelope.voided']);
    for (const { headers, raw, body } of receiver.received) {
      expect(headers['esign-synthetic']).toBe('reconcile');
      expect(body).toMatchObject({ synthetic: true, retry_count: 0 });
      const header = headers['service-signature'] ?? '';
      const now = Number(/^t=(\d+)/.exec(header)?.[1]) * 1000;
      expect(verify({ body: raw, header, current: 'whsec_file', now })).toMatchObject({ ok: true });
    }
    const times = receiver.received.slice(1, 5).map(({ body }) => body.created_at);
    expect(times).toEqual(times.toSorted());
    expect(new Set(times).size).toBe(4);
    receiver.received.length = 0;
    const again = await deliver(file);
    expect(again.code).toBe(6);
    expect(receiver.received).toEqual([]);
    expect(lines(again.stdout).at(-1)).toMatchObject({ made_up: { delivered: 0, earlier: 2, failed: 0 } });
  });

  it('shows what it made up as deliveries of this machine', async () => {
    const ran = await at.ok(['event', 'list', '--envelope', ids.voided, '--json']);
    expect((JSON.parse(ran.stdout) as { data: unknown[] }).data).toMatchObject([
      { event: 'envelope.voided', synthetic: true },
    ]);
  });

  it('stops at the first event that the app does not accept, and goes on there in the next run', async () => {
    const other = await startReceiver();
    const file = list('refused.csv', { [ids.sealed]: 'sent' });
    const run = () =>
      reconcile(file, '--only-listed', '--json', '--deliver-to', other.url, '--secret-file', 'hook.secret');
    other.answer(500);
    const refused = await run();
    expect(refused.code).toBe(8);
    expect(other.received).toHaveLength(1);
    expect(lines(refused.stdout)[1]?.made_up).toMatchObject([
      { event: 'recipient.completed', outcome: 'failed', status: 500 },
    ]);
    other.answer(204);
    const [first] = other.received;
    expect((await run()).code).toBe(6);
    expect(other.received.map(({ body }) => body.event)).toEqual([
      'recipient.completed',
      'recipient.completed',
      'recipient.completed',
      'envelope.completed',
      'envelope.sealed',
    ]);
    expect(other.received[1]?.body.id).toBe(first?.body.id);
    await other.close();
  });

  it('sends nothing with --dry-run', async () => {
    const file = list('planned.csv', { [ids.sealed]: 'completed' });
    const told = lines((await deliver(file, '--dry-run')).stdout);
    // This list has no word for `sealed`.
    expect(told).toMatchObject([{ type: 'ready' }, { type: 'ended', same: 1 }]);
    const planned = lines((await deliver(file, '--dry-run', '--map', 'archived=sealed')).stdout);
    expect(planned[1]?.made_up).toMatchObject([{ event: 'envelope.sealed', outcome: 'planned' }]);
    expect(receiver.received).toEqual([]);
  });

  it.each([
    [['--dry-run'], '--dry-run requires --deliver-to'],
    [['--secret-file', 'hook.secret'], '--secret-file requires --deliver-to'],
    [['--map', 'signed=done'], 'Invalid --map value "signed=done".'],
    [['--deliver-to', 'http://user:pass@127.0.0.1:1/'], 'A receiver URL cannot contain a password.'],
  ])('refuses %j before anything is read', async (flags, message) => {
    const ran = await reconcile('no-such-file.csv', ...flags);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(message);
  });
});
