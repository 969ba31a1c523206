import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type BuiltProgram, builtProgram, type Ended } from '../support/built.js';
import { startReceiver, type Received, type Receiver } from '../support/listening/deliveries.js';
import { type Machine, newMachine, type Ran } from '../support/program.js';

const events = [
  'envelope.sent',
  'recipient.completed',
  'envelope.completed',
  'envelope.declined',
  'envelope.voided',
  'envelope.expired',
  'envelope.sealed',
  'envelope.sealing_failed',
];

interface Attempt {
  readonly event: string;
  readonly event_id: string;
  readonly delivery_id: string;
  readonly envelope_id: string;
  readonly attempt: number;
  readonly copy: number;
  readonly status: number | null;
  readonly error: string | null;
  readonly milliseconds: number;
  readonly faults: readonly string[];
}

/** Starts the emulator, registers and follows, each in a process of its own. */
let program: BuiltProgram;
/** Runs everything else in this process, in the same folders. */
let machine: Machine;
let receiver: Receiver;
let secret: string;
beforeAll(async () => {
  program = builtProgram();
  machine = newMachine(program.folder);
  receiver = await startReceiver();
  await spawned('emulator start --detach --port 0 --seed 5');
  await ok('emulator clock freeze');
  const subscribed = events.map((name) => `--event ${name}`).join(' ');
  await spawned(`webhook register --url ${receiver.url} --secret-file hook.secret ${subscribed}`);
  secret = readFileSync(join(program.folder, 'hook.secret'), 'utf8').trim();
});
afterAll(async () => {
  await program.remove();
  await receiver.close();
});
beforeEach(async () => {
  await ok('emulator fault clear');
  receiver.answer(204);
  await ok('emulator redeliver --failed');
  await settle();
  receiver.received.length = 0;
});

async function done(line: string, ended: Promise<Ended | Ran>): Promise<string> {
  const { code, stdout, stderr } = await ended;
  if (code !== 0) throw new Error(`esign ${line} ended with ${code}: ${stderr}`);
  return stdout;
}
const ok = (line: string): Promise<string> => done(line, machine.run(line.split(' ')));
const spawned = (line: string): Promise<string> => done(line, program.run(line.split(' ')));
const settle = (): Promise<string> => ok('emulator clock advance 1s');
async function trigger(event: string, more = ''): Promise<{ readonly id: string; readonly envelope: string }> {
  const made = JSON.parse(await ok(`emulator trigger ${event}${more} --json`)) as {
    readonly event: { readonly id: string };
    readonly envelope: { readonly id: string };
  };
  return { id: made.event.id, envelope: made.envelope.id };
}
const log = async (envelope: string): Promise<readonly Attempt[]> =>
  (JSON.parse(await ok(`emulator log deliveries --envelope ${envelope} --json`)) as { data: readonly Attempt[] }).data;
const verifies = ({ headers, raw }: Received): boolean => {
  const [, t = '', v1 = ''] = /^t=(\d+), ?v1=([0-9a-f]{64})$/.exec(headers['service-signature'] ?? '') ?? [];
  return createHmac('sha256', secret).update(`${t}.`).update(raw).digest('hex') === v1;
};

describe('emulator trigger', () => {
  it.each(events)('%s happens: the endpoint gets the event, and the signature verifies', async (event) => {
    const { id, envelope } = await trigger(event);
    await settle();
    const [told] = receiver.received.filter(({ body }) => body.id === id);
    expect(told?.body).toMatchObject({ event, envelope_id: envelope, retry_count: 0 });
    expect(receiver.received.every(verifies)).toBe(true);
  });

  it('continues with an existing envelope', async () => {
    const { envelope } = await trigger('envelope.sent');
    await trigger('envelope.sealing_failed', ` --envelope ${envelope}`);
    await trigger('envelope.sealed', ` --envelope ${envelope}`);
    await settle();
    expect(new Set(receiver.received.map(({ body }) => body.envelope_id))).toEqual(new Set([envelope]));
    expect(receiver.received).toHaveLength(6);
  });
});

describe('emulator fault deliveries', () => {
  it.each([
    ['--duplicate 1', 2, 204, ['duplicate']],
    ['--drop 1', 0, null, ['drop']],
    ['--delay 1s', 1, 204, ['delay']],
    ['--lose-answer 1', 1, null, ['lose_answer']],
    ['--wrong-signature 1', 1, 204, ['wrong_signature']],
    ['--clock-skew 400s', 1, 204, ['clock_skew']],
    ['--clock-skew -400s', 1, 204, ['clock_skew']],
  ])('%s', async (flags, arrivals, status, faults) => {
    await ok(`emulator fault deliveries ${flags} --count 1`);
    const { envelope } = await trigger('envelope.sent');
    await settle();
    expect(receiver.received).toHaveLength(arrivals);
    const [first] = await log(envelope);
    expect(first).toMatchObject({ status, faults, attempt: 1, copy: 0 });
    expect(receiver.received.every(verifies)).toBe(!faults.includes('wrong_signature'));
  });

  it('--reorder 1', async () => {
    await ok('emulator fault deliveries --reorder 1 --count 1');
    const [first, second] = [await trigger('envelope.sent'), await trigger('envelope.sent')];
    await settle();
    await settle();
    expect(receiver.received.map(({ body }) => body.id)).toEqual([second.id, first.id]);
  });

  it('the same seed lets the same ones go wrong', async () => {
    const round = async (): Promise<readonly number[]> => {
      await ok('emulator fault deliveries --duplicate 0.5 --seed 9');
      const envelopes: string[] = [];
      for (let each = 0; each < 6; each += 1) envelopes.push((await trigger('envelope.sent')).envelope);
      await settle();
      const arrived = receiver.received.splice(0).map(({ body }) => body.envelope_id);
      return envelopes.map((id) => arrived.filter((each) => each === id).length);
    };
    const first = await round();
    expect(new Set(first)).toEqual(new Set([1, 2]));
    expect(await round()).toEqual(first);
  });
});

describe('emulator log deliveries', () => {
  it('has every attempt with its status, its latency and its error, and no secret', async () => {
    receiver.answer(500);
    const { envelope } = await trigger('envelope.sent');
    await settle();
    await ok('emulator clock advance 1m');
    expect((await log(envelope)).map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 500],
      [2, 500],
    ]);
    const everything = await ok('emulator log deliveries --tsv');
    expect(everything).toMatch(/\tenvelope\.sent\t[0-9a-f-]{36}\t#2\t500\t\d+ ms\t/);
    expect(everything + (await ok('emulator log deliveries --json'))).not.toContain(secret);
  });

  it('--follow --json prints ready, then new events, and ends at a signal', async () => {
    const following = program.start(['emulator', 'log', 'deliveries', '--follow', '--json']);
    let said = '';
    let look = (): void => undefined;
    following.process.stdout?.on('data', (text: string) => {
      said += text;
      look();
    });
    expect(JSON.parse(await following.firstLine)).toEqual({ type: 'ready' });
    const { id } = await trigger('envelope.sent');
    await settle();
    await new Promise<void>((resolve) => {
      look = () => {
        if (said.includes(id)) resolve();
      };
      look();
    });
    following.process.kill('SIGINT');
    const { code, stdout } = await following.ended;
    expect(code).toBe(130);
    const last = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Attempt & { type: string })
      .at(-1);
    expect(last).toMatchObject({ type: 'attempt', event: 'envelope.sent', event_id: id, status: 204 });
  });
});

describe('emulator redeliver', () => {
  it('sends a delivery, an event and all that failed again, under the same event id', async () => {
    const { id, envelope } = await trigger('envelope.sent');
    await settle();
    const [delivery] = await log(envelope);
    await ok(`emulator redeliver ${delivery!.delivery_id}`);
    await settle();
    await ok(`emulator redeliver ${id}`);
    await settle();
    expect(receiver.received.map(({ body }) => body.id)).toEqual([id, id, id]);

    await ok('emulator fault deliveries --drop 1');
    const lost = await trigger('envelope.declined');
    await ok('emulator clock advance 36h');
    expect((await log(lost.envelope)).filter(({ event }) => event === 'envelope.declined')).toHaveLength(7);
    await ok('emulator fault clear');
    expect(receiver.received.map(({ body }) => body.id)).not.toContain(lost.id);
    await ok('emulator redeliver --failed');
    await settle();
    expect(receiver.received.filter(({ body }) => body.id === lost.id)).toHaveLength(1);
    expect(receiver.received.every(verifies)).toBe(true);
  });
});
