import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newEmulatorMachine, people } from '../../support/emulator-machine.js';
import { newMachine } from '../../support/program.js';
import type { Envelope, Mail } from '../../support/shapes.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
let template: string;

beforeAll(async () => {
  template = await at.template();
});

const rent = ['--value', '.rental.amount=9500.00'];
const send = async (): Promise<Envelope> =>
  (await at.ok(['envelope', 'create', '--template', template, ...people, ...rent, '--send'])).json<Envelope>();

describe('where the emulator is', () => {
  it('is found by the profile, and by --base-url', async () => {
    const status = (await at.ok(['emulator', 'status'])).json<{ url: string }>();
    expect(status.url).toBe(at.emulator.url);
    const env = { ESIGN_CONFIG_DIR: at.path('empty') };
    const named = await at.ok(['emulator', 'status', '--base-url', at.emulator.url, '--jq', '.url'], { env });
    expect(named.stdout.trim()).toBe(at.emulator.url);
  });

  it('without one says how to start it', async () => {
    const other = newMachine();
    for (const words of [['status'], ['stop'], ['clock', 'show']]) {
      const ran = await other.run(['emulator', ...words, '--json']);
      expect([words, ran.code]).toEqual([words, 4]);
      expect(ran.error().hint).toContain('esign emulator start');
    }
    other.remove();
  });

  it('that has ended says how to start it, and does not point at the very command that failed', async () => {
    const { emulator, ...ended } = await newEmulatorMachine();
    await emulator.close();
    const ran = await ended.run(['emulator', 'status', '--json']);
    expect([ran.code, ran.error()]).toMatchObject([
      8,
      {
        code: 'emulator_unreachable',
        hint: 'Start it with `esign emulator start`, or set the URL of another one with --base-url.',
      },
    ]);
    await ended.close();
  });

  it('its own routes are never looked for on another machine', async () => {
    const ran = await at.run(['emulator', 'reset', '--yes', '--base-url', 'https://api.example.com', '--json']);
    expect(ran.code).toBe(2);
    expect(ran.error().message).toContain('only with an emulator on this machine');
  });

  it('start never takes the place of a profile that reaches a real service', async () => {
    const other = newMachine();
    other.env['ESIGN_API_KEY'] = '';
    const key = 'esign_live_0123456789abcdefghijklmnopqrstuvwxyzABCDEFG';
    const words = ['login', '--profile', 'production', '--base-url', 'https://api.example.com', '--no-check'];
    await other.run([...words, '--api-key-stdin', '--insecure-storage'], { stdin: key });
    const ran = await other.run(['emulator', 'start', '--profile', 'production', '--json']);
    expect([ran.code, ran.error().code]).toEqual([2, 'profile_exists']);
    expect((await other.run(['emulator', 'start', '--profile', '../x'])).code).toBe(2);
    other.remove();
  });
});

describe('emulator clock', () => {
  beforeEach(() => at.ok(['emulator', 'clock', 'freeze']));

  it('shows, freezes, runs and advances', async () => {
    const before = (await at.ok(['emulator', 'clock', 'show'])).json<{ now: string; frozen: boolean }>();
    expect(before.frozen).toBe(true);
    const moved = (await at.ok(['emulator', 'clock', 'advance', '34h1m'])).json<{ now: string }>();
    expect(Date.parse(moved.now) - Date.parse(before.now)).toBe((34 * 60 + 1) * 60_000);
    expect((await at.ok(['emulator', 'clock', 'run'])).json<{ frozen: boolean }>().frozen).toBe(false);
  });

  it('moves to what falls due next, and tells what happened', async () => {
    const { id } = await send();
    await at.ok(['emulator', 'sign', id, 'Tenant']);
    await at.ok(['emulator', 'sign', id, 'Landlord']);
    const ran = await at.ok(['emulator', 'clock', 'advance', '2m'], { terminal: true, columns: 140 });
    expect(ran.stdout).toMatch(/TIME +ACTION +SUBJECT/);
    expect(ran.stdout).toMatch(new RegExp(`seal +${id}`));
    const next = await send();
    await at.ok(['emulator', 'clock', 'advance', '--to', 'next']);
    await at.ok(['emulator', 'clock', 'advance', '--to', '2030-01-01T00:00:00+02:00']);
    expect((await at.ok(['emulator', 'clock', 'show', '--jq', '.now'])).stdout).toContain('2029-12-31T22:00:00');
    expect(next.status).toBe('sent');
  });

  it.each([
    [[], 'either a duration or --to'],
    [['25h', '--to', 'next'], 'either a duration or --to'],
    [['25 hours'], 'value "25 hours"'],
    [['--to', '2030-01-01'], 'no time zone'],
  ])('advance refuses %j', async (words, told) => {
    const ran = await at.run(['emulator', 'clock', 'advance', ...words]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(told);
  });

  it('never goes back', async () => {
    const ran = await at.run(['emulator', 'clock', 'advance', '--to', '2001-01-01T00:00:00Z', '--json']);
    expect([ran.code, ran.error().code]).toEqual([5, 'invalid_request']);
  });
});

describe('what recipients do', () => {
  it('they sign in order, with answers of their own, and are refused out of turn', async () => {
    const { id } = await send();
    const early = await at.run(['emulator', 'sign', id, 'Landlord', '--json']);
    expect([early.code, early.error().code]).toEqual([6, 'recipient_not_yet_turn']);
    const empty = await at.run(['emulator', 'sign', id, 'Tenant', '--no-fill', '--json']);
    expect([empty.code, empty.error().code]).toEqual([5, 'invalid_request']);
    const name = ['--value', 'tenant.person.full_name=Thandi Mokoena'];
    const signed = await at.ok(['emulator', 'sign', id, 'Tenant', ...name, '--signature', 'T. Mokoena'], {
      terminal: true,
    });
    expect(signed.stdout).toContain(`esign emulator sign ${id} Landlord`);
    const done = (await at.ok(['emulator', 'sign', id, 'Landlord'])).json<Envelope>();
    expect(done.status).toBe('completed');
  });

  it('they decline, and hand their place to somebody else', async () => {
    const first = await send();
    const declined = await at.ok(['emulator', 'decline', first.id, 'Tenant', '--reason', 'The rent is wrong']);
    expect(declined.json<Envelope>().status).toBe('declined');
    expect((await at.run(['emulator', 'decline', first.id, 'Tenant'])).stderr).toContain('--reason');

    const second = await send();
    const to = 'name=Lerato Nkosi,email=lerato@example.test';
    const handed = (await at.ok(['emulator', 'delegate', second.id, 'Tenant', '--to', to])).json<Envelope>();
    expect(handed.recipients.map(({ name, status }) => [name, status])).toContainEqual(['Thandi Mokoena', 'delegated']);
    expect(handed.recipients.map(({ name, status }) => [name, status])).toContainEqual(['Lerato Nkosi', 'sent']);
  });

  it('what is refused names the envelope in the command to look at it', async () => {
    const { id } = await send();
    await at.ok(['envelope', 'void', id, '--reason', 'Sold', '--yes']);
    const refused = await at.run(['emulator', 'sign', id, 'Tenant', '--json']);
    expect(refused.error().hint).toContain(`esign envelope get ${id}`);
  });

  it('a role that the envelope does not have is not found', async () => {
    const { id } = await send();
    expect((await at.run(['emulator', 'sign', id, 'Surety/../../reset'])).code).toBe(4);
  });
});

describe('emulator inbox', () => {
  it('shows mail, and a signing link only with --print', async () => {
    const { id } = await send();
    const list = ['emulator', 'inbox', 'list', '--envelope', id, '--kind', 'invitation'];
    const { link, id: mail } = (await at.ok([...list, '--print', '--json'])).json<{ data: Mail[] }>().data[0]!;
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1/);
    const hidden = await at.ok([...list, '--json']);
    expect(hidden.stdout).not.toContain(link);
    expect(hidden.stdout).toContain('Please sign');
    const shown = await at.ok(['emulator', 'inbox', 'show', mail], { terminal: true });
    expect(shown.stdout).not.toContain(link);
    expect(shown.stdout).toContain('link hidden, use --print to show it');
    expect((await at.ok(['emulator', 'inbox', 'show', mail, '--print'], { terminal: true })).stdout).toContain(link);
    expect((await at.ok(['emulator', 'inbox', '--to', 'thandi@example.test', '-q'])).stdout).toContain(mail);
  });
});

describe('what is not there', () => {
  it('is named, with what there is instead, and no word of keys', async () => {
    const { id } = await send();
    const nobody = await at.run(['emulator', 'sign', id, 'Nobody', '--json']);
    expect([nobody.code, nobody.error().code]).toEqual([4, 'not_found']);
    expect(nobody.error().message).toBe('Recipient "Nobody" not found. Use one of: Tenant, Landlord.');
    expect(nobody.error().hint).toBe(`List the existing ones: esign envelope get ${id}`);
    const nothing = '00000000-0000-4000-8000-000000000000';
    for (const [words, told] of [
      [['sign', nothing, 'Tenant'], 'Envelope not found'],
      [['requeue', nothing], 'Envelope not found'],
      [['grant', nothing], 'Authorisation not found'],
      [['redeliver', nothing], 'Delivery or event not found'],
      [['fault', 'deliveries', '--drop', '1', '--endpoint', nothing], 'Endpoint not found'],
    ] as const) {
      const ran = await at.run(['emulator', ...words, '--json']);
      expect([ran.code, ran.error().message]).toEqual([4, expect.stringContaining(told)]);
    }
  });
});

describe('emulator grant and decline-grant', () => {
  const create = async (): Promise<string> => {
    const grantor = ['--entity-name', 'Khumalo Homes', '--grantor', 'name=Naledi,email=naledi@example.test'];
    const words = ['--brand', at.organisation.brandId, ...grantor, '--purpose', 'Leases', '--valid-for', '90d'];
    return (await at.ok(['authorisation', 'create', ...words, '-q'])).stdout.trim();
  };
  const status = async (id: string): Promise<string> =>
    (await at.ok(['authorisation', 'get', id, '--jq', '.status'])).stdout.trim();

  it('grant makes it active, once', async () => {
    const id = await create();
    const seen = await at.ok(['emulator', 'grant', id], { terminal: true });
    expect(seen.stdout).toMatch(/^Status +active$/m);
    expect(await status(id)).toBe('active');
    const again = await at.run(['emulator', 'grant', id, '--json']);
    expect([again.code, again.error().message]).toEqual([5, expect.stringContaining('is active')]);
    expect(again.error().hint ?? '').not.toContain('property');
  });

  it('decline-grant ends it, with the reason', async () => {
    const id = await create();
    await at.ok(['emulator', 'decline-grant', id, '--reason', 'Not for so long']);
    const seen = await at.ok(['authorisation', 'show', id], { terminal: true, columns: 120 });
    expect(seen.stdout).toMatch(/^Status +declined$/m);
    expect(seen.stdout).toContain('Not for so long');
    const other = await create();
    await at.ok(['emulator', 'decline-grant', other]);
    expect(await status(other)).toBe('declined');
  });

  it('an unsigned one lapses with the clock', async () => {
    const id = await create();
    const until = (await at.ok(['authorisation', 'get', id, '--jq', '.invite_expires_at'])).stdout.trim();
    await at.ok(['emulator', 'clock', 'advance', '--to', until]);
    expect(await status(id)).toBe('expired_unsigned');
  });
});

describe('emulator fault and requeue', () => {
  it('makes one sealing fail, after which it is tried again', async () => {
    const { id } = await send();
    // What earlier tests left to be sealed must not meet the fault first.
    await at.ok(['emulator', 'clock', 'advance', '2m']);
    await at.ok(['emulator', 'fault', 'operation', 'seal', '--code', 'internal_error']);
    await at.ok(['emulator', 'sign', id, 'Tenant']);
    await at.ok(['emulator', 'sign', id, 'Landlord']);
    await at.ok(['emulator', 'clock', 'advance', '2m']);
    expect((await at.ok(['envelope', 'documents', id, '--jq', '.sealed'])).stdout.trim()).toBe('false');
    await at.ok(['emulator', 'requeue', id]);
    await at.ok(['emulator', 'clock', 'advance', '2m']);
    expect((await at.ok(['envelope', 'documents', id, '--jq', '.sealed'])).stdout.trim()).toBe('true');
  });

  it('makes an operation fail a number of times, and not after clearing', async () => {
    await at.ok(['emulator', 'fault', 'operation', 'listWebhooks', '--code', 'forbidden', '--count', '5']);
    const refused = await at.run(['webhook', 'list', '--json']);
    expect([refused.code, refused.error().code]).toEqual([3, 'forbidden']);
    await at.ok(['emulator', 'fault', 'clear']);
    await at.ok(['webhook', 'list']);
  });

  it.each([
    [['seal', '--hold'], 'Did you mean `esign emulator fault operation seal`?'],
    [['clear', 'deliverys'], 'Did you mean "deliveries"?'],
    [['operation', 'seal', '--code', 'internal_eror'], 'Did you mean "internal_error"?'],
  ])('refuses %j', async (words, told) => {
    const ran = await at.run(['emulator', 'fault', ...words]);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(told);
  });
});

describe('emulator reset', () => {
  it('asks on a terminal, and needs --yes without one', async () => {
    const { id } = await send();
    const piped = await at.run(['emulator', 'reset', '--json']);
    expect([piped.code, piped.error().code]).toEqual([2, 'confirmation_needed']);
    expect(piped.error().message).toContain(at.emulator.url);
    const { terminal, ended } = at.machine.start(['emulator', 'reset'], { terminal: true });
    await expect.poll(() => terminal.stderr()).toContain('Delete it?');
    terminal.type('n\r');
    expect((await ended).code).toBe(130);
    await at.ok(['envelope', 'get', id]);
  });

  it('empties it', async () => {
    await at.ok(['emulator', 'reset', '--yes']);
    const mine = await at.emulator.control<{ data: unknown[] }>('GET /_emulator/inbox');
    expect(mine.data).toEqual([]);
    // The organisation of this test came after the first one, so it is gone too.
    expect((await at.run(['template', 'list'])).code).toBe(3);
  });
});
