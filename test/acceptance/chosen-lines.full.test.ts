import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Esign, newEsign, parties } from '../support/esign.js';

/** --json with fields and --jq, for the commands that write a line for each thing that happens. */

let esign: Esign;
let envelope: string;

beforeAll(async () => {
  esign = newEsign({ within: true });
  await esign.emulator();
  const template = (await esign.ok(['template', 'create', 'agreement.pdf', '-q'])).stdout.trim();
  const create = ['envelope', 'create', '--template', template, ...parties, '--send', '-q'];
  envelope = (await esign.ok(create)).stdout.trim();
  await esign.ok(['envelope', 'void', envelope, '--reason', 'sold']);
});

afterAll(() => esign.remove());

/** What the service was asked for, but for what the test itself asks. */
const asked = async (): Promise<number> => {
  const log = await esign.ok(['emulator', 'log', 'requests', '--json', '--profile', 'local']);
  return log.json<{ data: object[] }>().data.length;
};

const commands = (): Readonly<Record<string, readonly string[]>> => ({
  wait: ['envelope', 'wait', envelope, '--until', 'voided'],
  watch: ['envelope', 'watch', envelope],
  listen: ['listen', '--', 'true'],
  'listen --poll': ['listen', '--poll', '--', 'true'],
});

describe.each(['wait', 'watch', 'listen', 'listen --poll'])('%s', (name) => {
  const words = (): readonly string[] => commands()[name] ?? [];
  const ends = name === 'wait' ? 'reached' : name === 'watch' ? 'ended' : 'done';
  const before = (flags: readonly string[]): readonly string[] =>
    words().includes('--') ? words().toSpliced(words().indexOf('--'), 0, ...flags) : [...words(), ...flags];

  it('passes every line through jq, and writes nothing for one in which it finds nothing', async () => {
    const each = await esign.ok(before(['--jq', '.type']));
    expect(each.stdout.trim().split('\n')).toEqual(expect.arrayContaining(['ready', ends]));
    const one = await esign.ok(before(['--jq', `select(.type == "${ends}") | { type }`]));
    expect([one.stdout, one.stderr]).toEqual([`{"type":"${ends}"}\n`, '']);
  });

  it('writes the chosen fields of every line; what one lacks is null', async () => {
    const fields = fieldsOf[name] ?? '';
    const { stdout } = await esign.ok(before([`--json=${fields}`]));
    const lines = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    for (const line of lines) expect(Object.keys(line)).toEqual(fields.split(','));
    expect(lines.map(({ type }) => type)).toEqual(expect.arrayContaining(['ready', ends]));
  });

  it('refuses an unknown field or an invalid expression before anything starts', async () => {
    const requests = await asked();
    const field = await esign.run(before(['--json=bogus']));
    expect([field.code, field.stdout]).toEqual([2, '']);
    expect(field.error()).toMatchObject({
      code: 'unknown_field',
      message: 'This result has no field bogus.',
      hint: expect.stringMatching(/^Use one of: type, /),
    });
    const expression = await esign.run(before(['--jq', '.type |']));
    expect([expression.code, expression.stdout, expression.error().code]).toEqual([2, '', 'jq_failed']);
    expect(await asked()).toBe(requests);
  });

  it('ends where the expression fails on a line', async () => {
    const typed = await esign.run(before(['--jq', '.type | error("not this one")']));
    expect([typed.code, typed.stdout]).toEqual([2, '']);
    expect(typed.error()).toMatchObject({ code: 'jq_failed', message: expect.stringContaining('not this one') });
  });
});

const fieldsOf: Readonly<Record<string, string>> = {
  wait: 'type,until,status',
  watch: 'type,at,envelopes',
  listen: 'type,url,deliveries',
  'listen --poll': 'type,following,events',
};

it('starts no emulator whose ready line is asked for a field that it does not have', async () => {
  const profile = ['--profile', 'second'];
  const refused = await esign.run(['emulator', 'start', '--detach', '--json=key', ...profile]);
  expect([refused.code, refused.error().hint]).toEqual([
    2,
    'Use one of: type, url, live_key, test_key, webhook_secret, pid, profile, data, missed_port, seed_cut_off, seeded.',
  ]);
  expect((await esign.ok(['profile', 'list'])).stdout).not.toContain('second');
  const started = await esign.ok(['emulator', 'start', '--detach', '--port', '0', '--jq', '.profile', ...profile], {
    spawned: true,
  });
  expect(started.stdout).toBe('second\n');
  await esign.ok(['emulator', 'stop', ...profile]);
});

it('knows every field of the lines of the demo', async () => {
  const { stdout } = await esign.ok(['demo', '--output', 'played', '--json']);
  const names = new Set(
    stdout
      .trim()
      .split('\n')
      .flatMap((line) => Object.keys(JSON.parse(line) as object)),
  );
  const refused = await esign.run(['demo', '--output', 'played', '--json=bogus']);
  const known = (refused.error().hint ?? '').replace('Use one of: ', '').replace(/\.$/, '').split(', ');
  expect([...names].filter((each) => !known.includes(each))).toEqual([]);
});
