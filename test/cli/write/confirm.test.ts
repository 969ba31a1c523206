import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { leaseColumns, leaseRow } from '../../support/records/bulk-rows.js';
import { type EmulatorMachine, newEmulatorMachine, people } from '../../support/emulator-machine.js';

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
