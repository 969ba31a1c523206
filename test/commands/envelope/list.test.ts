import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { addEnvelopes } from '../../../src/store/known-envelopes.js';
import { openState } from '../../../src/store/state.js';
import type { Ran } from '../../support/program.js';
import { recordDeliveries } from '../../support/records/recorded-deliveries.js';
import { envelopeReads } from '../../support/emulator/count-envelopes.js';
import { newEmulatorMachine, people } from '../../support/emulator-machine.js';
import { shared } from '../../support/shared.js';

interface Listed {
  readonly known: number | null;
  readonly more: boolean;
  readonly unread: number;
  readonly data: readonly {
    readonly id: string;
    readonly status: string | null;
    readonly sealed: boolean | null;
    readonly title: string | null;
    readonly turn: readonly { readonly role: string }[];
    readonly current: boolean;
    readonly read_at: string | null;
  }[];
}

const at = shared(newEmulatorMachine);
let template: string;
let draft: string;
let waiting: string;
let sealed: string;

beforeAll(async () => {
  template = await at.template();
  sealed = await create('--send', '--title', 'Sealed');
  await at.ok(['emulator', 'sign', sealed, 'Tenant']);
  await at.ok(['emulator', 'sign', sealed, 'Landlord']);
  // On a machine with much to do, sealing may need another try, which it makes by itself.
  for (let tries = 0; tries < 5 && !(await isSealed()); tries += 1) await at.ok(['emulator', 'clock', 'advance', '2m']);
  waiting = await create('--send', '--title', 'Waiting', '--expires-in', '3d');
  draft = await create('--title', 'Draft');
  await at.ok(['emulator', 'clock', 'advance', '5h']);
});

async function isSealed(): Promise<boolean> {
  return (await at.ok(['envelope', 'documents', sealed, '--jq', '.sealed'])).stdout.trim() === 'true';
}
async function create(...more: readonly string[]): Promise<string> {
  const words = ['envelope', 'create', '--template', template, ...people, '--value', '.rental.amount=9500.00'];
  return (await at.ok([...words, ...more, '-q', '--yes'])).stdout.trim();
}
const list = async (...more: readonly string[]): Promise<Listed> =>
  (await at.ok(['envelope', 'list', '--json', ...more])).json<Listed>();
/** How often a run read an envelope, by its own trace. */
const readsIn = ({ stderr }: Ran): number =>
  stderr.match(/GET \S*\/api\/v1\/envelopes\/[0-9a-f-]{36}(?= |$)/gm)?.length ?? 0;
const listed = (more: readonly string[] = [], env: Readonly<Record<string, string>> = {}): Promise<Ran> =>
  at.ok(['envelope', 'list', '--json', '--debug', ...more], { env });

describe('envelope list', () => {
  it('leads with title and people, then state and how long they wait, the ID last and short; the newest first', async () => {
    const { stdout } = await at.ok(['envelope', 'list'], { terminal: true, columns: 160 });
    const lines = stdout.split('\n').slice(1, 4);
    const both = 'Thandi Mokoena, Pieter van Wyk';
    expect(lines[0]).toMatch(new RegExp(`^Draft +${both} +draft +- +- +${draft.slice(0, 8)}$`));
    const waits = `Waiting +→ ${both} +sent +5h +in 2d 19h`;
    expect(lines[1]).toMatch(new RegExp(`^${waits} +${waiting.slice(0, 8)}$`));
    expect(lines[2]).toMatch(new RegExp(`^Sealed +${both} +sealed +- +- +${sealed.slice(0, 8)}$`));
    await at.ok(['envelope', 'show', waiting.slice(0, 8)]);
  });

  it('has the addresses of the recipients, and since when it is sealed where a delivery told it', async () => {
    const recipients = [
      { role: 'Tenant', name: 'Thandi Mokoena', email: 'thandi@example.test' },
      { role: 'Landlord', name: 'Pieter van Wyk', email: 'pieter@example.test' },
    ];
    expect((await list()).data.at(-1)).toMatchObject({ id: sealed, recipients, sealed_at: null });
    const host = at.emulator.host;
    const told = { event: 'envelope.sealed', envelopeId: sealed, host, createdAt: '2026-12-01T08:00:00.000Z' };
    await recordDeliveries(at.machine.env['ESIGN_STATE_DIR'] ?? '', [told]);
    expect((await list()).data.at(-1)).toMatchObject({ sealed: true, sealed_at: told.createdAt });
  });

  it('says that a new machine knows nothing, and ends with 4 where that is asked for', async () => {
    const env = { ESIGN_STATE_DIR: at.path('new') };
    const warning = 'This machine knows no envelopes of this service.';
    expect((await at.ok(['envelope', 'list', '-q'], { env })).stderr).toContain(`Warning: ${warning}`);
    const asJson = (await at.ok(['envelope', 'list', '--json'], { env })).json();
    const nothing = { known: 0, warnings: [expect.stringContaining(warning)] };
    expect(asJson).toMatchObject(nothing);
    expect((await at.ok(['envelope', 'list', '--since', '1h', '--json'], { env })).json()).toMatchObject(nothing);
    expect((await at.run(['envelope', 'list', '--fail-empty'], { env })).code).toBe(4);
    expect((await list('--since', '1h')).data).toHaveLength(3);
    const later = ['--since', new Date(Date.now() + 60_000).toISOString()];
    expect(await list(...later)).toMatchObject({ data: [], warnings: [] });
    const shown = await at.ok(['envelope', 'list', ...later], { terminal: true });
    expect(shown.stdout).toContain('No matching envelopes on this machine.');
  });

  it('reads again only what can still change', async () => {
    await list();
    const again = await listed();
    expect(again.json<Listed>().data.map(({ current }) => current)).toEqual([true, true, true]);
    expect(readsIn(again)).toBe(2);
    await at.ok(['emulator', 'sign', waiting, 'Tenant']);
    expect((await list()).data[1]).toMatchObject({ status: 'partially_signed', turn: [{ role: 'Landlord' }] });
  });

  it('chooses by state, counts, and gives ids', async () => {
    expect((await list('--status', 'sealed')).data.map(({ id }) => id)).toEqual([sealed]);
    expect((await list('--status', 'draft', '--status', 'completed')).data.map(({ id }) => id)).toEqual([
      draft,
      sealed,
    ]);
    const limited = await at.ok(['envelope', 'list', '--limit', '1', '-q']);
    expect(limited.stdout).toBe(`${draft}\n`);
    expect(limited.stderr).toBe('Warning: There are more results. Show more with --limit or --all.\n');
    const requests = await at.ok(['request', 'list', '--limit', '1', '-q']);
    expect(requests.stderr).toBe('Warning: There are more results. Show more with --limit or --all.\n');
    expect((await at.ok(['request', 'list', '--limit', '1', '--json'])).json()).toMatchObject({ more: true });
    expect(await list('--limit', '1')).toMatchObject({ known: null, more: true });
    expect(await list('--limit', '3')).toMatchObject({ known: 3, more: false });
  });

  it('asks nothing with --cached, and says what may have changed', async () => {
    await list();
    const ran = await listed(['--cached']);
    expect(ran.json<Listed>().data.map(({ status, current }) => [status, current])).toEqual([
      ['draft', false],
      ['partially_signed', false],
      ['completed', true],
    ]);
    expect(readsIn(ran)).toBe(0);
  });

  it('stops reading when most of the minute is spent, and shows the rest as last seen', async () => {
    const free = await at.emulator.organisation({ plan: 'free' });
    const env = { ...at.live(), ESIGN_API_KEY: free.liveKey, ESIGN_STATE_DIR: at.path('spent') };
    for (let made = 0; made < 10; made += 1) {
      await at.ok(['envelope', 'one-off', 'agreement.pdf', '--title', `Number ${made}`, ...people], { env });
    }
    for (let call = 0; call < 35; call += 1) await free.live('GET /api/v1/templates');
    const ran = await listed([], env);
    // The first answer says that less than a third of the sixty is left: nothing else leaves, and nothing is refused.
    expect(readsIn(ran)).toBe(1);
    expect(ran.stderr).not.toContain('< 429');
    expect(ran.json<Listed>().data.map(({ current }) => current)).toEqual([true, ...Array<boolean>(9).fill(false)]);
    expect(ran.json<Listed>().unread).toBe(9);
    const told = await at.ok(['envelope', 'list'], { env, terminal: true, columns: 160 });
    expect(told.stderr).toMatch(/9 envelopes were not read: most of the rate limit is used/);
    expect(told.stdout.match(/^Number \d .* draft\?.* ago +[0-9a-f]{8}$/gm)).toHaveLength(9);
  });

  describe('of a thousand that the service no longer has', () => {
    const known = 1_000;
    /** A machine that knows envelopes of this service which are gone. */
    async function gone(name: string): Promise<Record<string, string>> {
      const other = await at.emulator.organisation();
      const host = at.emulator.host;
      const now = Date.now();
      const ids = Array.from({ length: known }, () => randomUUID());
      openState(at.path(name)).write((sql) => addEnvelopes(sql, ids, host, now));
      return { ...at.live(), ESIGN_API_KEY: other.liveKey, ESIGN_STATE_DIR: at.path(name) };
    }
    const asked = async (run: () => Promise<unknown>): Promise<readonly (number | null)[]> => {
      const before = (await envelopeReads(at.emulator)).length;
      await run();
      return (await envelopeReads(at.emulator)).slice(before);
    };

    it('uses at most a fifth of the minute, says so, and asks for none of them twice', async () => {
      const env = await gone('gone-share');
      let told = '';
      const first = await asked(async () => {
        told = (await at.ok(['envelope', 'list'], { env, terminal: true, columns: 200 })).stderr;
      });
      expect(first).toEqual(Array(120).fill(404));
      expect(told).toContain('a list uses at most a fifth of the rate limit');
      const ids = await envelopeReads(at.emulator, 'path');
      await at.ok(['envelope', 'list', '--json'], { env });
      const both = await envelopeReads(at.emulator, 'path');
      expect(both.length - ids.length).toBe(120);
      expect(new Set(both.slice(-240)).size).toBe(240);
    });

    it('leaves a third of the minute to others also with --all, and tells of its progress', async () => {
      const env = await gone('gone-all');
      let told = '';
      const reads = await asked(async () => {
        told = (await at.ok(['envelope', 'list', '--all'], { env })).stderr;
      });
      expect(reads.length).toBeGreaterThan(120);
      expect(reads.filter((status) => status === 429)).toEqual([]);
      expect(told).toMatch(/Reading envelopes: \d+ seen, \d+ requests/);
    });

    it('knows one again that another answer shows', async () => {
      const env = { ...at.live(), ESIGN_STATE_DIR: at.path('back') };
      const host = at.emulator.host;
      const now = Date.now();
      openState(at.path('back')).write((sql) => addEnvelopes(sql, [draft], host, now));
      const fault = { operation: 'getEnvelope', http_status: 404, code: 'not_found', count: 1 };
      await at.emulator.control('POST /_emulator/faults/operations', fault);
      const data = async (): Promise<Listed['data']> =>
        (await at.ok(['envelope', 'list', '--json'], { env })).json<Listed>().data;
      expect(await data()).toEqual([]);
      expect(await asked(data)).toEqual([]);
      await at.ok(['envelope', 'show', draft], { env });
      expect(await data()).toMatchObject([{ id: draft, status: 'draft', current: true }]);
    });
  });

  it('hides what the service does not show to this key, unless all is asked for', async () => {
    const other = await at.emulator.organisation();
    const env = { ...at.live(), ESIGN_API_KEY: other.liveKey };
    expect((await at.ok(['envelope', 'list', '--json'], { env })).json<Listed>().data).toEqual([]);
    const all = await at.ok(['envelope', 'list', '--all'], { env, terminal: true, columns: 160 });
    expect(all.stdout.match(/not found/g)).toHaveLength(3);
  });

  it('says how it would learn of one where there is none', async () => {
    const env = { ESIGN_STATE_DIR: at.path('fresh') };
    const ran = await at.ok(['envelope', 'list'], { env, terminal: true });
    expect(ran.stdout).toContain('No envelopes of this service on this machine yet');
  });

  it('chooses by person, lateness and text, and puts those first who wait longest', async () => {
    const env = { ESIGN_STATE_DIR: at.path('chosen') };
    const made = async (...more: readonly string[]): Promise<string> => {
      const words = ['envelope', 'create', '--template', template, ...people, '--value', '.rental.amount=9500.00'];
      return (await at.ok([...words, ...more, '-q', '--yes'], { env })).stdout.trim();
    };
    const found = async (...more: readonly string[]): Promise<Listed> =>
      (await at.ok(['envelope', 'list', '--json', ...more], { env })).json<Listed>();
    const ids = async (...more: readonly string[]): Promise<readonly string[]> =>
      (await found(...more)).data.map(({ id }) => id);
    const old = await made('--send', '--title', 'Old lease');
    await at.ok(['emulator', 'clock', 'advance', '5h']);
    const unsent = await made('--title', 'Draft');
    const fresh = await made('--send', '--title', 'Fresh lease');
    expect(await ids('--waiting-for', 'thandi')).toEqual([fresh, old]);
    expect(await ids('--waiting-for', 'thandi@example')).toEqual([fresh, old]);
    expect(await ids('--waiting-for', 'pieter')).toEqual([]);
    expect(await ids('--waiting-for', 'pieter@example')).toEqual([]);
    expect(await ids('--late')).toEqual([]);
    expect(await ids('--late', '4h')).toEqual([old]);
    expect(await ids('--search', 'FRESH')).toEqual([fresh]);
    expect(await ids('--search', 'van wyk', '--limit', '1')).toEqual([fresh]);
    expect(await ids('--sort', 'waiting')).toEqual([old, fresh, unsent]);
    expect(await found('--sort', 'waiting', '--limit', '1')).toMatchObject({ data: [{ id: old }], more: true });
    await at.ok(['emulator', 'sign', fresh, 'Tenant']);
    // No delivery tells when the tenant signed.
    expect((await found('--waiting-for', 'landlord')).data).toMatchObject([
      { id: fresh, waiting_since: expect.any(String) as unknown, waiting_since_exact: false },
    ]);
    await at.ok(['emulator', 'clock', 'advance', '73h']);
    expect(await ids('--late', '--sort', 'waiting')).toEqual([old, fresh]);
  });

  it.each([
    [['--limit', '0'], '--limit'],
    [['--status', 'asleep'], 'Invalid --status value'],
    [['--status', 'seald'], 'Did you mean "sealed"?'],
    [['--all', '--limit', '3'], 'cannot be used'],
    [['--late', 'soon'], '--late'],
    [['--search', ' '], 'Invalid --search value'],
  ])('refuses %j before the network', async (words, said) => {
    const ran = await at.run(['envelope', 'list', ...words]);
    expect([ran.code, ran.stderr]).toEqual([2, expect.stringContaining(said)]);
  });
});
