import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type EmulatorMachine, newEmulatorMachine, people } from '../../support/emulator-machine.js';
import { hour } from '../../support/emulator.js';
import type { Envelope } from '../../support/shapes.js';
import { shared } from '../../support/shared.js';
import { leaseColumns, leaseRow } from '../../support/records/bulk-rows.js';

const at = shared(newEmulatorMachine);
let create: readonly string[];
beforeAll(async () => {
  create = ['envelope', 'create', '--template', await at.template(), ...people, '--json'];
});

const run = { env: { ESIGN_RUN_ID: 'march' } };
const made = async (words: readonly string[], options = run): Promise<string> =>
  (await at.ok([...create, ...words], options)).json<Envelope>().id;
/** The ids of the envelopes that the service has under a title. */
const titled = async (title: string): Promise<readonly string[]> => {
  const listed = await at.ok(['envelope', 'list', '--all', '--json']);
  const { data } = listed.json<{ data: readonly { id: string; title: string }[] }>();
  return data.filter((each) => each.title === title).map(({ id }) => id);
};

describe('--idempotency-key auto', () => {
  it('makes one envelope however often a pipeline runs, and another for other content or another run', async () => {
    const auto = ['--idempotency-key', 'auto'];
    const first = await made([...auto, '--title', 'A']);
    expect(await made([...auto, '--title', 'A'])).toBe(first);
    expect(await made([...auto, '--title', 'B'])).not.toBe(first);
    expect(await made([...auto, '--title', 'A'], { env: { ESIGN_RUN_ID: 'april' } })).not.toBe(first);
  });

  it('is shown by a dry run, and taken by `esign api` too', async () => {
    const shown = await at.ok([...create, '--idempotency-key', 'auto', '--dry-run'], run);
    const { requests } = shown.json<{ requests: readonly { headers: Readonly<Record<string, string>> }[] }>();
    expect(requests[0]?.headers['Idempotency-Key']).toMatch(/^auto-[0-9a-f]{40}$/);
    const id = await made(['--title', 'To send']);
    const send = ['api', 'POST', `/api/v1/envelopes/${id}/send`, '--idempotency-key', 'auto', '--json'];
    const sent = (await at.ok(send, run)).json<Envelope>();
    expect((await at.ok(send, run)).json<Envelope>()).toEqual(sent);
    expect((await at.run([...send, '--require-new'], run)).error()).toMatchObject({ code: 'replayed', exit_code: 6 });
  });

  it('refuses here, rather than sends again, when only the deadline moved', async () => {
    const words = [...create, '--title', 'Deadline', '--idempotency-key', 'auto', '--expires-at'];
    await at.ok([...words, '2026-04-01T00:00:00Z'], run);
    const again = await at.run([...words, '2026-04-02T00:00:00Z'], run);
    expect(again.error()).toMatchObject({ code: 'idempotency_key_reused', exit_code: 6 });
  });
});

describe('a key that the service may have forgotten', () => {
  const before = { ...run, clock: { now: () => Date.now() - 26 * hour, sleep: () => Promise.resolve() } };

  it.each(['auto', 'given-long-ago'])('(%s) sends nothing again, and says what it made', async (key) => {
    const words = ['--idempotency-key', key, '--title', `Once ${key}`];
    const id = await made(words, before);
    await at.emulator.advance(26 * hour);
    const again = await at.run([...create, ...words], run);
    expect([again.code, again.stdout]).toEqual([6, '']);
    const error = again.error() as ReturnType<typeof again.error> & { readonly request: string };
    expect(error).toMatchObject({ code: 'key_outlived', id });
    expect(error.message).toMatch(new RegExp(`it created ${id}.*for 24 hours.*Nothing was sent`));
    expect(error.hint).toContain('use another key, or with `auto` another ESIGN_RUN_ID');
    const shown = await at.ok(['request', 'show', error.request, '--json']);
    expect(shown.json()).toMatchObject({ state: 'done', resource: id });
    expect(await titled(`Once ${key}`)).toEqual([id]);
  });

  it('is refused to an agent too', async () => {
    const id = await made(['--idempotency-key', 'of-an-agent', '--title', 'Agent'], before);
    await at.emulator.advance(26 * hour);
    const template = create[3] ?? '';
    const recipients = people
      .filter((_, place) => place % 2 === 1)
      .map((text) => Object.fromEntries(text.split(',').map((pair) => pair.split('='))));
    const given = { template, title: 'Agent', recipients, idempotency_key: 'of-an-agent' };
    const call = { name: 'envelope_create', arguments: given };
    const lines = [
      {
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
      },
      { method: 'notifications/initialized' },
      { id: 2, method: 'tools/call', params: call },
    ].map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const ran = await at.run(['mcp', '--allow-writes'], { stdin: lines.join('') });
    expect(ran.stdout).toContain('key_outlived');
    expect(await titled('Agent')).toEqual([id]);
  });
});

describe('--require-new', () => {
  it('fails on a replay and names what was made before', async () => {
    const words = ['--idempotency-key', 'given', '--require-new'];
    const id = await made(words);
    const again = await at.run([...create, ...words]);
    expect([again.code, again.stdout]).toEqual([6, '']);
    expect(again.error()).toMatchObject({ code: 'replayed', id, idempotency_key: 'given' });
  });

  it('fails without asking when this machine knows the key as used, also once the service has forgotten it', async () => {
    const words = ['--idempotency-key', 'forgotten', '--require-new', '--title', 'Forgotten'];
    const id = await made(words);
    await at.emulator.advance(26 * hour);
    const again = await at.run([...create, ...words, '--debug']);
    expect([again.code, again.stdout]).toEqual([6, '']);
    expect(again.stderr).not.toMatch(/POST http/);
    expect(again.stderr).toContain(`"id":"${id}"`);
    expect(await titled('Forgotten')).toEqual([id]);
  });

  it('changes nothing for a fresh key', async () => {
    expect((await at.run([...create, '--require-new'])).code).toBe(0);
  });
});

describe('a record that cannot be written', () => {
  it.runIf(existsSync('/proc/self'))('keeps the write from leaving, also where Node tries without end', async () => {
    const env = { ...at.live(), ESIGN_STATE_DIR: '/proc/esign' };
    const ran = await at.run([...create, '--title', 'Unrecorded', '--yes'], { env });
    expect([ran.code, ran.error().code]).toEqual([1, 'journal_unwritable']);
    expect(await titled('Unrecorded')).toEqual([]);
  });

  it('is shown where it is read', async () => {
    const state = at.path('unreadable');
    mkdirSync(join(state, 'state.db'), { recursive: true });
    const ran = await at.run(['request', 'list', '--json'], { env: { ESIGN_STATE_DIR: state } });
    expect(ran.error()).toMatchObject({ code: 'journal_unreadable', exit_code: 1 });
    expect(ran.error().message).toContain(`Cannot read the request journal ${join(state, 'state.db')} (EISDIR).`);
  });
});

describe('one key for two requests', () => {
  it('is refused before anything leaves', async () => {
    await made(['--title', 'First', '--idempotency-key', 'twice']);
    const other = await at.run([...create, '--title', 'Second', '--idempotency-key', 'twice', '--debug']);
    expect(other.code).toBe(6);
    expect(other.stderr).toContain('"code":"idempotency_key_reused"');
    expect(other.stderr).not.toMatch(/POST http/);
  });

  it('is free again for a corrected request when the first one was refused', async () => {
    const bad = ['--value', 'no.such.key=1', '--idempotency-key', 'corrected'];
    expect((await at.run([...create, ...bad])).code).toBe(5);
    await made(['--idempotency-key', 'corrected']);
  });
});

describe('confirm', () => {
  const url = 'https://app.example.com/hooks';
  const rent = ['--value', '.rental.amount=9500.00'];

  /** Each act of a script that needs a confirmation in production; what it acts on is new. */
  const acts: readonly (readonly [string, (at: EmulatorMachine, template: string) => Promise<readonly string[]>])[] = [
    ['envelope send', async (at, template) => ['envelope', 'send', await draft(at, template)]],
    [
      'envelope void',
      async (at, template) => {
        const id = await draft(at, template);
        await at.ok(['envelope', 'send', id, '--yes']);
        return ['envelope', 'void', id, '--reason', 'Sold'];
      },
    ],
    ['envelope create --send', (_, template) => Promise.resolve([...create(template), '--send'])],
    [
      'webhook delete',
      async (at) => {
        const made = await at.ok(['webhook', 'register', '--url', url, '--event', 'envelope.sent', '--json']);
        return ['webhook', 'delete', made.json<{ id: string }>().id];
      },
    ],
    [
      'a bulk run',
      (at, template) => {
        at.write('people.csv', [leaseColumns, leaseRow(1), leaseRow(2)].join('\n'));
        return Promise.resolve(['envelope', 'create', '--template', template, '--rows', 'people.csv', '--send']);
      },
    ],
  ];
  const create = (template: string): readonly string[] => [
    'envelope',
    'create',
    '--template',
    template,
    ...people,
    ...rent,
  ];
  const draft = async (at: EmulatorMachine, template: string): Promise<string> =>
    (await at.ok([...create(template), '-q'])).stdout.trim();

  /** How many writes have reached the service. */
  async function writesAt(at: EmulatorMachine): Promise<number> {
    const { data } = await at.emulator.control<{ data: readonly { method: string }[] }>('GET /_emulator/requests');
    return data.filter(({ method }) => method !== 'GET').length;
  }

  describe.each([
    ['started with --ask', true],
    ['without --ask', false],
  ])('an emulator %s', (_, ask) => {
    let at: EmulatorMachine;
    let template: string;
    beforeAll(async () => {
      at = await newEmulatorMachine({ ask });
      template = await at.template();
    });
    afterAll(() => at.close());

    it.each(acts)('%s', async (__, lineOf) => {
      const line = await lineOf(at, template);
      const before = await writesAt(at);
      if (ask) {
        const unasked = await at.run([...line, '--json']);
        expect([unasked.code, unasked.error().code]).toEqual([2, 'confirmation_needed']);
        expect(unasked.error().message).toContain(
          `The emulator at ${at.emulator.url} was started with --ask, so commands ask as with a live key.`,
        );
        expect(await writesAt(at)).toBe(before);
      }
      await at.ok([...line, '--json', ...(ask ? ['--yes'] : [])]);
      expect(await writesAt(at)).toBeGreaterThan(before);
    });

    it('asks with its test key too, since it stands in for a live one', async () => {
      const before = await writesAt(at);
      const ran = await at.run(['api', 'sendEnvelope', await draft(at, template), '--mode', 'test', '--json']);
      const { code } = ran.error();
      expect([code === 'confirmation_needed', (await writesAt(at)) - before]).toEqual(ask ? [true, 1] : [false, 2]);
    });

    it('asks before it prints the live key', async () => {
      const print = ['profile', 'token', '--print', '-q'];
      expect((await at.run(print)).code).toBe(ask ? 2 : 0);
      expect((await at.ok([...print, '--yes'])).stdout.trim()).toBe(at.organisation.liveKey);
      expect((await at.ok([...print, '--mode', 'test'])).stdout.trim()).toBe(at.organisation.testKey);
    });

    it('asks nothing about a draft, and nothing of what people do in the emulator', async () => {
      const id = (await at.ok([...create(template), '--send', '--yes', '-q'])).stdout.trim();
      await at.ok(['emulator', 'sign', id, 'Tenant']);
      await at.ok(['emulator', 'decline', id, 'Landlord', '--reason', 'Sold']);
      await at.ok(['emulator', 'clock', 'advance', '2m']);
    });

    it('says so in its status', async () => {
      const status = await at.ok(['emulator', 'status', '--json']);
      expect(status.json<{ ask: boolean }>().ask).toBe(ask);
    });
  });
});
