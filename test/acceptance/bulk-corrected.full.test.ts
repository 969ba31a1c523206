import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bulkScene, done, type Line, linesOf, resultsOf, sharedClock } from '../support/records/bulk-rows.js';
import { bin } from '../support/esign.js';
import { type KillPoint, startKillingProxy } from '../support/network/killing-proxy.js';
import type { Ran, RunOptions } from '../support/program.js';

/** A sheet that was sent, and in which recipients are corrected: no old envelope may stay open beside the new one. */
const scene = bulkScene('corrected', ['--yes', '--json', '--retry-for', '10s']);
const { at, words } = scene;

const columns = 'title,Tenant.name,Tenant.email,Landlord.name,Landlord.email,.rental.amount,tenant.person.full_name';
const rowOf = (name: string, { email = name, rent = '100.00' }: { email?: string; rent?: string } = {}): string =>
  `Lease,${name},${email.toLowerCase()}${scene.number}@example.test,Lee,lee@example.test,${rent},Tenant`;
const write = (...rows: readonly string[]): string => scene.write(columns, ...rows);
const edit = (from: string | RegExp, to: string): string =>
  at.write(scene.file, readFileSync(at.path(scene.file), 'utf8').replace(from, to));
const run = (more: readonly string[] = [], options: RunOptions = {}): Promise<Ran> =>
  scene.run(['--send', ...more], options);
const replace = ['--replace', 'changed'];

interface Shown {
  readonly id: string;
  readonly status: string;
  readonly recipients: readonly {
    readonly id: string;
    readonly role: string;
    readonly name: string;
    readonly email: string;
  }[];
}
/** All envelopes of this test, by the address of the tenant, oldest first. */
async function envelopes(env?: Record<string, string>): Promise<readonly (Shown & { readonly tenant: string })[]> {
  const listed = await at.ok(['envelope', 'list', '--all', '--json'], env === undefined ? {} : { env });
  const found: (Shown & { readonly tenant: string })[] = [];
  for (const { id, recipients } of listed.json<{ data: readonly Shown[] }>().data) {
    // Those of other tests stay unread: a key may read 600 a minute.
    if (!recipients.some(({ email }) => email.includes(`${scene.number}@`))) continue;
    const { body } = await at.organisation.live<Shown>(`GET /api/v1/envelopes/${id}`);
    const tenant = body.recipients.find(({ role }) => role === 'Tenant')?.email ?? '';
    if (tenant.includes(`${scene.number}@`))
      found.push({ ...body, tenant: tenant.replace(`${scene.number}@example.test`, '') });
  }
  return found.toReversed();
}
const statuses = async (env?: Record<string, string>): Promise<readonly string[]> =>
  (await envelopes(env)).map(({ tenant, status }) => `${tenant} ${status}`).toSorted();
const idOf = async (tenant: string): Promise<string> =>
  (await envelopes()).find((each) => each.tenant === tenant)?.id ?? '';
const sign = async (tenant: string, ...roles: readonly string[]): Promise<void> => {
  for (const role of roles) {
    const all = await envelopes();
    const envelope = all.find((each) => each.tenant === tenant);
    const recipient = envelope?.recipients.find((each) => each.role === role)?.id ?? '';
    await at.ok(['emulator', 'sign', envelope?.id ?? '', recipient]);
  }
};

describe('a corrected address', () => {
  it('stops the run and names the envelope and the people; --replace changed voids it and sends the new one', async () => {
    write(rowOf('Ann'), rowOf('Ben'), rowOf('Cas'));
    await run();
    const old = await idOf('ann');
    edit('ann', 'anne');
    const stopped = await run();
    expect([stopped.code, stopped.error()]).toEqual([
      6,
      expect.objectContaining({ code: 'rows_changed', changed: 1, lines: [2], envelopes: [old] }),
    ]);
    const { message, hint } = stopped.error();
    expect(message).toContain('The recipients of 1 row changed after it was sent (line 2). Nothing was sent.');
    expect(message).toContain(`envelope ${old} “Lease” is sent`);
    expect(message).toContain(`was: Ann <ann${scene.number}@example.test> (Tenant)`);
    expect(message).toContain(`now: Ann <anne${scene.number}@example.test> (Tenant)`);
    expect(message).not.toContain('Lee');
    expect(hint).toContain('--replace changed');
    expect(await statuses()).toEqual(['ann sent', 'ben sent', 'cas sent']);

    const ran = await run(replace);
    expect([ran.code, done(ran)]).toEqual([0, expect.objectContaining({ created: 1, earlier: 2, replaced: 1 })]);
    expect(linesOf(ran.stdout).find(({ type }) => type === 'row')).toMatchObject({ line: 2, replaces: [old] });
    expect(await statuses()).toEqual(['ann voided', 'anne sent', 'ben sent', 'cas sent']);
    expect(resultsOf(at, scene.file).findLast(({ type }) => type === 'row')).toMatchObject({ replaces: [old] });
    for (const more of [[], replace]) {
      expect(done(await run(more))).toMatchObject({ created: 0, earlier: 3, replaced: 0 });
    }
    expect(await statuses()).toHaveLength(4);
  });

  it('can be kept, or get a second envelope, where a flag says so', async () => {
    write(rowOf('Ann'), rowOf('Ben'));
    await run();
    edit('ann', 'anne');
    expect(done(await run(['--skip', 'changed']))).toMatchObject({ created: 0, skipped: 1, earlier: 1 });
    expect(done(await run(['--resend', 'changed']))).toMatchObject({ created: 1, replaced: 0 });
    expect(await statuses()).toEqual(['ann sent', 'anne sent', 'ben sent']);
    // Both are live, so both are voided when it is corrected again.
    edit('anne', 'annie');
    expect(done(await run(replace))).toMatchObject({ created: 1, replaced: 1 });
    expect(await statuses()).toEqual(['ann voided', 'anne voided', 'annie sent', 'ben sent']);
  });

  it('in several rows, most of the file, is not another list', async () => {
    write(rowOf('Ann'), rowOf('Ben'), rowOf('Cas'));
    await run();
    edit(/(ann|ben)(?=\d)/g, '$1.new');
    expect((await run()).error()).toMatchObject({ code: 'rows_changed', changed: 2, lines: [2, 3] });
    expect(done(await run(replace))).toMatchObject({ created: 2, replaced: 2, earlier: 1 });
    expect(await statuses()).toEqual(['ann voided', 'ann.new sent', 'ben voided', 'ben.new sent', 'cas sent']);
  });

  it.each([
    ['the name', () => edit('Ann', 'Anna')],
    ['the landlord as well', () => edit('Ann,ann', 'Anna,ann').replace('Lee,lee', 'Lou,lou')],
  ])('is told like a corrected one of the same row: %s', async (_name, correct) => {
    write(rowOf('Ann'), rowOf('Ben'));
    await run();
    correct();
    const { code, message } = (await run()).error();
    expect([code, message]).toEqual(['rows_changed', expect.stringContaining('now: Anna <ann')]);
    expect(done(await run(replace))).toMatchObject({ created: 1, replaced: 1 });
    expect(await statuses()).toEqual(['ann sent', 'ann voided', 'ben sent']);
  });

  it('with an ID column is known by its ID, whatever else changed', async () => {
    const withIds = (...rows: readonly string[]): string =>
      at.write(scene.file, [`Case,${columns}`, ...rows.map((row, index) => `${index},${row}`), ''].join('\n'));
    withIds(rowOf('Ann'), rowOf('Ben'));
    await run(['--id-column', 'Case']);
    withIds(rowOf('Anna', { rent: '7.00' }), rowOf('Ben'));
    expect((await run(['--id-column', 'Case'])).error()).toMatchObject({ code: 'rows_changed', lines: [2] });
    expect(done(await run(['--id-column', 'Case', ...replace]))).toMatchObject({ created: 1, replaced: 1 });
    expect(await statuses()).toEqual(['ann voided', 'anna sent', 'ben sent']);
  });

  it('is not guessed where more than the recipients differs', async () => {
    write(rowOf('Ann'), rowOf('Ben'), rowOf('Cas'));
    await run();
    write(rowOf('Ann', { email: 'anne', rent: '7.00' }), rowOf('Ben'), rowOf('Cas'));
    const ran = await run(replace);
    expect(linesOf(ran.stdout)[0]).toMatchObject({ type: 'compared', new: 1, gone: 1, changed: 0 });
    expect(done(ran)).toMatchObject({ created: 1, replaced: 0 });
    expect(await statuses()).toEqual(['ann sent', 'anne sent', 'ben sent', 'cas sent']);
  });

  it('that may belong to two removed rows stops the run, also with --replace', async () => {
    write(rowOf('Ann', { email: 'one' }), rowOf('Ann', { email: 'two' }), rowOf('Ben'), rowOf('Cas'), rowOf('Dan'));
    await run();
    write(rowOf('Ben'), rowOf('Cas'), rowOf('Dan'), rowOf('Ann', { email: 'three' }));
    for (const more of [[], replace]) {
      const stopped = await run(more);
      expect([stopped.code, stopped.error()]).toEqual([
        6,
        expect.objectContaining({
          code: 'rows_unclear',
          rows: [{ line: 5, envelopes: [await idOf('one'), await idOf('two')] }],
        }),
      ]);
    }
    expect(done(await run(['--skip', 'changed']))).toMatchObject({ created: 0, skipped: 1 });
    await at.ok(['envelope', 'void', await idOf('two'), '--reason', 'Corrected', '--yes']);
    expect((await run(replace)).error().code).toBe('rows_unclear');
    expect(done(await run(['--resend', 'changed']))).toMatchObject({ created: 1 });
    expect(await statuses()).toEqual(['ben sent', 'cas sent', 'dan sent', 'one sent', 'three sent', 'two voided']);
  });
});

it('in a run of several parts, a corrected address that moves its row to another part stops every part', async () => {
  const names = ['Ann', 'Ben', 'Cas', 'Dan', 'Eve', 'Fay', 'Gus', 'Hal'];
  write(...names.map((name) => rowOf(name)));
  const part = (index: number, ...more: readonly string[]): Promise<Ran> => run(['--shard', `${index}/2`, ...more]);
  for (const index of [1, 2]) expect((await part(index)).code).toBe(0);
  edit(/,(\w+)(\d+@example.test,Lee)/g, ',$1.new$2');
  for (const index of [1, 2]) {
    const stopped = await part(index, ...replace);
    expect([stopped.code, stopped.error().code]).toEqual([6, 'row_in_other_part']);
  }
  // The records of both parts are on this machine.
  expect(done(await run(replace))).toMatchObject({ created: 8, replaced: 8 });
  expect((await statuses()).filter((each) => each.endsWith('sent'))).toEqual(
    names.map((name) => `${name.toLowerCase()}.new sent`),
  );
});

describe('the envelope of a corrected row', () => {
  it('that is voided already is replaced without a question', async () => {
    write(rowOf('Ann'), rowOf('Ben'));
    await run();
    await at.ok(['envelope', 'void', await idOf('ann'), '--reason', 'Wrong address', '--yes']);
    edit('ann', 'anne');
    expect(done(await run())).toMatchObject({ created: 1, earlier: 1 });
    expect(await statuses()).toEqual(['ann voided', 'anne sent', 'ben sent']);
  });

  it('that was declined is replaced without a question', async () => {
    write(rowOf('Ann'), rowOf('Ben'));
    await run();
    const ann = (await envelopes()).find(({ tenant: name }) => name === 'ann');
    const tenant = ann?.recipients.find(({ role }) => role === 'Tenant')?.id ?? '';
    await at.ok(['emulator', 'decline', ann?.id ?? '', tenant, '--reason', 'Not my address']);
    edit('ann', 'anne');
    expect(done(await run())).toMatchObject({ created: 1, earlier: 1 });
    expect(await statuses()).toEqual(['ann declined', 'anne sent', 'ben sent']);
  });

  it('that somebody has signed is not voided without a question, and says who signed', async () => {
    write(rowOf('Ann'), rowOf('Ben'));
    await run();
    await sign('ann', 'Tenant');
    edit('ann', 'anne');
    expect((await run()).error().message).toContain('“Lease” is signed by Ann');
    const stopped = await run(replace);
    expect([stopped.code, stopped.error()]).toEqual([6, expect.objectContaining({ code: 'envelope_signed' })]);
    expect(stopped.error().hint).toContain('esign envelope void');
    expect(await statuses()).toEqual(['ann partially_signed', 'ben sent']);
  });

  it('that is completed cannot be replaced', async () => {
    write(rowOf('Ann'), rowOf('Ben'));
    await run();
    await sign('ann', 'Tenant', 'Landlord');
    edit('ann', 'anne');
    const { message, hint } = (await run()).error();
    expect(message).toContain('is completed, and cannot be voided');
    expect(hint).not.toContain('--replace');
    expect((await run(replace)).error().code).toBe('envelope_not_voidable');
    expect(await statuses()).toEqual(['ann completed', 'ben sent']);
  });

  it('that is a draft stays one, and the user is told not to send it', async () => {
    write(rowOf('Ann'), rowOf('Ben'));
    const drafts = (more: readonly string[] = []): Promise<Ran> => at.run(words(...more), { clock: sharedClock(at) });
    await drafts();
    edit('ann', 'anne');
    expect((await drafts()).error().message).toContain('is a draft, and cannot be voided: do not send it');
    expect(done(await drafts(replace))).toMatchObject({ created: 1, replaced: 0 });
    expect(await statuses()).toEqual(['ann draft', 'anne draft', 'ben draft']);
  });
});

describe('on a terminal', () => {
  const start = (more: readonly string[] = []) =>
    at.machine.start(
      words('--send', ...more).filter((word) => word !== '--json' && word !== '--yes'),
      { terminal: true, columns: 100, clock: sharedClock(at) },
    );

  it('one question names the envelopes and the people, and yes replaces them', async () => {
    write(rowOf('Ann'), rowOf('Ben'));
    await run();
    edit('ann', 'anne');
    edit('Ben', 'Benn');
    const { terminal, ended } = start();
    await expect.poll(() => terminal.stderr()).toContain('Void and send them?');
    const shown = terminal.stderr();
    expect(shown).toContain('This voids 2 envelopes and sends 2 envelopes to 3 people for signature.');
    expect(shown).toContain(await idOf('ann'));
    expect(shown).toContain(`now: Ann <anne${scene.number}@example.test> (Tenant)`);
    terminal.type('y\r');
    expect((await ended).code).toBe(0);
    expect(await statuses()).toEqual(['ann voided', 'anne sent', 'ben sent', 'ben voided']);
  });

  it('no leaves everything as it is', async () => {
    write(rowOf('Ann'), rowOf('Ben'));
    await run();
    edit('ann', 'anne');
    const { terminal, ended } = start();
    await expect.poll(() => terminal.stderr()).toContain('Void and send them?');
    terminal.type('\r');
    expect((await ended).code).toBe(130);
    expect(await statuses()).toEqual(['ann sent', 'ben sent']);
  });

  it('a signed envelope is voided after a question that says so, also with --replace', async () => {
    write(rowOf('Ann'), rowOf('Ben'));
    await run();
    await sign('ann', 'Tenant');
    edit('ann', 'anne');
    const { terminal, ended } = start(replace);
    await expect.poll(() => terminal.stderr()).toContain('Void and send them?');
    expect(terminal.stderr()).toContain('is signed by Ann');
    terminal.type('y\r');
    expect((await ended).code).toBe(0);
    expect(await statuses()).toEqual(['ann voided', 'anne sent', 'ben sent']);
  });
});

describe('--dry-run', () => {
  it('stops as the command would, and with --replace shows both requests, the void first', async () => {
    write(rowOf('Ann'), rowOf('Ben'));
    await run();
    const old = await idOf('ann');
    edit('ann', 'anne');
    expect((await run(['--dry-run'])).error().code).toBe('rows_changed');
    const { requests } = (await run(['--dry-run', ...replace])).json<{ requests: readonly Line[] }>();
    expect(requests.map(({ line, url }) => [line, String(url).replace(/^.*\/api\/v1/, '')])).toEqual([
      [2, `/envelopes/${old}/void`],
      [2, '/envelopes'],
    ]);
    expect(await statuses()).toEqual(['ann sent', 'ben sent']);
  });
});

it.each([['--resend'], ['--skip']])('--replace changed and %s changed exclude each other', async (flag) => {
  write(rowOf('Ann'));
  expect((await run([...replace, flag, 'changed'])).code).toBe(2);
});

it('killed at either write, the same command goes on: one void, one new envelope, and never two to sign', async () => {
  const proxy = await startKillingProxy(Number(new URL(at.emulator.url).port));
  const env = { ...at.machine.env, ...at.live(), ESIGN_BASE_URL: proxy.url, PATH: process.env['PATH'] ?? '' };
  const kill = async (point?: KillPoint): Promise<number | null> => {
    const child = spawn(process.execPath, [bin, ...words('--send', ...replace)], {
      cwd: at.machine.folder,
      env,
      stdio: 'ignore',
    });
    proxy.plan(point && { point, drops: 0, kill: () => child.kill('SIGKILL') });
    const [code] = (await once(child, 'close')) as [number | null];
    await proxy.idle();
    return code;
  };
  try {
    write(rowOf('Ann'), rowOf('Ben'));
    expect(await kill()).toBe(0);
    edit('ann', 'anne');
    const first = proxy.seen.length;
    const seenThere = { ...at.live(), ESIGN_BASE_URL: proxy.url };
    const live = async (): Promise<readonly string[]> =>
      (await statuses(seenThere)).filter((each) => each.startsWith('ann') && each.endsWith(' sent'));
    // The void: not arrived, then done without an answer. The creation: the same.
    for (const at of ['connected', 'asked', 'connected', 'committed'] as const) {
      expect(await kill({ at })).toBeNull();
      expect(['void', 'envelopes'].includes(proxy.seen.at(-1)?.path.split('/').at(-1) ?? '')).toBe(true);
      expect((await live()).length).toBeLessThan(2);
    }
    expect(await kill()).toBe(0);
    expect(await statuses(seenThere)).toEqual(['ann voided', 'anne sent', 'ben sent']);
    const writes = proxy.seen.slice(first).filter(({ status, replayed }) => status !== undefined && replayed !== true);
    expect(writes.map(({ path, status }) => [path.split('/').at(-1), status])).toEqual([
      ['void', 200],
      ['envelopes', 201],
    ]);
    expect((await at.ok(['request', 'list', '--unsettled', '-q'], { env: seenThere })).stdout).toBe('');
    expect(await kill()).toBe(0);
    expect(await statuses(seenThere)).toHaveLength(3);
  } finally {
    await proxy.close();
  }
});
