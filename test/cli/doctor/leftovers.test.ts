import {
  chmodSync,
  existsSync,
  linkSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { placedMark } from '../../../src/core/platform/process-identity.js';
import { doctorDesk, doctorKey as key, emptyDescription as description } from '../../support/program/doctor.js';
import { json, refusal } from '../../support/fake-service.js';

describe('the state on this machine', () => {
  const desk = doctorDesk();
  const { doctor } = desk;

  const config = (): string => desk.machine.env['ESIGN_CONFIG_DIR'] ?? '';
  const state = (): string => desk.machine.env['ESIGN_STATE_DIR'] ?? '';
  const mode = (path: string): number => statSync(path).mode & 0o777;
  const make = (path: string, content: string, bits: number): void => {
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, content);
    chmodSync(path, bits);
  };

  it('a key file that others may read fails, and --fix closes it and says so', async () => {
    make(join(config(), 'keys.json'), '{}', 0o644);
    make(join(state(), 'compiled.key'), '', 0o644);
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
    expect([mode(join(config(), 'keys.json')), mode(join(state(), 'compiled.key'))]).toEqual([0o600, 0o600]);
    expect((await doctor()).of('settings_folder').state).toBe('ok');
  });

  it('a folder writable by others fails, and a private one passes with any content', async () => {
    make(join(config(), 'notes.txt'), 'x', 0o666);
    chmodSync(config(), 0o777);
    expect((await doctor()).of('settings_folder').state).toBe('failed');
    chmodSync(config(), 0o700);
    expect((await doctor()).of('settings_folder').state).toBe('ok');
  });

  it('--fix touches nothing that esign did not make, in a folder that is named and by no link', async () => {
    const foreign = ['build.0123456789ab', 'script.sh', 'listen/cert.pem', 'listen/x.0123456789ab', 'src/keys.json'];
    const day = Date.now() / 1000 - 86_400;
    for (const name of foreign) {
      make(join(state(), name), 'x', 0o755);
      utimesSync(join(state(), name), day, day);
    }
    make(join(config(), '..', 'elsewhere'), 'x', 0o644);
    mkdirSync(config(), { recursive: true });
    symlinkSync(join(config(), '..', 'elsewhere'), join(config(), 'keys.json'));
    linkSync(join(config(), '..', 'elsewhere'), join(config(), 'profiles.json'));
    make(join(state(), 'compiled.key'), '', 0o444);
    for (const folder of [state(), config()]) chmodSync(folder, 0o755);
    const fixed = await doctor({}, { fix: true });
    expect(fixed.of('state_folder').found).toContain('compiled.key');
    expect(foreign.map((name) => mode(join(state(), name)))).toEqual(foreign.map(() => 0o755));
    expect([mode(join(state(), 'compiled.key')), mode(join(state(), 'src')), mode(state())]).toEqual([
      0o400, 0o755, 0o755,
    ]);
    expect(fixed.of('settings_folder').found).toContain('Cannot restrict the permissions of');
    expect(mode(join(config(), '..', 'elsewhere'))).toBe(0o644);
    chmodSync(state(), 0o777);
    expect((await doctor({}, { fix: true })).of('state_folder')).toMatchObject({
      state: 'failed',
      found: expect.stringContaining('it is a link or contains files of other programs.'),
    });
    expect(mode(state())).toBe(0o777);
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

  it('--fix leaves alone what a process of another container may still use, and says so', async () => {
    const own = (await placedMark(process.pid)) ?? '';
    const started = own.replace('pid:[', 'pid:[9');
    if (started === own) return;
    const { fingerprint } = await import('../../../src/listen/endpoint/state.js');
    const pid = 2 ** 22 + 1;
    const emulator = { profile: 'local', url: 'http://127.0.0.1:1', pid, started, data: '/nowhere' };
    const token = 'a'.repeat(32);
    const url = `https://hooks.example.com/esl/abcdefgh/${token}`;
    const id = '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11';
    const listener = {
      id: '0123456789ab',
      listener: 'x',
      baseUrl: desk.service.url,
      account: fingerprint(key),
      profile: null,
      pid,
      started,
      createdAt: '2026-01-01T00:00:00Z',
      keep: false,
      token,
      port: 1,
      provider: 'none',
      forwardTo: null,
      endpoints: [{ id, url, secrets: [] }],
      localSecret: null,
    };
    const records = [join(state(), 'emulator-local.json'), join(state(), 'listen', `${listener.id}.json`)];
    make(records[0] ?? '', JSON.stringify(emulator), 0o600);
    make(records[1] ?? '', JSON.stringify(listener), 0o600);
    make(join(state(), 'listen', 'machine'), 'abcdefgh\n', 0o600);
    const endpoint = {
      id,
      url,
      events: ['envelope.sent'],
      active: true,
      brand_id: null,
      consecutive_failures: 0,
      disabled_reason: null,
      last_success_at: '2026-01-01T00:00:00Z',
      created_at: '2026-01-01T00:00:00Z',
    };
    desk.service.answer((method, path) => {
      if (method === 'DELETE') return { status: 204, headers: [], body: '' };
      return path.endsWith('openapi.json') ? json(200, description) : json(200, { data: [endpoint] });
    });
    const fixed = await doctor({}, { fix: true });
    expect(fixed.of('listeners')).toMatchObject({ state: 'ok', facts: { alive: 0, elsewhere: 1, dead: 0 } });
    expect(fixed.of('listeners').found).toContain('1 in other containers or machines (unchanged)');
    expect(fixed.of('emulators')).toMatchObject({ state: 'ok', facts: { elsewhere: ['local'], ended: [] } });
    expect(records.map(existsSync)).toEqual([true, true]);
    expect(desk.service.asked.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  it('unsettled writes are reported, and never settled by it', async () => {
    desk.service.answer((method) =>
      method === 'GET' ? json(200, description) : refusal(500, 'internal_error', 'boom'),
    );
    const env = { ESIGN_BASE_URL: desk.service.url, ESIGN_API_KEY: key };
    await desk.machine.run(['envelope', 'void', '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11', '--reason', 'x', '--yes'], {
      env,
    });
    const before = desk.service.asked.filter(({ method }) => method === 'POST').length;
    const seen = await doctor({}, { fix: true });
    expect(seen.of('writes')).toMatchObject({ state: 'warning', facts: { unsettled: 1, writes: 1, envelopes: 0 } });
    expect(desk.service.asked.filter(({ method }) => method === 'POST')).toHaveLength(before);
    for (const ending of ['-wal', '-shm']) rmSync(join(state(), `state.db${ending}`), { force: true });
    writeFileSync(join(state(), 'state.db'), 'x'.repeat(5_000));
    const unread = await doctor();
    expect(unread.of('writes')).toMatchObject({ state: 'failed', facts: { code: 'journal_damaged' } });
    expect(unread.of('writes').found).toContain('state.db is damaged');
  });

  it('dead listeners are identified by their address, and --fix removes their endpoints and records', async () => {
    const token = 'a'.repeat(32);
    const url = `https://hooks.example.com/esl/abcdefgh/${token}`;
    const id = '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11';
    const { fingerprint } = await import('../../../src/listen/endpoint/state.js');
    const record = {
      id: '0123456789ab',
      listener: 'x',
      baseUrl: desk.service.url,
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
    desk.service.answer((method, path) => {
      if (method === 'DELETE') return { status: 204, headers: [], body: '' };
      return path.endsWith('openapi.json') ? json(200, description) : json(200, { data: [] });
    });
    const seen = await doctor();
    expect(seen.of('listeners')).toMatchObject({ state: 'warning', facts: { alive: 0, dead: 2 } });
    expect(seen.ran.stdout).not.toContain('whsec_hidden');
    const fixed = await doctor({}, { fix: true });
    expect(fixed.of('listeners').found).toBe('Removed 1 listener that ended without cleaning up, and 1 endpoint.');
    expect(desk.service.asked.filter(({ method }) => method === 'DELETE').map(({ path }) => path)).toEqual([
      `/api/v1/webhooks/${id}`,
    ]);
    expect(existsSync(join(state(), 'listen', '111111111111.json'))).toBe(true);
    expect(readFileSync(join(state(), 'listen', `${record.id}.over`), 'utf8')).toContain(token);
  });
});
