import { beforeEach, describe, expect, it } from 'vitest';
import { newEndpointMachine } from '../../support/emulator-machine.js';
import { shared } from '../../support/shared.js';

interface Attempt {
  readonly delivery_id: string;
  readonly event_id: string;
  readonly status: number | null;
}

const at = shared(newEndpointMachine);
beforeEach(async () => {
  await at.ok(['emulator', 'fault', 'clear']);
  at.receiver.answer(204);
  // What earlier tests left on its ladder.
  await at.ok(['emulator', 'redeliver', '--failed']);
  await at.settle();
  at.receiver.received.length = 0;
});

const log = async (...words: readonly string[]): Promise<readonly Attempt[]> =>
  (await at.ok(['emulator', 'log', 'deliveries', '--json', ...words])).json<{ data: readonly Attempt[] }>().data;

describe('emulator log', () => {
  it('shows every attempt in one line: time, event, endpoint, attempt, status, latency, error', async () => {
    at.receiver.answer(503);
    const envelope = await at.send();
    await at.settle();
    const words = ['emulator', 'log', 'deliveries', '--envelope', envelope];
    const [{ delivery_id: delivery } = { delivery_id: '' }] = await log('--envelope', envelope);
    const [head, line] = (await at.ok(words, { terminal: true })).stdout.split('\n');
    const start = `[0-9-]{10} [0-9:]{8} \\+02:00  envelope\\.sent +${delivery.slice(0, 8)}  #1 +503 +\\d+ ms`;
    expect(line).toMatch(new RegExp(`^${start}$`));
    expect(line!.length).toBeLessThanOrEqual(80);
    expect(head!.indexOf('DELIVERY')).toBe(line!.indexOf(delivery.slice(0, 8)));
    const wide = (await at.ok(words, { terminal: true, columns: 120 })).stdout.split('\n');
    expect(wide[1]).toMatch(new RegExp(`^${start}  ${at.endpoint.slice(0, 8)}$`));
    expect(wide[0]!.indexOf('ENDPOINT')).toBe(wide[1]!.indexOf(at.endpoint.slice(0, 8)));
    const [row] = (await at.ok([...words, '--tsv'])).stdout.split('\n');
    expect(row!.split('\t').slice(1, 5)).toEqual(['envelope.sent', at.endpoint, '#1', '503']);
    expect((await at.ok([...words, '-q'])).stdout.trim()).toBe((await log('--envelope', envelope))[0]!.delivery_id);
  });

  it('shows what the app behind a listener answered below the attempt', async () => {
    const envelope = await at.send();
    await at.settle();
    const [first] = await log('--envelope', envelope);
    const told = { event_id: first?.event_id, webhook_id: at.endpoint, url: 'http://127.0.0.1:3000/hooks' };
    const responses = [{ ...told, attempts: 4, status: 500, milliseconds: 12, error: null }];
    const causes = [{ url: told.url, words: 'The app verifies with another secret.' }];
    await at.emulator.control('POST /_emulator/deliveries/app-responses', { responses, causes });
    const ran = await at.ok(['emulator', 'log', 'deliveries', '--envelope', envelope], { terminal: true });
    expect(ran.stdout.split('\n').slice(1, 4)).toEqual([
      expect.stringMatching(/ 204 /),
      '    app http://127.0.0.1:3000/hooks: 500 in 12 ms, attempt 4',
      '    The app verifies with another secret.',
    ]);
  });

  it('says so when there is nothing', async () => {
    const id = await at.draft();
    const ran = await at.ok(['emulator', 'log', 'deliveries', '--envelope', id], { terminal: true });
    expect(ran.stdout).toBe('No delivery attempts yet.\n');
  });

  it('--follow begins with ready, prints new deliveries, and ends when interrupted', async () => {
    const id = await at.draft();
    const stop = new AbortController();
    let looks = 0;
    const sleep = async (): Promise<void> => {
      looks += 1;
      if (looks > 1) return stop.abort();
      await at.ok(['envelope', 'send', id]);
      await at.settle();
    };
    const words = ['emulator', 'log', 'deliveries', '--follow', '--envelope', id, '--json'];
    const ran = await at.run(words, { signal: stop.signal, clock: { now: () => Date.now(), sleep } });
    const lines = ran.stdout.trim().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { type: 'ready' },
      { type: 'attempt', event: 'envelope.sent', webhook_id: at.endpoint, attempt: 1, status: 204 },
    ]);
  });

  it('events lists events, delivered or not', async () => {
    const id = await at.send();
    await at.ok(['emulator', 'sign', id, 'Tenant']);
    const rows = (await at.ok(['emulator', 'log', 'events', '--envelope', id, '--tsv'])).stdout.trim().split('\n');
    expect(rows.map((row) => row.split('\t')[2])).toEqual(['envelope.sent', 'recipient.completed']);
  });
});

describe('emulator redeliver', () => {
  it('sends one delivery, or one event, again', async () => {
    const id = await at.send();
    await at.settle();
    const [first] = await log('--envelope', id);
    await at.ok(['emulator', 'redeliver', first!.delivery_id]);
    await at.settle();
    await at.ok(['emulator', 'redeliver', first!.event_id, '--endpoint', at.endpoint]);
    await at.settle();
    await at.ok(['emulator', 'redeliver', first!.delivery_id.slice(0, 8)]);
    await at.settle();
    expect((await log('--envelope', id)).map(({ event_id: event }) => event)).toEqual(Array(4).fill(first!.event_id));
    expect(at.receiver.received.map(({ body }) => body.id)).toEqual(Array(4).fill(first!.event_id));
  });

  it('sends everything that failed again, and nothing else', async () => {
    await at.send();
    await at.settle();
    at.receiver.answer(500);
    const id = await at.send();
    await at.settle();
    at.receiver.answer(204);
    const ran = await at.ok(['emulator', 'redeliver', '--failed'], { terminal: true });
    expect(ran.stdout).toContain('esign emulator log deliveries');
    await at.settle();
    expect((await log('--envelope', id)).map(({ status }) => status)).toEqual([500, 204]);
    expect(at.receiver.received).toHaveLength(3);
    const again = await at.ok(['emulator', 'redeliver', '--failed'], { terminal: true });
    expect(again.stdout).toContain('No failed deliveries.');
  });

  it('refuses neither and both, and an id of nothing', async () => {
    const nothing = '00000000-0000-4000-8000-000000000000';
    expect((await at.run(['emulator', 'redeliver'])).code).toBe(2);
    expect((await at.run(['emulator', 'redeliver', nothing, '--failed'])).code).toBe(2);
    expect((await at.run(['emulator', 'redeliver', nothing])).code).toBe(4);
    expect((await at.run(['emulator', 'redeliver', '00000000'])).code).toBe(4);
    expect((await at.run(['emulator', 'redeliver', '000'])).code).toBe(2);
    expect((await at.run(['emulator', 'redeliver', 'latest'])).code).toBe(2);
  });
});
