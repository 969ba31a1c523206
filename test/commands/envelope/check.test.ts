import { beforeAll, describe, expect, it } from 'vitest';
import { limits } from '../../../src/contract/limits.js';
import { newEmulatorMachine, people } from '../../support/emulator-machine.js';
import { json, refusal, startFakeService } from '../../support/fake-service.js';
import { manualClock } from '../../support/program/clock.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
/** The data of the emulator before it had envelopes. */
let before: object;
let ids: Readonly<Record<'signing' | 'completed', string>>;

beforeAll(async () => {
  const template = await at.template();
  before = await at.emulator.control('GET /_emulator/snapshot');
  const create = async (...more: readonly string[]): Promise<string> => {
    const words = ['envelope', 'create', '--template', template, ...people, '--value', '.rental.amount=9500.00'];
    return (await at.ok([...words, ...more, '--send', '-q', '--yes'])).stdout.trim();
  };
  ids = { signing: await create('--title', 'Lease 4', '--expires-in', '2d'), completed: await create() };
  for (const role of ['Tenant', 'Landlord']) await at.ok(['emulator', 'sign', ids.completed, role]);
});

interface Checked {
  readonly ok: boolean;
  readonly checked: number;
  readonly data: readonly { readonly id: string; readonly attention: string; readonly why: string }[];
}
const check = (...flags: readonly string[]) => at.run(['envelope', 'check', ...flags]);

describe('envelope check', () => {
  it('ends with 0 while nothing needs attention', async () => {
    const ran = await check('--json');
    expect([ran.code, ran.json<Checked>()]).toMatchObject([0, { ok: true, checked: 2, data: [] }]);
    expect((await check('--format', 'prometheus')).stdout).toContain('esign_envelope_attention{reason="waiting"} 0\n');
  });

  it('ends with 9 and says why, the most urgent first', async () => {
    // It was first seen as completed in the check before.
    await at.ok(['emulator', 'clock', 'advance', '20s']);
    const flags = ['--expires-within', '3d', '--unsealed-after', '10s'];
    const ran = await check('--json', ...flags);
    expect(ran.code).toBe(9);
    expect(ran.json<Checked>()).toMatchObject({
      ok: false,
      data: [
        { id: ids.completed, attention: 'unsealed' },
        { id: ids.signing, attention: 'expiring', why: expect.stringMatching(/waits for Thandi Mokoena \(Tenant\)$/) },
      ],
    });
    expect(ran.error()).toMatchObject({
      code: 'envelopes_need_attention',
      message: '2 of 2 envelopes need attention.',
    });
    expect((await check('-q', ...flags)).stdout).toBe(`${ids.completed}\n${ids.signing}\n`);
    const shown = await at.run(['envelope', 'check', ...flags], { terminal: true });
    expect(shown.stdout).toContain('expiring');
    expect((await check('--format', 'prometheus', ...flags)).stdout).toMatch(
      /^esign_envelope_check_success 1$[^]*^esign_envelope_attention\{reason="unsealed"\} 1$/m,
    );
  });

  it('looks at the envelopes of a file only, and names one that the service does not show', async () => {
    const absent = '0f8fad5b-d9cb-469f-a165-70867728950e';
    const file = at.write('ids.txt', `${ids.signing}\n${absent}, ${ids.signing}\n`);
    const ran = await check('--ids', file, '--json', '--expires-within', '3d');
    expect(ran.json<Checked>()).toMatchObject({ checked: 1, not_found: [absent], data: [{ id: ids.signing }] });
    const ghost = await check('--ids', at.write('ghost.txt', absent), '--json', '--waiting-longer-than', '0s');
    expect([ghost.code, ghost.json<Checked>()]).toMatchObject([9, { ok: false, checked: 0, not_found: [absent] }]);
    expect(ghost.error().message).toBe(`The service does not know 1 envelope: ${absent}.`);
    const scrape = await check('--ids', at.write('ghost.txt', absent), '--format', 'prometheus');
    expect([scrape.code, scrape.stdout]).toEqual([9, expect.stringContaining('\nesign_envelope_not_found 1\n')]);
    const empty = await check('--ids', at.write('empty.txt', '\n'));
    expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining('empty.txt contains no IDs.')]);
  });

  it('waits where the rate limit is used, and never says that what it could not read is well', async () => {
    const ids = ['1', '2'].map((last) => `0f8fad5b-d9cb-469f-a165-70867728950${last}`);
    const service = await startFakeService();
    const body = { status: 'sent', template_id: null, title: 'Lease', expires_at: null, recipients: [] };
    const time = '2026-12-01T08:00:00.000Z';
    const rate = [
      ['RateLimit-Limit', '60'],
      ['RateLimit-Remaining', '1'],
      ['RateLimit-Reset', '30'],
    ] as const;
    const found = (path: string) =>
      json(200, { ...body, id: path.split('/').at(-1), created_at: time, sent_at: time }, rate);
    const env = { ESIGN_BASE_URL: service.url, ESIGN_API_KEY: 'esign_test_CheckedWithinTheRateLimit0000000000000000' };
    const run = async (name: string) => {
      const clock = manualClock({ auto: true });
      const flags = ['--ids', at.write(name, ids.join('\n')), '--json', '--retry-for', '0'];
      return { ran: await at.run(['envelope', 'check', ...flags], { env, clock }), clock };
    };
    service.answer((_, path) => found(path));
    const waited = await run('two.txt');
    expect([waited.ran.code, waited.ran.json<Checked>()]).toMatchObject([0, { ok: true, checked: 2 }]);
    expect(waited.clock.slept).toEqual([30_000]);
    service.answer((_, path) => (path.endsWith(ids[0] ?? '') ? found(path) : refusal(429, 'rate_limited', 'later')));
    const cut = await run('two.txt');
    expect([cut.ran.code, cut.ran.json<Checked>()]).toMatchObject([7, { ok: false, checked: 1, unread: 1 }]);
    expect(cut.ran.error().message).toBe('1 envelope could not be read within the rate limit.');
    await service.close();
  });

  it('does not wait for the clock of an emulator that is frozen', async () => {
    const many = Array.from(
      { length: limits.requestsPerMinute.paid },
      (_, at) => `0f8fad5b-d9cb-469f-a165-${String(at).padStart(12, '0')}`,
    );
    const ran = await check('--ids', at.write('many.txt', many.join('\n')), '--json');
    expect([ran.code, ran.error()]).toMatchObject([
      7,
      { code: 'rate_limited', message: expect.stringContaining('the clock of the emulator is frozen') },
    ]);
    await at.ok(['emulator', 'clock', 'advance', '1m']);
  });

  it('asks again for what the emulator did not know, and finds it once its data are restored', async () => {
    const snapshot = await at.emulator.control('GET /_emulator/snapshot');
    const list = async () => (await at.ok(['envelope', 'list', '--all', '--json'])).stdout;
    await at.emulator.control('POST /_emulator/restore', before);
    const lost = await at.run(['envelope', 'check', '--json']);
    expect([lost.code, lost.json<Checked>()]).toMatchObject([0, { ok: true, checked: 0 }]);
    expect(lost.json<{ not_found: readonly string[] }>().not_found.toSorted()).toEqual(Object.values(ids).toSorted());
    const scrape = await at.ok(['envelope', 'check', '--format', 'prometheus']);
    expect(scrape.stdout).toContain('\nesign_envelope_not_found 2\n');
    expect(await list()).toContain('"status":null');
    await at.emulator.control('POST /_emulator/restore', snapshot);
    expect((await check('--json')).json<Checked>()).toMatchObject({ checked: 2, not_found: [] });
    for (const id of Object.values(ids)) expect(await list()).toContain(id);
  });

  it('refuses a folder that does not exist before it reads anything', async () => {
    await at.stop();
    const ran = await check('--format', 'prometheus', '-o', 'nowhere/esign.prom', '--json');
    await at.start();
    expect([ran.code, ran.error().code]).toEqual([2, 'folder_missing']);
    expect(ran.error().message).toContain('the folder nowhere does not exist');
  });

  it('shows a scrape that the service is not reached', async () => {
    await at.stop();
    const ran = await check('--format', 'prometheus', '--retry-for', '0');
    expect([ran.code, ran.stdout]).toEqual([8, expect.stringContaining('esign_envelope_check_success 0\n')]);
    await at.start();
  });
});
