import { expect, it } from 'vitest';
import { type Behaviour, hostileServer, json, refusal, reset } from '../support/network/hostile-server.js';
import { newMachine } from '../support/program.js';
import { shared } from '../support/shared.js';

/** `--timeout` limits one attempt of a request, `--retry-for` all of them, in every command. */

const machine = shared(newMachine);

const list = json(200, { data: [], next_cursor: null });

/** Exit code, attempts and seconds waited, by a clock that the waits move. */
async function outcome(
  behaviours: readonly Behaviour[],
  ...flags: readonly string[]
): Promise<{ code: number; attempts: number; waited: readonly number[] }> {
  const server = await hostileServer(behaviours);
  const waited: number[] = [];
  let now = Date.parse('2026-12-01T08:00:00Z');
  const clock = {
    now: () => now,
    sleep: (ms: number) => {
      waited.push(ms / 1000);
      now += ms;
      return Promise.resolve();
    },
  };
  const env = { ESIGN_BASE_URL: server.url, ESIGN_API_KEY: 'esk_test_0123456789abcdefghijklmnopqrstuv' };
  const { code } = await machine.run(['template', 'list', '--json', ...flags], { env, clock });
  const attempts = server.seen.length;
  await server.close();
  return { code, attempts, waited };
}

const limited = refusal(429, 'rate_limited', { 'Retry-After': '6' });
const unavailable = refusal(503, 'service_unavailable');

it.each([
  ['a 429 whose Retry-After is longer than --timeout', [limited, list], ['--timeout', '5'], [0, 2, [6]]],
  ['a 503 under --timeout', [unavailable, unavailable, list], ['--timeout', '3'], [0, 3, [5, 10]]],
  ['a 503 within --retry-for', [unavailable, list], ['--retry-for', '5s'], [0, 2, [5]]],
  ['a 503 beyond --retry-for', [unavailable], ['--retry-for', '16s'], [8, 3, [5, 10]]],
  ['a 429 beyond --retry-for', [limited], ['--retry-for', '5s'], [7, 1, []]],
  ['a broken connection within --retry-for', [reset], ['--retry-for', '40s'], [8, 6, [1, 2, 4, 8, 16]]],
  ['a broken connection by default', [reset], [], [8, 3, [1, 2]]],
  ['a broken connection with --retry-for 0', [reset], ['--retry-for', '0'], [8, 1, []]],
  ['a 503 with --retry-for 0s', [unavailable], ['--retry-for', '0s'], [8, 1, []]],
  ['a 429 with --retry-for 0', [limited], ['--retry-for', '0'], [7, 1, []]],
] as const)('%s', async (_name, behaviours, flags, [code, attempts, waited]) => {
  expect(await outcome(behaviours, ...flags)).toEqual({ code, attempts, waited });
});

it.each(['soon', '5', '-1s', '31d'])('refuses --retry-for %s', async (text) => {
  const ran = await machine.run(['template', 'list', '--json', `--retry-for=${text}`]);
  expect([ran.code, ran.error().message]).toEqual([
    2,
    `Invalid --retry-for value "${text}". Specify a duration up to 30d, or 0.`,
  ]);
});

it('a base URL that ends in /api/v1 works, and is said', async () => {
  const server = await hostileServer([list]);
  const env = { ESIGN_BASE_URL: `${server.url}/api/v1/`, ESIGN_API_KEY: 'esk_test_0123456789abcdefghijklmnopqrstuv' };
  const ran = await machine.run(['template', 'list', '-q'], { env, terminal: true });
  const shown = await machine.run(['template', 'list'], { env, terminal: true });
  await server.close();
  expect([ran.code, server.seen.map(({ target }) => target.split('?')[0])]).toEqual([
    0,
    ['/api/v1/templates', '/api/v1/templates'],
  ]);
  expect(shown.stderr).toMatch(/The base URL from ESIGN_BASE_URL ends in \/api\/v1/);
});
