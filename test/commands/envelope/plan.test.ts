import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { linesOf } from '../../support/records/bulk-rows.js';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
let template: string;
let count = 0;

beforeAll(async () => {
  template = await at.template();
});

const rows = (email = 'a@example.test'): string =>
  at.write(
    `rows-${(count += 1)}.csv`,
    [
      'Tenant.name,Tenant.email,Landlord.name,Landlord.email,title',
      `A,${email},L,l@example.test,First`,
      'B,b@example.test,L,l@example.test,Second',
    ].join('\n'),
  );
interface Plan {
  readonly requests: readonly { readonly number: number; readonly key: string; readonly body: { title: string } }[];
  readonly refusals: readonly object[];
}
/** Plans for the rows, and answers with the name of the plan. */
async function planned(file: string, ...more: readonly string[]): Promise<string> {
  const plan = `plan-${(count += 1)}.json`;
  await at.ok(['envelope', 'plan', '--template', template, '--rows', file, '-o', plan, ...more]);
  return plan;
}
const read = (plan: string): Plan => JSON.parse(readFileSync(at.path(plan), 'utf8')) as Plan;
const requests = async (): Promise<number> =>
  (await at.emulator.control<{ data: readonly { method: string }[] }>('GET /_emulator/requests')).data.filter(
    ({ method }) => method === 'POST',
  ).length;

describe('envelope plan', () => {
  it('writes down every request and sends none; apply sends exactly those, and once', async () => {
    const before = await requests();
    const plan = await planned(rows(), '--send', '--expires-in', '20d');
    expect(await requests()).toBe(before);
    expect(statSync(at.path(plan)).mode & 0o777).toBe(0o600);
    const { requests: wanted } = read(plan);
    expect(wanted.map(({ body }) => body.title)).toEqual(['First', 'Second']);
    const ran = await at.ok(['envelope', 'run', plan, '--yes', '--json']);
    const sent = (
      await at.emulator.control<{
        data: readonly { path: string; headers: Record<string, string>; body: string }[];
      }>('GET /_emulator/requests')
    ).data.filter(({ path }) => path === '/api/v1/envelopes');
    for (const { key, body } of wanted) {
      const found = sent.filter(({ headers }) => headers['Idempotency-Key'] === key);
      expect(found.map((request) => JSON.parse(request.body) as unknown)).toEqual([body]);
    }
    expect(ran.stdout).toContain('"created":2');
    const again = await at.ok(['envelope', 'run', plan, '--yes', '--json']);
    expect(again.stdout).toContain('"earlier":2');
  });

  it('shows what would be sent to whom, and the next step', async () => {
    const file = rows();
    const words = ['envelope', 'plan', '--template', template, '--rows', file, '-o', 'seen.json'];
    const ran = await at.ok(words, { terminal: true, columns: 120 });
    expect(ran.stdout).toContain('2 envelopes of “Lease” to 3 people');
    expect(ran.stdout).toMatch(/1 +First +A <a@example.test>, L <l@example.test>/);
    expect(ran.stdout).toContain('esign envelope run seen.json');
  });

  it('foresees refusals, with exit 5 and the place of each, and such a plan is not applied', async () => {
    const file = rows('nobody');
    const words = ['envelope', 'plan', '--template', template, '--rows', file, '-o', 'refused.json', '--json'];
    const ran = await at.run(words);
    expect(ran.code).toBe(5);
    expect(read('refused.json').refusals).toEqual([
      {
        code: 'invalid_request',
        row: 1,
        line: 2,
        column: 2,
        path: 'recipients[0].email',
        person: 'A',
        column_name: 'Tenant.email',
        written: 'nobody',
        message: 'must be an e-mail address.',
      },
    ]);
    const seen = await at.run([...words.slice(0, -1), '--force'], { terminal: true, columns: 120 });
    expect(seen.stderr).toContain(
      `${file}:2:2: A, Tenant.email "nobody": must be an e-mail address. (invalid_request)`,
    );
    const applied = await at.run(['envelope', 'run', 'refused.json', '--yes', '--json']);
    expect([applied.code, applied.error().code]).toEqual([5, 'plan_refused']);
    expect([ran.error().message, applied.error().message]).toEqual([
      `1 problem in ${file}. This plan cannot be applied.`,
      'The rows of refused.json have 1 problem. Nothing was sent.',
    ]);
  });
});

describe('envelope run', () => {
  it('refuses a plan that was changed', async () => {
    const plan = await planned(rows());
    writeFileSync(at.path(plan), readFileSync(at.path(plan), 'utf8').replace('Second', 'Third'));
    const ran = await at.run(['envelope', 'run', plan, '--yes', '--json']);
    expect([ran.code, ran.error().code]).toEqual([6, 'plan_changed']);
  });

  it('takes a plan whose requests name another template for none', async () => {
    const plan = await planned(rows());
    const text = readFileSync(at.path(plan), 'utf8');
    const other = '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11';
    writeFileSync(
      at.path(plan),
      text.replace(`"body": {\n        "template_id": "${template}"`, `"body": {"template_id": "${other}"`),
    );
    expect(readFileSync(at.path(plan), 'utf8')).toContain(other);
    const ran = await at.run(['envelope', 'run', plan, '--yes', '--json']);
    expect([ran.code, ran.error().code]).toEqual([2, 'file_invalid']);
  });

  it('refuses when the template was changed since, and when the plan is for another kind of key', async () => {
    const own = await at.template('Changing');
    const plan = `plan-${(count += 1)}.json`;
    await at.ok(['envelope', 'plan', '--template', own, '--rows', rows(), '-o', plan]);
    const other = await at.run(['envelope', 'run', plan, '--yes', '--json', '--mode', 'test']);
    expect([other.code, other.error().code]).toEqual([6, 'plan_for_another']);
    const fields = (await at.ok(['template', 'get', own, '--json'])).json<{ fields: { id: string; type: string }[] }>();
    const field = fields.fields.find(({ type }) => type === 'text')?.id ?? '';
    await at.ok(['template', 'rename', own, field, '--label', 'Renamed']);
    const ran = await at.run(['envelope', 'run', plan, '--yes', '--json']);
    expect([ran.code, ran.error().code]).toEqual([6, 'template_changed']);
  });

  it('says that all is sent after the template changed too', async () => {
    const own = await at.template('Changed when all was sent');
    const plan = `plan-${(count += 1)}.json`;
    const words = `--template ${own} --rows ${rows()} --send --run all-sent -o ${plan}`;
    await at.ok(['envelope', 'plan', ...words.split(' ')]);
    const run = (...more: readonly string[]) => at.run(['envelope', 'run', plan, '--yes', '--json', ...more]);
    expect(linesOf((await run('--shard', '1/2')).stdout).at(-1)).toMatchObject({ rows: 1, created: 1 });
    const { fields } = (await at.ok(['template', 'get', own, '--json'])).json<{ fields: { id: string }[] }>();
    await at.ok(['template', 'rename', own, fields[0]?.id ?? '', '--label', 'Renamed']);
    const before = await requests();
    expect((await run('--shard', '1/2', '--dry-run')).code).toBe(0);
    const sent = await run('--shard', '1/2');
    expect([sent.code, linesOf(sent.stdout).at(-1)]).toMatchObject([0, { type: 'done', created: 0, earlier: 1 }]);
    const left = await run('--shard', '2/2');
    expect([left.code, left.error().code]).toEqual([6, 'template_changed']);
    expect(await requests()).toBe(before);
  });

  it('names the command that can send its rows as a new run', async () => {
    const plan = await planned(rows(), '--run', 'hinted');
    await at.ok(['envelope', 'run', plan, '--yes']);
    const other = await planned(rows('new@example.test'), '--run', 'hinted');
    const ran = await at.run(['envelope', 'run', other, '--yes', '--json']);
    expect([ran.code, ran.error().code]).toEqual([6, 'rows_changed']);
    expect(ran.error().hint).toContain(
      'To send all rows as a new run, plan them with `esign envelope plan --run NAME`.',
    );
    expect(ran.error().hint).not.toContain('add --run');
    const settings = await planned(rows(), '--run', 'hinted', '--expires-in', '9d');
    const differs = await at.run(['envelope', 'run', settings, '--yes', '--json']);
    expect([differs.code, differs.error().code]).toEqual([6, 'run_settings_differ']);
    expect(differs.error().hint).toBe(
      'Repeat the command with the same settings. To send all rows as a new run, ' +
        'plan them with `esign envelope plan --run NAME`.',
    );
  });

  it('refuses a deadline that has come too near', async () => {
    const plan = await planned(rows(), '--expires-in', '2h', '--run', 'near');
    await at.emulator.advance(90 * 60_000);
    const ran = await at.run(['envelope', 'run', plan, '--yes', '--json']);
    expect(ran.code).toBe(5);
    expect(ran.error().message).toContain('deadline');
    expect(ran.error().hint).toBe('Nothing was sent. Plan again with another deadline.');
  });

  it('says that all is sent after the deadline too, and otherwise which rows are left', async () => {
    const file = rows();
    const plan = await planned(file, '--expires-in', '2h', '--run', 'late');
    await at.ok(['envelope', 'run', plan, '--yes']);
    const words = `--template ${template} --rows ${file} --expires-in 2h --run late-rows --yes --json`;
    const same = ['envelope', 'create', ...words.split(' ')];
    await at.ok(same);
    await at.emulator.advance(90 * 60_000);
    for (const more of [[], ['--dry-run']]) {
      const again = await at.ok(['envelope', 'run', plan, '--yes', '--json', ...more]);
      expect(again.stdout).not.toContain('"status":"created"');
    }
    expect(linesOf((await at.ok(same)).stdout).at(-1)).toMatchObject({ type: 'done', created: 0, earlier: 2 });
    at.write(file, `${readFileSync(at.path(file), 'utf8')}\nC,c@example.test,L,l@example.test,Third`);
    const left = await at.run(same);
    expect([left.code, left.error()]).toEqual([5, expect.objectContaining({ code: 'invalid_request', lines: [4] })]);
    expect(left.error().hint).toContain('Not sent yet: 1 row (line 4)');
  });

  it.each(['{}', 'no JSON', '[]', '{"kind":"esign bulk plan","version":1,"requests":[1]}'])(
    'takes %s for no plan',
    async (text) => {
      at.write('foreign.json', text);
      const ran = await at.run(['envelope', 'run', 'foreign.json', '--yes', '--json']);
      expect([ran.code, ran.error().code]).toEqual([2, 'file_invalid']);
    },
  );

  it('prints the requests under --dry-run, key masked, and sends none', async () => {
    const plan = await planned(rows(), '--run', 'dry');
    const before = await requests();
    const dry = await at.ok(['envelope', 'run', plan, '--dry-run', '--json']);
    const shown = dry.json<{ requests: readonly { headers: Record<string, string> }[] }>().requests;
    expect(shown.map(({ headers }) => headers['Idempotency-Key'])).toEqual(read(plan).requests.map(({ key }) => key));
    expect(dry.stdout).not.toContain(at.organisation.liveKey);
    expect(await requests()).toBe(before);
  });
});
