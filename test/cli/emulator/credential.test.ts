import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { keepEmulatorToken } from '../../../src/core/config/emulator-token.js';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import { type FakeService, json, refusal, startFakeService } from '../../support/fake-service.js';
import { type Machine, newMachine, type RunOptions } from '../../support/program.js';
import { fresh, shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
/** Another user: no profile, no state, nothing of the one who started the emulator. */
const stranger = fresh(newMachine);

const status = (machine: Pick<Machine, 'run'>, words: readonly string[] = [], options: RunOptions = {}) =>
  machine.run(['emulator', 'status', '--json', ...words], options);
const port = (): string => new URL(at.emulator.url).port;

describe('a user whom the emulator does not know', () => {
  it.each([
    ['status'],
    ['inbox'],
    ['clock', 'advance', '1h'],
    ['reset', '--yes'],
    ['snapshot', '-o', 'all.json'],
    ['ca'],
    ['log', 'requests'],
    ['fault', 'list'],
    ['trigger', 'envelope.sent'],
  ])('gets the command to run: esign emulator %s', async (...words) => {
    const before = at.emulator.now();
    const ran = await stranger.run(['emulator', ...words, '--base-url', at.emulator.url, '--json']);
    expect([ran.code, ran.stdout]).toEqual([3, '']);
    expect(ran.error()).toMatchObject({
      code: 'unauthenticated',
      exit_code: 3,
      message: `The emulator at ${at.emulator.url} requires its token or one of its live API keys.`,
    });
    expect(ran.error().hint).toMatch(/user who started.*ESIGN_EMULATOR_TOKEN.*--api-key-file/);
    expect(at.emulator.now()).toBe(before);
  });

  it('gets in with a live key in a file, and not with a test key', async () => {
    const words = ['--base-url', at.emulator.url, '--api-key-stdin'];
    const live = await status(stranger, words, { stdin: at.organisation.liveKey });
    expect([live.code, live.stderr]).toEqual([0, '']);
    const test = await status(stranger, words, { stdin: at.organisation.testKey });
    expect([test.code, test.error().code]).toEqual([3, 'unauthenticated']);
  });

  it('gets in with the token in the environment, with and without the address beside it', async () => {
    const env = { ESIGN_EMULATOR_TOKEN: at.emulator.token };
    expect((await status(stranger, ['--base-url', at.emulator.url], { env })).code).toBe(0);
    const told = { ...env, ESIGN_EMULATOR_URL: `${at.emulator.url}/_emulator` };
    expect((await status(stranger, [], { env: told })).code).toBe(0);
  });
});

describe('the user who started it', () => {
  it('needs nothing more than before, by 127.0.0.1 and by localhost', async () => {
    for (const words of [[], ['--base-url', at.emulator.url], ['--base-url', `http://localhost:${port()}`]]) {
      const ran = await status(at, words);
      expect([words, ran.code, ran.stderr]).toEqual([words, 0, '']);
    }
  });

  it('gets in with the token of the folder of state where the environment holds another one', async () => {
    expect((await status(at, [], { env: { ESIGN_EMULATOR_TOKEN: '0'.repeat(64) } })).code).toBe(0);
  });

  it('gets in with the live key of the profile where the token of an earlier start was left', async () => {
    const env = { ESIGN_STATE_DIR: at.path('crashed') };
    await keepEmulatorToken(at.path('crashed'), at.emulator.url, 'f'.repeat(64));
    expect((await status(at, [], { env })).code).toBe(0);
    expect((await status(at, ['--mode', 'test'], { env })).error().code).toBe('unauthenticated');
  });
});

describe('what goes to an address that another program has', () => {
  let other: FakeService;
  beforeEach(async () => {
    other = await startFakeService();
  });
  afterEach(() => other.close());
  const sent = (): readonly (string | undefined)[] => other.asked.map(({ headers }) => headers.get('authorization'));

  it('is not a token of another emulator and not a key of another address', async () => {
    other.answer(() => refusal(401, 'unauthenticated', 'no'));
    const env = {
      ESIGN_EMULATOR_URL: `${at.emulator.url}/_emulator`,
      ESIGN_EMULATOR_TOKEN: at.emulator.token,
    };
    const ran = await status(at, ['--base-url', other.url], { env });
    expect([ran.code, ran.error().code]).toEqual([3, 'unauthenticated']);
    expect(sent()).toEqual([undefined]);
  });

  it('is one credential where the first one is taken', async () => {
    other.answer((_, path) => (path.endsWith('/brands') ? json(200, { data: [] }) : json(200, {})));
    await keepEmulatorToken(stranger.env['ESIGN_STATE_DIR'] ?? '', other.url, 'a'.repeat(64));
    const env = { ESIGN_API_KEY: `esign_live_${'k'.repeat(43)}`, ESIGN_BASE_URL: other.url };
    await stranger.run(['emulator', 'brands', '--base-url', other.url, '--json'], { env });
    expect(sent()).toEqual([`Bearer ${'a'.repeat(64)}`]);
  });

  it('is not a key of the environment for an emulator beside the configured service', async () => {
    other.answer(() => refusal(401, 'unauthenticated', 'no'));
    const env = {
      ESIGN_EMULATOR_URL: `${other.url}/_emulator`,
      ESIGN_BASE_URL: 'https://api.example.test',
      ESIGN_API_KEY: `esign_live_${'k'.repeat(43)}`,
    };
    expect((await status(stranger, [], { env })).code).toBe(3);
    expect((await status(stranger, [], { env: { ...env, ESIGN_BASE_URL: '' } })).code).toBe(3);
    expect(sent()).toEqual([undefined, undefined]);
  });
});

it('the token and the key never occur in --debug output or in errors', async () => {
  const options = { env: { ESIGN_EMULATOR_TOKEN: at.emulator.token } };
  const told = await status(stranger, ['--base-url', at.emulator.url, '--debug'], options);
  const denied = await status(stranger, ['--base-url', at.emulator.url, '--debug']);
  for (const { stdout, stderr } of [told, denied]) {
    expect(stdout + stderr).not.toContain(at.emulator.token);
    expect(stdout + stderr).not.toContain(at.organisation.liveKey);
  }
});
