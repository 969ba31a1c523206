import { describe, expect, it } from 'vitest';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import { json, startFakeService } from '../../support/fake-service.js';
import type { Authorisation } from '../../support/shapes.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);

const unknown = '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11';

const create = (...more: readonly string[]): readonly string[] => [
  'authorisation',
  'create',
  '--brand',
  at.organisation.brandId,
  '--entity-name',
  'Khumalo Homes (Pty) Ltd',
  '--grantor',
  'name=Naledi Khumalo,email=naledi@example.test,job_title=Director',
  '--purpose',
  'Leases',
  ...more,
];

const created = async (...more: readonly string[]): Promise<Authorisation> =>
  (await at.ok(create('--valid-for', '365d', ...more))).json<Authorisation>();

const grant = (id: string): Promise<unknown> => at.emulator.control(`POST /_emulator/authorisations/${id}/grant`, {});

describe('authorisation create', () => {
  it('requests one from the grantor, valid from the time of the service', async () => {
    const made = await created('--reference', 'agency-7', '--entity-number', '2019/123456/07');
    expect(made).toMatchObject({ status: 'invited', sandbox: false });
    expect(made.valid_until).toBe(new Date(at.emulator.now() + 365 * 86_400_000).toISOString());
    const seen = await at.ok(['authorisation', 'show', made.id], { terminal: true, columns: 120 });
    expect(seen.stdout).toMatch(/^Grantor +Naledi Khumalo <naledi@example.test>, Director$/m);
    expect(seen.stdout).toMatch(/^For +Khumalo Homes \(Pty\) Ltd \(2019\/123456\/07\)$/m);
  });

  it.each([
    [[], '--valid-for 365d'],
    [['--valid-until', '2027-12-01'], 'no time zone'],
    [['--valid-for', '365d', '--valid-until', '2027-12-01T00:00:00Z'], 'cannot be used together'],
    [['--valid-for', 'a year'], 'Invalid --valid-for value "a year"'],
  ])('refuses %j', async (more, told) => {
    const ran = await at.run(create(...more));
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(told);
  });

  it('with a live key asks for confirmation, since it emails the grantor', async () => {
    const before = (await at.ok(['authorisation', 'list'])).stdout;
    const ran = await at.run(create('--valid-for', '365d', '--json'), { env: at.live() });
    expect([ran.code, ran.error().code]).toEqual([2, 'confirmation_needed']);
    expect(ran.error().message).toContain('Naledi Khumalo <naledi@example.test>');
    expect((await at.ok(['authorisation', 'list'])).stdout).toBe(before);
    expect((await at.run(create('--valid-for', '365d', '--dry-run'), { env: at.live() })).code).toBe(0);
    expect((await at.run(create('--valid-for', '365d', '--yes'), { env: at.live() })).code).toBe(0);
  });

  it('names a missing flag with an example', async () => {
    const ran = await at.run(['authorisation', 'create']);
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(/Missing --brand <id>\.\n.*--brand [0-9a-f-]{36}/);
  });
});

describe('authorisation list', () => {
  it('filters by state and reference, also as `authorization`', async () => {
    const { id } = await created('--reference', 'agency-8');
    await grant(id);
    const active = await at.ok(['authorisation', 'list', '--status', 'active', '-q']);
    expect(active.stdout.trim().split('\n')).toContain(id);
    expect((await at.ok(['authorization', 'list', '--reference', 'agency-8', '-q'])).stdout.trim()).toBe(id);
    const branded = await at.ok(['authorisation', 'list', '--brand', at.organisation.brandId, '--all', '-q']);
    expect(branded.stdout).toContain(id);
    const wrong = await at.run(['authorisation', 'list', '--status', 'signed']);
    expect(wrong.code).toBe(2);
    expect(wrong.stderr).toContain('invited');
  });

  it('a test key sees none of the live ones', async () => {
    await created();
    expect((await at.ok(['authorisation', 'list', '--mode', 'test', '-q'])).stdout).toBe('');
  });
});

describe('authorisation list --expiring', () => {
  it('lists active ones that expire in that time by the clock of the service, earliest first', async () => {
    const make = async (valid: string, granted = true): Promise<string> => {
      const { id } = (await at.ok(create('--valid-for', valid, '--reference', 'ending'))).json<Authorisation>();
      if (granted) await grant(id);
      return id;
    };
    const far = await make('400d');
    const later = await make('29d');
    const sooner = await make('10d');
    await make('20d', false);
    const list = (...words: readonly string[]) =>
      at.ok(['authorisation', 'list', '--reference', 'ending', ...words], { terminal: true });
    const expiring = (await list('--expiring', '30d', '--json')).json<{ data: Authorisation[]; next_cursor: null }>();
    expect([expiring.data.map(({ id }) => id), expiring.next_cursor]).toEqual([[sooner, later], null]);
    expect((await list('--expiring', '5d')).stdout).toBe('No active standing authorisation expires in this period.\n');
    expect((await list('--expiring', '500d', '-q')).stdout.trim().split('\n')).toEqual([sooner, later, far]);
  });

  it('shows the time left, and cannot be combined with paging', async () => {
    const { id } = await created();
    await grant(id);
    const seen = await at.ok(['authorisation', 'list', '--expiring', '366d'], { terminal: true, columns: 220 });
    expect(seen.stdout).toMatch(/LEFT/);
    expect(seen.stdout).toMatch(/36[45] days/);
    for (const words of [
      ['--limit', '5'],
      ['--status', 'active'],
      ['--cursor', id],
    ]) {
      expect((await at.run(['authorisation', 'list', '--expiring', '30d', ...words])).code).toBe(2);
    }
    expect((await at.run(['authorisation', 'list', '--expiring', 'soon'])).stderr).toContain(
      'Invalid --expiring value',
    );
  });
});

describe('authorisation list --expiring with an unreadable valid_until', () => {
  const listed = async (...ends: readonly unknown[]) => {
    const { id } = await created();
    const one = (await at.ok(['authorisation', 'get', id])).json<Authorisation>();
    const data = ends.map((end) => ({ ...one, status: 'active', valid_until: end }));
    const service = await startFakeService();
    service.answer(() => json(200, { data, next_cursor: null }));
    const env = { ESIGN_BASE_URL: service.url, ESIGN_API_KEY: at.organisation.liveKey };
    const ran = await at.run(['authorisation', 'list', '--expiring', '30d', '--json'], { env });
    await service.close();
    return { id, ran };
  };

  it.each(['garbage', null, '', 1, '2027-02-30T00:00:00Z'])('(%j) fails, since its expiry is unknown', async (end) => {
    const { id, ran } = await listed('2099-01-01T00:00:00Z', end);
    expect([ran.code, ran.stdout]).toEqual([8, '']);
    expect(ran.error()).toMatchObject({ code: 'unexpected_answer', authorisations: [id] });
  });

  it('lists one that is active although it has expired', async () => {
    const { ran } = await listed('2026-01-01T00:00:00Z');
    expect(ran.json<{ data: readonly Authorisation[] }>().data).toHaveLength(1);
  });
});

describe('authorisation cancel and revoke', () => {
  it('a pending one is cancelled, an active one is revoked, and the other way round is a conflict', async () => {
    const waiting = await created();
    const active = await created();
    await grant(active.id);
    const wrong = await at.run(['authorisation', 'revoke', waiting.id, '--reason', 'Left', '--json']);
    expect([wrong.code, wrong.error().code]).toEqual([6, 'authorisation_not_revocable']);
    expect(wrong.error().hint).toMatch(/^If it is still `invited`, cancel it with `esign authorisation cancel /);
    const cancelled = await at.ok(['authorisation', 'cancel', waiting.id, '--reason', 'Not needed']);
    expect(cancelled.json<Authorisation>()).toMatchObject({
      status: 'cancelled',
      cancellation: { reason: 'Not needed' },
    });
    const revoked = await at.ok(['authorisation', 'revoke', active.id, '--reason', 'Left'], { terminal: true });
    expect(revoked.stdout).toMatch(/^Reason +Left \(by api_key\)$/m);
    expect((await at.run(['authorisation', 'cancel', active.id, '--reason', 'x'])).code).toBe(6);
  });

  it('with a live key ask for confirmation and name the grantor', async () => {
    const { id } = await created();
    for (const verb of ['cancel', 'revoke']) {
      const ran = await at.run(['authorisation', verb, id, '--reason', 'Left'], { env: at.live() });
      expect(ran.code).toBe(2);
      expect(ran.stderr).toContain('Naledi Khumalo <naledi@example.test>');
    }
  });

  it('name the flag when the reason is missing, and refuse an invalid id', async () => {
    expect((await at.run(['authorisation', 'revoke', unknown])).stderr).toContain('--reason');
    expect((await at.run(['authorisation', 'revoke', 'SA-0001', '--reason', 'x'])).stderr).toContain(
      'Invalid authorisation ID "SA-0001"',
    );
  });
});
