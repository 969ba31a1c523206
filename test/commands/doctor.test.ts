import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeCertificates } from '../support/certificates.js';
import { type EmulatorMachine, newEmulatorMachine } from '../support/emulator-machine.js';
import { type FakeService, json, refusal, startFakeService } from '../support/fake-service.js';
import { type Machine, newMachine, type Ran, type RunOptions } from '../support/program.js';
import { testProxy } from '../support/proxy.js';

interface Check {
  readonly check: string;
  readonly state: string;
  readonly found: string;
  readonly hint: string | null;
  readonly exit_code: number;
  readonly facts: Readonly<Record<string, unknown>>;
}
interface Seen {
  readonly code: number;
  readonly checks: readonly Check[];
  /** The one of that name, or an error of the test. */
  of(check: string): Check;
  readonly ran: Ran;
}

const see = (ran: Ran): Seen => {
  const { checks, exit_code: code } = ran.json<{ checks: Check[]; exit_code: number }>();
  expect(ran.code).toBe(code);
  return {
    code,
    checks,
    ran,
    of: (name) => {
      const found = checks.find(({ check }) => check === name);
      if (found === undefined) throw new Error(`no check ${name}: ${ran.stdout}`);
      return found;
    },
  };
};
const key = 'abc_test_0123456789abcdefghijklmnop';
const description = { openapi: '3.1.0', info: { version: '0.2.0' }, paths: {} };

describe('with a service that is well', () => {
  let at: EmulatorMachine;
  beforeAll(async () => {
    at = await newEmulatorMachine();
  });
  afterAll(() => at.close());
  const doctor = async (...words: readonly string[]): Promise<Seen> =>
    see(await at.run(['doctor', '--json', ...words]));

  it('finds nothing wrong, ends with 0 and sends nothing but reads', async () => {
    const { code, checks, of } = await doctor();
    expect([code, checks.filter(({ state }) => state === 'failed')]).toEqual([0, []]);
    expect(of('settings').found).toBe(`${at.emulator.url} from profile local.`);
    expect(of('key_store').found).toContain('the live key in the file');
    expect(of('service').facts).toMatchObject({ version: '0.2.0' });
    expect(of('description')).toMatchObject({ state: 'ok', facts: { differences: 0, breaking: 0 } });
    expect(of('key')).toMatchObject({ state: 'ok', facts: { kind: 'live', accepted: true, emulator: true } });
    expect(of('plan').facts).toEqual({ requests_per_minute: 600, plan: 'paid' });
    expect(of('scopes').facts).toMatchObject({
      granted: ['templates:read', 'envelopes:read', 'documents:read', 'webhooks:read', 'authorisations:read'],
      missing: [],
    });
    expect(of('writes').facts).toEqual({ unsettled: 0 });
    const { data } = await at.emulator.control<{ data: { method: string }[] }>('GET /_emulator/requests');
    expect(new Set(data.map(({ method }) => method))).toEqual(new Set(['GET']));
  });

  it('tells the clock of an emulator apart from a wrong one', async () => {
    expect((await doctor()).of('clock')).toMatchObject({ state: 'note', found: expect.stringMatching(/was moved/) });
  });

  it('shows a person one line a check, what to do below it, and colour on a terminal alone', async () => {
    const { stdout } = await at.ok(['doctor'], { terminal: true, columns: 100 });
    expect(stdout).toMatch(/^ok +settings +http:\/\/127/m);
    expect(stdout).toMatch(/^ok +key +It is accepted, and a live key of an emulator/m);
    expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([]);
    expect(stdout).not.toContain(at.organisation.liveKey);
  });

  it('tells the free plan by its limit, and the scopes that a key lacks', async () => {
    const organisation = await at.emulator.organisation({ plan: 'free' });
    const { key: narrow } = await at.emulator.key(organisation, { scopes: ['templates:read', 'envelopes:read'] });
    const env = { ESIGN_BASE_URL: at.emulator.url, ESIGN_API_KEY: narrow, ESIGN_CONFIG_DIR: at.path('empty') };
    const { code, of } = see(await at.run(['doctor', '--json'], { env }));
    expect([code, of('plan').facts]).toEqual([0, { requests_per_minute: 60, plan: 'free' }]);
    expect(of('scopes')).toMatchObject({
      state: 'note',
      facts: {
        granted: ['templates:read', 'envelopes:read'],
        missing: ['documents:read', 'webhooks:read', 'authorisations:read'],
      },
    });
  });

  it('--fix removes the endpoints of this machine that nobody listens to, and leaves those of others', async () => {
    const folder = join(at.machine.env['ESIGN_STATE_DIR'] ?? '', 'listen');
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    writeFileSync(join(folder, 'machine'), 'abcdefgh\n', { mode: 0o600 });
    const register = async (machine: string): Promise<string> => {
      const url = `https://hooks.example.com/esl/${machine}/${'a'.repeat(32)}`;
      const body = { url, events: ['envelope.sent'] };
      return (await at.organisation.live<{ id: string }>('POST /api/v1/webhooks', body)).body.id;
    };
    const own = await register('abcdefgh');
    const other = await register('zzzzzzzz');
    const seen = await doctor();
    expect(seen.of('stale_endpoints')).toMatchObject({ state: 'warning', facts: { stale: [own] } });
    expect(seen.ran.stdout).not.toContain('a'.repeat(32));
    expect((await doctor('--fix')).of('stale_endpoints').state).toBe('fixed');
    const { data } = (await at.organisation.live<{ data: { id: string }[] }>('GET /api/v1/webhooks')).body;
    expect(data.map(({ id }) => id)).toEqual([other]);
    await at.organisation.live(`DELETE /api/v1/webhooks/${other}`);
  });

  it('warns of endpoints in trouble and of lines that correct the service', async () => {
    await at.organisation.live('POST /api/v1/webhooks', {
      url: 'https://hooks.example.com/a',
      events: ['envelope.sent'],
    });
    const { data } = (await at.organisation.live<{ data: { id: string }[] }>('GET /api/v1/webhooks')).body;
    await at.organisation.live(`PATCH /api/v1/webhooks/${data[0]?.id}`, { active: false });
    const lines = { 'voidEnvelope.status': 202, 'sendEnvelope.status': 200 };
    const file = join(at.machine.env['ESIGN_CONFIG_DIR'] ?? '', 'overrides.json');
    writeFileSync(file, JSON.stringify({ [at.emulator.url]: lines }));
    const { code, of } = await doctor();
    rmSync(file);
    expect(code).toBe(0);
    expect(of('endpoints')).toMatchObject({ state: 'warning', found: '1 of 1 endpoint disabled or failing.' });
    expect(of('overrides')).toMatchObject({ state: 'warning', facts: { file, lines } });
    expect(of('overrides').found).toContain('knows this by itself now: sendEnvelope.status');
  });
});

describe('with something wrong', () => {
  let machine: Machine;
  let service: FakeService;
  beforeEach(async () => {
    machine = newMachine();
    service = await startFakeService();
    service.answer((_, path) => (path.endsWith('openapi.json') ? json(200, description) : json(200, { data: [] })));
  });
  afterEach(async () => {
    await service.close();
    machine.remove();
  });
  const doctor = async (
    env: Readonly<Record<string, string>> = {},
    options: RunOptions & { readonly fix?: boolean } = {},
  ): Promise<Seen> => {
    const words = ['doctor', '--json', ...(options.fix === true ? ['--fix'] : [])];
    return see(
      await machine.run(words, { ...options, env: { ESIGN_BASE_URL: service.url, ESIGN_API_KEY: key, ...env } }),
    );
  };

  it('without an address or a key ends with what is missing, and looks at the rest', async () => {
    const bare = see(await machine.run(['doctor', '--json']));
    expect([bare.code, bare.of('settings').exit_code, bare.of('tunnels').check]).toEqual([2, 2, 'tunnels']);
    expect(bare.ran.error()).toMatchObject({ code: 'doctor_found', exit_code: 2 });
    const keyless = see(await machine.run(['doctor', '--json'], { env: { ESIGN_BASE_URL: service.url } }));
    expect([keyless.code, keyless.of('service').state, keyless.of('key').state]).toEqual([3, 'ok', 'skipped']);
  });

  it('tells a person once what to do, and a program with the error', async () => {
    const { stdout, stderr } = await machine.run(['doctor'], { terminal: true, columns: 80 });
    expect(stdout).toMatch(/^failed +settings +No base address of the service is known\.\n +→ Give one with/m);
    expect(stderr).toBe(
      'Error: 1 check failed: settings.\n  Mend it and run this again; --debug shows the requests.\n',
    );
    expect((await machine.run(['doctor', '--json'])).error().hint).toContain('Give one with --base-url');
  });

  it('a profiles file that is broken is one finding, with 2', async () => {
    mkdirSync(machine.env['ESIGN_CONFIG_DIR'] ?? '', { mode: 0o700 });
    writeFileSync(join(machine.env['ESIGN_CONFIG_DIR'] ?? '', 'profiles.json'), '{');
    const { code, checks } = await doctor();
    expect(code).toBe(2);
    expect(checks.filter(({ state }) => state === 'failed')).toHaveLength(1);
  });

  it('a key in a keychain that is not there ends with 3, and the service is looked at all the same', async () => {
    const { writeProfile } = await import('../../src/config/profiles.js');
    const profile = { base_url: service.url, keys: { live: 'keychain' } } as const;
    await writeProfile(machine.env['ESIGN_CONFIG_DIR'] ?? '', 'real', profile, { makeCurrent: true });
    const { code, of, checks } = see(await machine.run(['doctor', '--json']));
    expect([code, of('service').state, of('key').state]).toEqual([3, 'ok', 'skipped']);
    expect(checks.filter(({ state }) => state === 'failed').map(({ check }) => check)).toEqual(['key_store']);
    expect(of('key_store').hint).toContain('--insecure-storage');
  });

  it('a key that is refused ends with 3, and one nobody can judge with 8', async () => {
    service.answer((_, path) =>
      path.endsWith('openapi.json') ? json(200, description) : refusal(401, 'unauthenticated', 'No such key.'),
    );
    const refused = await doctor();
    expect([refused.code, refused.of('key').found]).toEqual([3, 'The service refuses this key: No such key.']);
    service.answer((_, path) =>
      path.endsWith('openapi.json') ? json(200, description) : refusal(503, 'service_unavailable', 'Later.'),
    );
    expect((await doctor()).of('key').exit_code).toBe(8);
  });

  it('nothing listening is one finding with 8, and nothing more is asked', async () => {
    const { url } = service;
    await service.close();
    const { code, of } = await doctor({ ESIGN_BASE_URL: url });
    expect([code, of('service').exit_code, of('key').state, of('endpoints').state]).toEqual([
      8,
      8,
      'skipped',
      'skipped',
    ]);
    service = await startFakeService();
  });

  it('a description that differs is told as a warning, and where to look; one that is none too', async () => {
    const seen = await doctor();
    expect([seen.code, seen.of('description').state]).toEqual([0, 'warning']);
    expect(seen.of('description').found).toMatch(/differs from ours in \d+ places; esign relies on \d+ of them\.$/);
    service.answer((_, path) => json(200, path.endsWith('openapi.json') ? { ...description, paths: 7 } : { data: [] }));
    expect((await doctor()).of('description').found).toBe('Its description cannot be read: it has no `paths`.');
  });

  it.each([
    [10, 'ok', 0],
    [-120, 'warning', 0],
    [400, 'failed', 9],
    [-400, 'failed', 9],
  ])('a clock that is %i s off is %s, against the 300 of a signature', async (seconds, state, code) => {
    const clock = { now: () => Date.now() + seconds * 1000, sleep: () => Promise.resolve() };
    const seen = await doctor({}, { clock });
    expect([seen.code, seen.of('clock').state]).toEqual([code, state]);
    expect(Math.abs(Number(seen.of('clock').facts['ahead_seconds']) - seconds)).toBeLessThanOrEqual(2);
  });

  it('a name that nobody knows, a proxy that is none and authorities that cannot be read have names of their own', async () => {
    const unknown = await doctor({ ESIGN_BASE_URL: 'https://nothing-is-called-so.invalid' });
    expect([unknown.code, unknown.of('dns').state, unknown.of('service').state]).toEqual([8, 'failed', 'failed']);
    const proxy = await doctor({ ESIGN_BASE_URL: 'https://api.example.test', HTTPS_PROXY: 'nonsense' });
    expect(proxy.of('proxy')).toMatchObject({
      state: 'failed',
      exit_code: 8,
      found: 'HTTPS_PROXY is not a usable address.',
    });
    const ca = await doctor({ ESIGN_BASE_URL: 'https://127.0.0.1:1', ESIGN_CA_FILE: join(machine.folder, 'none.pem') });
    expect([ca.code, ca.of('tls').exit_code]).toEqual([2, 2]);
    const unchecked = await doctor({ NODE_TLS_REJECT_UNAUTHORIZED: '0' });
    expect([unchecked.code, unchecked.of('environment').state]).toEqual([9, 'failed']);
  });

  it('goes through a real proxy, whose password it does not tell', async () => {
    const proxy = await testProxy(Number(new URL(service.url).port));
    const address = proxy.url.replace('://', '://me:hush-hush@');
    try {
      const { of, ran } = await doctor({ ESIGN_BASE_URL: 'https://api.example.test', HTTPS_PROXY: address });
      expect(of('proxy')).toMatchObject({ state: 'ok', facts: { variable: 'HTTPS_PROXY', address: proxy.url } });
      expect(proxy.log).toContain('CONNECT api.example.test:443');
      expect(ran.stdout + ran.stderr).not.toContain('hush-hush');
    } finally {
      await proxy.close();
    }
  });

  it('a certificate: trusted and soon to end, and one of an authority that is not known here', async () => {
    const folder = mkdtempSync(join(machine.folder, 'tls-'));
    const { key: tlsKey, cert, caFile } = makeCertificates(folder, ['127.0.0.1']);
    const server = createTlsServer({ key: tlsKey, cert }, (_, response) => {
      response.setHeader('Content-Type', 'application/json').end(JSON.stringify(description));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const ESIGN_BASE_URL = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      const trusted = await doctor({ ESIGN_BASE_URL, ESIGN_CA_FILE: caFile });
      expect(trusted.of('tls')).toMatchObject({ state: 'warning', facts: { issuer: 'Test CA', problem: null } });
      expect(trusted.of('tls').found).toMatch(/^TLSv1\.3, signed by Test CA, valid for [12] more days\.$/);
      expect(trusted.of('service').state).toBe('ok');
      const unknown = await doctor({ ESIGN_BASE_URL });
      expect([unknown.code, unknown.of('tls').exit_code, unknown.of('service').state]).toEqual([8, 8, 'failed']);
      expect(unknown.of('tls').hint).toContain('ESIGN_CA_FILE');
    } finally {
      await new Promise((resolve) => server.close(resolve));
    }
  });

  describe('on this machine', () => {
    const config = (): string => machine.env['ESIGN_CONFIG_DIR'] ?? '';
    const state = (): string => machine.env['ESIGN_STATE_DIR'] ?? '';
    const mode = (path: string): number => statSync(path).mode & 0o777;
    const make = (path: string, content: string, bits: number): void => {
      mkdirSync(join(path, '..'), { recursive: true });
      writeFileSync(path, content);
      chmodSync(path, bits);
    };

    it('a key file that others may read fails, and --fix closes it and says so', async () => {
      make(join(config(), 'keys.json'), '{}', 0o644);
      make(join(state(), 'requests.ndjson'), '', 0o644);
      chmodSync(config(), 0o755);
      const seen = await doctor();
      expect([seen.code, seen.of('settings_folder').state, seen.of('state_folder').state]).toEqual([
        9,
        'failed',
        'warning',
      ]);
      expect(seen.of('settings_folder').found).toContain('keys.json (0644)');
      expect(mode(join(config(), 'keys.json'))).toBe(0o644);
      const fixed = await doctor({}, { fix: true });
      expect([fixed.code, fixed.of('settings_folder').state, fixed.of('state_folder').state]).toEqual([
        0,
        'fixed',
        'fixed',
      ]);
      expect([mode(join(config(), 'keys.json')), mode(join(state(), 'requests.ndjson'))]).toEqual([0o600, 0o600]);
      expect((await doctor()).of('settings_folder').state).toBe('ok');
    });

    it('a folder that others may change fails, and a closed one is fine whatever stands in it', async () => {
      make(join(config(), 'notes.txt'), 'x', 0o666);
      chmodSync(config(), 0o777);
      expect((await doctor()).of('settings_folder').state).toBe('failed');
      chmodSync(config(), 0o700);
      expect((await doctor()).of('settings_folder').state).toBe('ok');
    });

    it('--fix removes what writes and emulators left that were cut off, and nothing that is young or whole', async () => {
      const old = join(config(), 'keys.json.0123456789ab');
      const young = join(config(), 'keys.json.ba9876543210');
      const whole = join(config(), 'keys.json');
      for (const path of [old, young, whole]) make(path, '{}', 0o600);
      const yesterday = Date.now() / 1000 - 86_400;
      for (const path of [old, whole]) utimesSync(path, yesterday, yesterday);
      const record = { profile: 'local', url: 'http://127.0.0.1:1', pid: 2 ** 22 + 1, started: null, data: '/nowhere' };
      make(join(state(), 'emulator-local.json'), JSON.stringify(record), 0o600);
      const seen = await doctor();
      expect([seen.of('settings_folder_leftovers').state, seen.of('emulators').state]).toEqual(['warning', 'warning']);
      const fixed = await doctor({}, { fix: true });
      expect([fixed.of('settings_folder_leftovers').state, fixed.of('emulators').state]).toEqual(['fixed', 'fixed']);
      expect([old, young, whole, join(state(), 'emulator-local.json')].map(existsSync)).toEqual([
        false,
        true,
        true,
        false,
      ]);
    });

    it('writes that nobody settled are told, and never settled by it', async () => {
      service.answer((method) => (method === 'GET' ? json(200, description) : refusal(500, 'internal_error', 'boom')));
      const env = { ESIGN_BASE_URL: service.url, ESIGN_API_KEY: key };
      await machine.run(['envelope', 'void', '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11', '--reason', 'x', '--yes'], {
        env,
      });
      const before = service.asked.filter(({ method }) => method === 'POST').length;
      const seen = await doctor({}, { fix: true });
      expect(seen.of('writes')).toMatchObject({ state: 'warning', facts: { unsettled: 1 } });
      expect(service.asked.filter(({ method }) => method === 'POST')).toHaveLength(before);
    });

    it('listeners that died are told apart by their address, and --fix removes their endpoints and their record', async () => {
      const token = 'a'.repeat(32);
      const url = `https://hooks.example.com/esl/abcdefgh/${token}`;
      const id = '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11';
      const { fingerprint } = await import('../../src/listen/state.js');
      const record = {
        id: '0123456789ab',
        listener: 'x',
        baseUrl: service.url,
        account: fingerprint(key),
        profile: null,
        pid: 2 ** 22 + 1,
        started: null,
        createdAt: '2026-01-01T00:00:00Z',
        keep: false,
        token,
        port: 1,
        provider: 'none',
        forwardTo: null,
        endpoints: [{ id, url, secrets: [{ value: 'whsec_hidden', until: null }] }],
        localSecret: null,
      };
      make(join(state(), 'listen', `${record.id}.json`), JSON.stringify(record), 0o600);
      make(
        join(state(), 'listen', '111111111111.json'),
        JSON.stringify({ ...record, id: '111111111111', baseUrl: 'https://other.test' }),
        0o600,
      );
      service.answer((method, path) => {
        if (method === 'DELETE') return { status: 204, headers: [], body: '' };
        return path.endsWith('openapi.json') ? json(200, description) : json(200, { data: [] });
      });
      const seen = await doctor();
      expect(seen.of('listeners')).toMatchObject({ state: 'warning', facts: { alive: 0, dead: 2 } });
      expect(seen.ran.stdout).not.toContain('whsec_hidden');
      const fixed = await doctor({}, { fix: true });
      expect(fixed.of('listeners').found).toBe(
        'Forgot 1 listener that ended without cleaning up, and removed 1 endpoint.',
      );
      expect(service.asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
        `/api/v1/webhooks/${id}`,
      ]);
      expect(existsSync(join(state(), 'listen', '111111111111.json'))).toBe(true);
      expect(readFileSync(join(state(), 'listen', `${record.id}.over`), 'utf8')).toContain(token);
    });
  });
});
