import { beforeAll, describe, expect, it } from 'vitest';
import { newEmulatorMachine, people } from '../../support/emulator-machine.js';
import { type Behaviour, hostileServer, json } from '../../support/network/hostile-server.js';
import { recordDeliveries } from '../../support/records/recorded-deliveries.js';
import { scriptedClock } from '../../support/program/clock.js';
import type { Envelope } from '../../support/shapes.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
let template: string;

beforeAll(async () => {
  template = await at.template();
});

async function create(...more: readonly string[]): Promise<string> {
  const words = ['envelope', 'create', '--template', template, ...people, '--value', '.rental.amount=9500.00'];
  return (await at.ok([...words, ...more, '-q', '--yes'])).stdout.trim();
}
const act =
  (...words: readonly string[]) =>
  async (): Promise<void> => {
    await at.ok(['emulator', ...words]);
  };
const nothing = (): Promise<void> => Promise.resolve();
const some = Array(9).fill(nothing) as readonly (() => Promise<void>)[];
const wait = (id: string, until: string, steps: readonly (() => Promise<void>)[], ...more: readonly string[]) => {
  const clock = scriptedClock(steps);
  return at.run(['envelope', 'wait', id, '--until', until, ...more], { clock }).then((ran) => ({ ...ran, clock }));
};
const lines = (stdout: string): Record<string, unknown>[] =>
  stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('envelope wait', () => {
  it('says how to fetch what is sealed, and how to get there where it is not', async () => {
    const id = await create('--send');
    for (const role of ['Tenant', 'Landlord']) await at.ok(['emulator', 'sign', id, role]);
    const next = async (until: string): Promise<string> =>
      (await at.ok(['envelope', 'wait', id, '--until', until], { terminal: true })).stdout.split('Next:\n')[1] ?? '';
    const fetch = `  esign envelope download ${id} -o sealed.pdf\n`;
    expect(await next('completed')).toBe(`  esign emulator clock advance 2m\n${fetch}`);
    await at.ok(['emulator', 'clock', 'advance', '2m']);
    expect(await next('sealed')).toBe(fetch);
  });

  it('tells every change under --json, ready first, and ends when it is sealed', async () => {
    const id = await create('--send');
    const steps = [
      nothing,
      act('sign', id, 'Tenant'),
      nothing,
      act('sign', id, 'Landlord'),
      nothing,
      act('clock', 'advance', '2m'),
    ];
    const ran = await wait(id, 'sealed', steps, '--json');
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    const told = lines(ran.stdout);
    expect(told[0]).toMatchObject({ type: 'ready', id, status: 'sent' });
    expect(new Set(told.map((line) => line['id']))).toEqual(new Set([id]));
    expect(told.slice(1, -1).map(({ what, role, to }) => [what, role, to])).toEqual([
      ['recipient', 'Tenant', 'signed'],
      ['recipient', 'Landlord', 'sent'],
      ['status', null, 'partially_signed'],
      ['recipient', 'Landlord', 'signed'],
      ['status', null, 'completed'],
      ['invitation', 'Tenant', true],
      ['invitation', 'Landlord', true],
      ['sealed', null, true],
    ]);
    expect(told.at(-1)).toMatchObject({ type: 'reached', until: 'sealed', sealed: true });
    expect(ran.clock.slept).toHaveLength(6);
  });

  it('ends at once where it has come so far, with one sentence', async () => {
    const id = await create('--send', '--title', 'Lease 4');
    const ran = await wait(id, 'sent', [], '--no-input');
    expect([ran.code, lines(ran.stdout).map(({ type }) => type)]).toEqual([0, ['ready', 'reached']]);
    const person = await at.run(['envelope', 'wait', id, '--until', 'sent'], { terminal: true });
    expect(person.stdout).toContain('“Lease 4” is sent.');
  });

  it('waits for one role', async () => {
    const id = await create('--send');
    const ran = await wait(id, 'signed:Tenant', [nothing, act('sign', id, 'Tenant')], '--json');
    expect([ran.code, lines(ran.stdout).at(-1)]).toMatchObject([0, { id, status: 'partially_signed' }]);
    const unknown = await wait(id, 'signed:Tenent', [], '--json');
    expect([unknown.code, unknown.error().hint]).toEqual([2, 'Use one of: Tenant, Landlord.']);
  });

  it('a role that was handed over has signed when the one who took it has', async () => {
    const id = await create('--send');
    await at.ok(['emulator', 'delegate', id, 'Tenant', '--to', 'name=Lerato Nkosi,email=lerato@example.test']);
    const ran = await wait(id, 'signed:Tenant', [nothing], '--max-wait', '1s', '--json');
    expect([ran.code, ran.error().code]).toEqual([12, 'timed_out']);
    await at.ok(['emulator', 'sign', id, 'Tenant']);
    expect((await wait(id, 'signed:Tenant', [], '--json')).code).toBe(0);
  });

  it('exit 10 when it ends in another state; 0 when that state was awaited', async () => {
    const id = await create('--send');
    const ran = await wait(id, 'sealed', [nothing, act('decline', id, 'Tenant', '--reason', 'Too dear')], '--json');
    expect([ran.code, ran.error()]).toMatchObject([
      10,
      { code: 'other_end', message: 'The envelope is declined and will not be sealed.' },
    ]);
    expect((await wait(id, 'declined', [], '--json')).code).toBe(0);
    expect((await wait(id, 'signed:Landlord', [], '--json')).code).toBe(10);
  });

  it('exit 12 when the time runs out, by the clock, with the last status', async () => {
    const id = await create('--send');
    const ran = await wait(id, 'completed', Array(60).fill(nothing), '--max-wait', '10m', '--json');
    expect([ran.code, ran.error().message]).toEqual([
      12,
      'Timed out after 10m: the envelope is not completed. Waiting for Thandi Mokoena (Tenant). ' +
        'Next: Pieter van Wyk (Landlord).',
    ]);
    const slept = ran.clock.slept.reduce((sum, each) => sum + each, 0);
    expect(slept).toBe(600_000);
    // Ever less often: the tenth of a fixed two seconds' looks.
    expect(ran.clock.slept.length).toBeLessThan(35);
    expect(Math.max(...ran.clock.slept)).toBeLessThanOrEqual(60_000);
  });

  it('looks just after the deadline instead of long after it', async () => {
    const id = await create('--send', '--expires-in', '1h');
    const from = Date.now();
    const clock = scriptedClock([], { start: from, each: (ms) => at.emulator.advance(ms) });
    const ran = await at.run(['envelope', 'wait', id, '--until', 'expired', '--json'], { clock });
    expect(ran.code).toBe(0);
    const late = clock.now() - from - 3_600_000;
    expect(late).toBeLessThan(10_000);
  });

  it('exit 11 when a listener received a sealing failure; keeps waiting with --past-sealing-failure', async () => {
    const id = await create('--send');
    await at.ok(['emulator', 'fault', 'operation', 'seal', '--code', 'internal_error', '--count', '20']);
    await at.ok(['emulator', 'sign', id, 'Tenant']);
    await at.ok(['emulator', 'sign', id, 'Landlord']);
    await at.ok(['emulator', 'clock', 'advance', '1h']);
    // Without the event nobody can know.
    const silent = await wait(id, 'sealed', some, '--max-wait', '5s', '--json');
    expect(silent.code).toBe(12);
    const event = { event: 'envelope.sealing_failed', envelopeId: id, host: at.emulator.host } as const;
    await recordDeliveries(at.machine.env['ESIGN_STATE_DIR'] ?? '', [
      { ...event, verdict: { ok: false, cause: 'mismatch', words: 'It does not fit.' } },
    ]);
    expect((await wait(id, 'sealed', some, '--max-wait', '5s', '--json')).code).toBe(12);
    await recordDeliveries(at.machine.env['ESIGN_STATE_DIR'] ?? '', [event]);
    const ran = await wait(id, 'sealed', [], '--json');
    expect([ran.code, ran.error().code]).toEqual([11, 'sealing_failed']);
    expect((await wait(id, 'completed', [], '--json')).code).toBe(0);
    const watched = await at.run(['envelope', 'watch', id, '--json'], { clock: scriptedClock([]) });
    expect([watched.code, lines(watched.stdout).map(({ type }) => type)]).toEqual([
      11,
      ['ready', 'sealing_failed', 'ended'],
    ]);
    const past = await wait(id, 'sealed', some, '--past-sealing-failure', '--max-wait', '5s', '--json');
    expect(past.code).toBe(12);
  });

  it('outlives a service that is away for a while, but not one that is gone', async () => {
    const { body } = await at.organisation.live<Envelope>(`GET /api/v1/envelopes/${await create('--send')}`);
    const away = json(500, { error: { code: 'internal_error', message: 'Away.' } });
    const back = json(200, { ...body, status: 'declined' });
    // Each look is tried three times by the client itself.
    const looks = async (behaviours: readonly Behaviour[], tries: number): Promise<readonly [number, number]> => {
      const server = await hostileServer(behaviours);
      const env = { ...at.live(), ESIGN_BASE_URL: server.url };
      const clock = scriptedClock(Array(tries).fill(nothing));
      const ran = await at.run(['envelope', 'wait', body.id, '--until', 'declined', '--json'], { clock, env });
      await server.close();
      return [ran.code, server.seen.length];
    };
    expect(await looks([json(200, body), ...Array<Behaviour>(9).fill(away), back], 20)).toEqual([0, 11]);
    expect(await looks([json(200, body), away], 40)).toEqual([8, 19]);
    // Never reached at all: it may be a wrong address.
    expect(await looks([away], 10)).toEqual([8, 3]);
  });

  it('ends with 4 for an unknown ID', async () => {
    expect((await wait('6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11', 'sent', [], '--json')).code).toBe(4);
  });

  it('Ctrl-C is exit 130', async () => {
    const id = await create('--send');
    const stop = new AbortController();
    const clock = scriptedClock([() => Promise.resolve(stop.abort(new Error('interrupted')))]);
    const ran = await at.run(['envelope', 'wait', id, '--until', 'sealed', '--json'], { clock, signal: stop.signal });
    expect(ran.code).toBe(130);
  });

  it.each([
    [['--until', 'signed:'], 'Invalid --until value'],
    [['--until', 'finished'], 'Invalid --until value'],
    [['--until', 'seald'], 'Did you mean "sealed"?'],
    [[], '--until'],
  ])('refuses %j before the network', async (words, said) => {
    const ran = await at.run(['envelope', 'wait', '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11', ...words]);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(said)]);
  });
});

describe('envelope watch', () => {
  it('tells the changes of several until nothing more can happen to any', async () => {
    const [one, two] = [await create('--send', '--title', 'One'), await create('--send', '--title', 'Two')];
    const steps = [
      act('decline', one, 'Tenant', '--reason', 'No'),
      act('sign', two, 'Tenant'),
      async (): Promise<void> => {
        await at.ok(['envelope', 'void', two, '--reason', 'Late', '--yes']);
      },
    ];
    const ran = await at.run(['envelope', 'watch', one, two, '--json'], { clock: scriptedClock(steps) });
    expect([ran.code, ran.stderr]).toEqual([0, '']);
    const told = lines(ran.stdout);
    expect(told[0]).toMatchObject({ type: 'ready', envelopes: [{ id: one }, { id: two }] });
    const statuses = told.filter(({ what }) => what === 'status').map((line) => [line['id'], line.to]);
    expect(statuses).toEqual([
      [one, 'declined'],
      [two, 'partially_signed'],
      [two, 'voided'],
    ]);
    expect(told.at(-1)).toMatchObject({ type: 'ended', envelopes: [{ status: 'declined' }, { status: 'voided' }] });
  });

  it('a line for each change on a terminal, and exit 12 at the end of the time', async () => {
    const id = await create('--send', '--title', 'Lease 9');
    const clock = scriptedClock([act('sign', id, 'Tenant'), nothing, nothing, nothing, nothing]);
    const ran = await at.run(['envelope', 'watch', id, '--max-wait', '7s'], { clock, terminal: true, columns: 120 });
    expect(ran.code).toBe(12);
    expect(ran.stdout).toMatch(new RegExp(`^“Lease 9” ${id.slice(0, 8)} is sent\\. Waiting for Thandi Mokoena`, 'm'));
    expect(ran.stdout.replaceAll(/\s+/g, ' ')).toMatch(/Next: Pieter van Wyk \(Landlord\)\. \(\d+[sm], since 20\d\d-/);
    expect(ran.stdout).toMatch(
      /^\d\d:\d\d:\d\d {2}“Lease 9” .{8} {2}Thandi Mokoena <thandi@example.test> \(Tenant\): signed\.$/m,
    );
    expect(ran.stderr).toContain('1 of 1 can still change.');
  });
});
