import { cpSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import { beforeAll, describe, expect, it } from 'vitest';
import { problems as contractProblems } from '../../../src/contract/schema.js';
import { operations } from '../../../src/contract/operations.js';
import { minute, once } from '../../support/emulator.js';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import type { Answer } from '../../support/http.js';
import type { Template } from '../../support/shapes.js';
import { everyKindTemplate, mistakes, one, person, requestWith } from '../../support/documents/values-form.js';
import { shared } from '../../support/shared.js';

/** What the command says under --json. */
interface Checked {
  readonly refused: boolean;
  readonly problems: readonly {
    code: string;
    path: string;
    line: number | null;
    column: number | null;
    message: string;
  }[];
  readonly warnings: readonly { code: string; path: string }[];
  readonly left_to_signers: readonly { subject: string | null; key: string }[];
}

interface Told {
  readonly code: string;
  readonly message: string;
}

const at = shared(newEmulatorMachine);
let template: Template;
let roles: readonly string[];

beforeAll(async () => {
  template = await everyKindTemplate(at.organisation.live);
  roles = [...new Set(template.fields.map(({ role }) => role))];
  at.write('template.json', JSON.stringify(template));
});

const everybody = (): readonly object[] => roles.map(person);

async function check(name: string, text: string): Promise<Checked> {
  at.write(name, text);
  const ran = await at.run(['values', 'check', name, '--template', 'template.json', '--json']);
  expect([0, 5]).toContain(ran.code);
  return ran.json<Checked>();
}

describe('judging rows', () => {
  const rowsIn = (checked: Checked): readonly (readonly unknown[])[] =>
    checked.problems.map(({ line, column, code, path }) => [line, column, code, path]);

  it('checks rows of CSV and NDJSON at their cells, and readable rows beside an unreadable one', async () => {
    const head = roles.flatMap((name) => [`${name}.name`, `${name}.email`]);
    const people = roles.flatMap(() => ['Thandi', 't@example.test']);
    const line = (cells: readonly string[]): string => `${cells.join(',')}\n`;
    const csv =
      line([...head, '.no.such', 'title']) +
      line([...people, '', 'good']) +
      line(['Thandi', '', ...people.slice(2), '', 'nobody to write to']) +
      line([...people.with(1, 'nowhere'), 'x', 'two mistakes']);
    expect(rowsIn(await check('rows.csv', csv))).toEqual([
      [3, 2, 'file_invalid', ''],
      [4, 2, 'invalid_request', 'rows[2].recipients[0].email'],
      [1, head.length + 1, 'value_address_unknown', ''],
    ]);
    const flat = Object.fromEntries(head.map((name, index) => [name, people[index]]));
    const lines = [{ recipients: everybody(), send: true }, flat, { recipients: everybody(), ...one('.no.such', 'x') }];
    const ndjson = lines.map((one) => `${JSON.stringify(one)}\n`).join('\nnonsense\n');
    const { problems } = await check('rows.ndjson', ndjson);
    expect(problems.map(({ line: at, code, path }) => [at, code, path])).toEqual([
      [3, 'file_invalid', ''],
      [6, 'file_invalid', ''],
      [1, 'invalid_request', 'rows[0].send'],
      [7, 'value_address_unknown', 'rows[4].values[0].key'],
    ]);
    expect((await check('list.yaml', JSON.stringify([flat, { recipients: everybody() }]))).problems).toEqual([]);
  });

  it('says nothing more of rows of which none can be read', async () => {
    expect(rowsIn(await check('ragged.csv', 'Tenant.name,Tenant.email\nAnn\n'))).toEqual([[2, 2, 'file_invalid', '']]);
  });

  it('checks the deadline of a whole batch, and reports that a names file has no values', async () => {
    const text = `expires_at: 2020-01-01T00:00:00Z\nrows: ${JSON.stringify([{ recipients: everybody() }])}\n`;
    expect(rowsIn(await check('late.yaml', text))).toEqual([[1, 13, 'invalid_request', 'expires_at']]);
    await at.ok(['template', 'pull', template.id, '-o', 'names.yaml']);
    const names = await at.run(['values', 'check', 'names.yaml', '--template', 'template.json', '--json']);
    expect([names.code, names.error().message]).toEqual([
      2,
      'names.yaml contains the names of a template, not values.',
    ]);
  });

  it('reports the rest when drawing cannot be checked, and is not a success then', async () => {
    // The very program, but for the file that draws.
    for (const name of ['dist', 'bin', 'package.json'])
      cpSync(name, at.path(join('broken', name)), { recursive: true });
    symlinkSync(resolve('node_modules'), at.path(join('broken', 'node_modules')));
    rmSync(at.path(join('broken', 'dist', 'document-worker.cjs')));
    const broken = async (
      text: string,
    ): Promise<{ code: number | undefined; said: Checked & { unchecked: unknown } }> => {
      at.write('v.yaml', text);
      const argv = ['broken/bin/esign.js', 'values', 'check', 'v.yaml', '--template', 'template.json', '--json'];
      const ran = await execa(process.execPath, argv, { cwd: at.machine.folder, env: at.machine.env, reject: false });
      return { code: ran.exitCode, said: JSON.parse(ran.stdout) as Checked & { unchecked: unknown } };
    };
    const unchecked = { code: 'renderer_failed', message: 'The renderer could not be started.' };
    const wrong = await broken('tenant.person.full_name: "🦓"\n.no.such: x\n');
    expect(wrong).toMatchObject({ code: 5, said: { unchecked, problems: [{ code: 'value_address_unknown' }] } });
    const rest = await broken('tenant.person.full_name: "🦓"\n');
    expect(rest).toMatchObject({ code: 8, said: { unchecked, problems: [] } });
  });
});

/** What is malformed has the whole batch refused, not one row. */
const isShaped = (row: object): boolean =>
  contractProblems(operations.createEnvelopeBatch.body, { template_id: template.id, rows: [row] }).length === 0;

describe('agreement with the emulator about a batch', () => {
  const post = (batch: object): Promise<Answer<{ rows: readonly { error?: Told }[]; error?: Told }>> =>
    at.organisation.live('POST /api/v1/envelopes/batches', batch, once());

  it('refuses what no row may hold, of which the emulator refuses the whole', async () => {
    const asked: object = operations.createEnvelope.body.entries;
    const foreign = Object.keys(asked).filter((name) => !['title', 'recipients', 'values'].includes(name));
    expect(foreign).toEqual(expect.arrayContaining(['template_id', 'send', 'expires_at', 'brand_id']));
    const good = { recipients: everybody() };
    const malformed = Object.values(mistakes)
      .map((mistake) => requestWith(mistake, roles))
      .filter((row) => !isShaped(row));
    expect(malformed.length).toBeGreaterThan(10);
    const wrong: readonly unknown[] = [
      ...malformed,
      ...foreign.map((name) => ({ ...good, [name]: name === 'send' ? true : template.id })),
    ];
    await at.emulator.advance(minute);
    for (const row of wrong) {
      const batch = { template_id: template.id, rows: [good, row] };
      const { status, body } = await post(batch);
      const { problems } = await check('wrong.json', JSON.stringify(batch));
      const [first] = problems;
      expect([row, status, first?.code, first?.message]).toEqual([row, 400, body.error?.code, body.error?.message]);
    }
    for (const row of [null, [], 'x', {}]) {
      const batch = { template_id: template.id, rows: [good, row] };
      expect([row, (await post(batch)).status]).toEqual([row, 400]);
      expect([row, (await check('none.json', JSON.stringify(batch))).refused]).toEqual([row, true]);
    }
  });

  it('takes the rows alone of more than a batch for no mistake: a bulk run sends them all', async () => {
    const head = roles.flatMap((name) => [`${name}.name`, `${name}.email`]).join();
    const row = roles.map(() => 'Thandi,t@example.test').join();
    const { problems, warnings } = await check(
      'many.csv',
      [head, ...Array.from({ length: 601 }, () => row)].join('\n'),
    );
    expect([problems, warnings.map(({ code }) => code)]).toEqual([[], ['too_many_for_a_batch']]);
  });

  it('refuses the same rows, each with the same code and message, and takes the others', async () => {
    const judged = Object.values(mistakes)
      .map((mistake) => requestWith(mistake, roles))
      .filter(isShaped);
    const rows = [{ recipients: everybody() }, ...judged, { recipients: everybody(), ...one('.rental.amount', '1') }];
    expect(rows.length).toBeGreaterThan(30);
    await at.emulator.advance(minute);
    const batch = { template_id: template.id, rows };
    const answer = await post(batch);
    expect(answer.status).toBe(200);
    const { problems } = await check('batch.yaml', JSON.stringify(batch, null, 1));
    const found = rows.map((_, index) => {
      const first = problems.find(({ path, message }) => `${path} ${message}`.startsWith(`rows[${index}]`));
      return first === undefined ? undefined : { code: first.code, message: first.message };
    });
    expect(found).toEqual(answer.body.rows.map(({ error }) => error && { code: error.code, message: error.message }));
  });
});
