import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { doctorDesk, type Seen, see, emptyDescription as description } from '../support/program/doctor.js';
import { keepSeen } from '../../src/store/last-seen.js';
import { addEnvelopes } from '../../src/store/known-envelopes.js';
import { openState } from '../../src/store/state.js';
import { json, refusal } from '../support/fake-service.js';
import { type EmulatorMachine, newEmulatorMachine } from '../support/emulator-machine.js';

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
    expect(of('writes').facts).toEqual({ writes: 0, unsettled: 0, envelopes: 0, oldest: null });
    const { data } = await at.emulator.control<{ data: { method: string }[] }>('GET /_emulator/requests');
    expect(new Set(data.map(({ method }) => method))).toEqual(new Set(['GET']));
  });

  it('tells the clock of an emulator apart from a wrong one', async () => {
    expect((await doctor()).of('clock')).toMatchObject({ state: 'note', found: expect.stringMatching(/was moved/) });
  });

  it('shows a person one line a check, what to do below it, and colour on a terminal alone', async () => {
    const { stdout } = await at.ok(['doctor'], { terminal: true, columns: 100 });
    expect(stdout).toMatch(/^ok +settings +http:\/\/127/m);
    expect(stdout).toMatch(/^ok +key +The service accepts it, and it is a live key of an emulator/m);
    expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([]);
    expect(stdout).not.toContain(at.organisation.liveKey);
  });

  it('tells the free plan by its limit, and the scopes that a key lacks', async () => {
    const organisation = await at.emulator.organisation({ plan: 'free' });
    const { key: narrow } = await at.emulator.key(organisation, { scopes: ['templates:read', 'envelopes:read'] });
    const env = { ESIGN_BASE_URL: at.emulator.url, ESIGN_API_KEY: narrow, ESIGN_CONFIG_DIR: at.path('empty') };
    const { checks, of } = see(await at.run(['doctor', '--json'], { env }));
    // Without its profile the emulator is a service like any other, and its clock stands in another year.
    expect(checks.filter(({ state }) => state === 'failed').map(({ check }) => check)).toEqual(['clock']);
    expect(of('plan').facts).toEqual({ requests_per_minute: 60, plan: 'free' });
    expect(of('scopes')).toMatchObject({
      state: 'note',
      facts: {
        granted: ['templates:read', 'envelopes:read'],
        missing: ['documents:read', 'webhooks:read', 'authorisations:read'],
      },
    });
  });

  it('--fix removes the endpoints of this machine without a listener, and leaves others', async () => {
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
    const file = at.path('contract.yaml');
    at.write('contract.yaml', 'voidEnvelope.status: 202\nsendEnvelope.status: 200\n');
    const { code, of } = await doctor('--contract', file);
    expect(code).toBe(0);
    expect(of('endpoints')).toMatchObject({ state: 'warning', found: '1 of 1 endpoint disabled or failing.' });
    expect(of('contract')).toMatchObject({ state: 'warning', facts: { file, lines } });
    expect(of('contract').found).toContain('No longer needed: sendEnvelope.status');
  });
});

describe('with something wrong', () => {
  const desk = doctorDesk();
  const { doctor } = desk;

  it('without an address or a key ends with what is missing, and looks at the rest', async () => {
    const bare = see(await desk.machine.run(['doctor', '--json']));
    expect([bare.code, bare.of('settings').exit_code, bare.of('tunnels').check]).toEqual([2, 2, 'tunnels']);
    expect(bare.ran.error()).toMatchObject({ code: 'doctor_found', exit_code: 2 });
    const keyless = see(await desk.machine.run(['doctor', '--json'], { env: { ESIGN_BASE_URL: desk.service.url } }));
    expect([keyless.code, keyless.of('service').state, keyless.of('key').state]).toEqual([3, 'ok', 'skipped']);
  });

  it('tells a person once what to do, and a program with the error', async () => {
    const { stdout, stderr } = await desk.machine.run(['doctor'], { terminal: true, columns: 80 });
    expect(stdout).toMatch(/^failed +settings +No base URL is set\.\n +→ Set one with/m);
    expect(stderr).toBe(
      'Error: 1 check failed: settings.\n  Fix the problem and run `esign doctor` again. Use --debug to see the requests.\n',
    );
    expect((await desk.machine.run(['doctor', '--json'])).error().hint).toContain('Set one with --base-url');
  });

  it('a profiles file that is broken is one finding, with 2', async () => {
    mkdirSync(desk.machine.env['ESIGN_CONFIG_DIR'] ?? '', { mode: 0o700 });
    writeFileSync(join(desk.machine.env['ESIGN_CONFIG_DIR'] ?? '', 'profiles.json'), '{');
    const { code, checks } = await doctor();
    expect(code).toBe(2);
    expect(checks.filter(({ state }) => state === 'failed')).toHaveLength(1);
  });

  it('a key in a keychain that is not there ends with 3, and the service is checked all the same', async () => {
    const { writeProfile } = await import('../../src/core/config/profiles.js');
    const profile = { base_url: desk.service.url, keys: { live: 'keychain' } } as const;
    await writeProfile(desk.machine.env['ESIGN_CONFIG_DIR'] ?? '', 'real', profile, { makeCurrent: true });
    const { code, of, checks } = see(await desk.machine.run(['doctor', '--json']));
    expect([code, of('service').state, of('key').state]).toEqual([3, 'ok', 'skipped']);
    expect(checks.filter(({ state }) => state === 'failed').map(({ check }) => check)).toEqual(['key_store']);
    expect(of('key_store').hint).toContain('--insecure-storage');
  });

  it('a refused key ends with 3, and an unchecked one with 8', async () => {
    desk.service.answer((_, path) =>
      path.endsWith('openapi.json') ? json(200, description) : refusal(401, 'unauthenticated', 'No such key.'),
    );
    const refused = await doctor();
    expect([refused.code, refused.of('key').found]).toEqual([3, 'The service rejected this key: No such key.']);
    desk.service.answer((_, path) =>
      path.endsWith('openapi.json') ? json(200, description) : refusal(503, 'service_unavailable', 'Later.'),
    );
    const unchecked = await doctor();
    expect([unchecked.of('key').exit_code, unchecked.of('endpoints').state]).toEqual([8, 'skipped']);
  });

  it('a page in place of the service is one finding with 8, and says what to check', async () => {
    desk.service.answer(() => ({ status: 200, headers: [['Content-Type', 'text/html']], body: '<p>Sign in</p>' }));
    const { code, of, checks } = await doctor();
    expect([code, checks.filter(({ state }) => state === 'failed').map(({ check }) => check)]).toEqual([8, ['key']]);
    expect(of('service').hint).toMatch(/^Check the base URL/);
    expect(of('key')).toMatchObject({
      found: 'Cannot check the key: The response is not valid JSON: it is of type text/html.',
      hint: expect.stringContaining('Check the base URL'),
    });
  });

  it('names no version where the service gives none', async () => {
    desk.service.answer((_, path) =>
      json(200, path.endsWith('openapi.json') ? { ...description, info: {} } : { data: [] }),
    );
    expect((await doctor()).of('service').found).toMatch(/^The service responds in \d+ ms\.$/);
  });

  it('nothing listening is one finding with 8, and nothing more is asked', async () => {
    const { url } = desk.service;
    await desk.service.close();
    const { code, of } = await doctor({ ESIGN_BASE_URL: url });
    expect([code, of('service').exit_code, of('key').state, of('endpoints').state]).toEqual([
      8,
      8,
      'skipped',
      'skipped',
    ]);
  });

  it('a description that differs or is invalid is a warning, with where to look', async () => {
    const seen = await doctor();
    expect([seen.code, seen.of('description').state]).toEqual([0, 'warning']);
    expect(seen.of('description').found).toMatch(/has \d+ differences, and \d+ of them affect esign\.$/);
    desk.service.answer((_, path) =>
      json(200, path.endsWith('openapi.json') ? { ...description, paths: 7 } : { data: [] }),
    );
    expect((await doctor()).of('description').found).toBe('Cannot read the API description: it has no `paths`.');
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
});

describe('what this machine remembers', () => {
  const desk = doctorDesk();

  it('says nothing before anything is recorded, then how much, since when and for how long', async () => {
    expect((await desk.doctor()).checks.map(({ check }) => check)).not.toContain('records');
    const state = openState(`${desk.machine.folder}/state`);
    state.write((sql) => addEnvelopes(sql, ['6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11'], 'h', Date.parse('2026-03-01')));
    const place = { baseUrl: 'https://api.test', templateId: 't' };
    keepSeen(state, place, () => ({ etag: null, facts: new Map(), runs: [] }), Date.parse('2026-04-01'));
    const { found, facts, state: how } = (await desk.doctor({ ESIGN_JOURNAL_DAYS: '90' })).of('records');
    expect([how, found]).toEqual([
      'ok',
      expect.stringMatching(
        /state\.db has 2 rows in \d+ kB, the oldest from 2026-03-01\. .* after at most 180 days\.$/,
      ),
    ]);
    expect(facts).toEqual({
      bytes: expect.any(Number),
      tables: [
        { table: 'envelopes', rows: 1, oldest: '2026-03-01T00:00:00.000Z', kept_for_days: 90 },
        { table: 'seen_templates', rows: 1, oldest: '2026-04-01T00:00:00.000Z', kept_for_days: 180 },
      ],
    });
  });

  it('leaves a mistaken setting to other checks', async () => {
    openState(`${desk.machine.folder}/state`).write((sql) => addEnvelopes(sql, ['x'], 'h', 1));
    const { checks } = await desk.doctor({ ESIGN_JOURNAL_DAYS: 'x' });
    expect(checks.map(({ check }) => check)).not.toContain('records');
  });
});
