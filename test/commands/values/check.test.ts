import { cpSync, rmSync, symlinkSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { execa } from 'execa';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { problems as contractProblems } from '../../../src/contract/check.js';
import { operations } from '../../../src/contract/operations.js';
import { minute, once } from '../../support/emulator.js';
import { type EmulatorMachine, newEmulatorMachine } from '../../support/emulator-machine.js';
import type { Refused, Template } from '../../support/shapes.js';
import { everyKindTemplate } from '../../support/values-form.js';

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

let at: EmulatorMachine;
let template: Template;
let roles: readonly string[];

beforeAll(async () => {
  at = await newEmulatorMachine();
  template = await everyKindTemplate(at.organisation.live);
  roles = [...new Set(template.fields.map(({ role }) => role))];
  at.write('template.json', JSON.stringify(template));
});
afterAll(() => at.close());

const person = (role: string): object => ({ role, name: 'Thandi Mokoena', email: 'thandi@example.test' });
const everybody = (): readonly object[] => roles.map(person);

/** What the emulator makes of a request: null when it creates the envelope, else the code it refuses with. */
async function refusalOf(body: object): Promise<{ code: string; message: string } | null> {
  const answer = await at.organisation.live<Refused>(
    'POST /api/v1/envelopes',
    { template_id: template.id, ...body },
    once(),
  );
  if (Number(answer.headers['ratelimit-remaining']) < 5) await at.emulator.advance(minute);
  if (answer.status === 201) return null;
  expect([400, 422]).toContain(answer.status);
  return answer.body.error;
}

async function check(name: string, text: string, more: readonly string[] = []): Promise<Checked & { code: number }> {
  at.write(name, text);
  const ran = await at.run(['values', 'check', name, '--template', 'template.json', '--json', ...more]);
  expect([0, 5]).toContain(ran.code);
  return { ...ran.json<Checked>(), code: ran.code };
}

const value = (address: string, given: unknown, locked = false): object => {
  const dot = address.indexOf('.');
  return { subject: dot === 0 ? null : address.slice(0, dot), key: address.slice(dot + 1), value: given, locked };
};
const one = (address: string, given: unknown, locked = false): object => ({ values: [value(address, given, locked)] });
const people = (...recipients: readonly unknown[]): object => ({ recipients });

/** Each is a request that would be right but for one mistake. */
const mistakes: Readonly<Record<string, object>> = {
  'an unknown subject': one('tennant.person.full_name', 'x'),
  'an unknown subject in another case': one('Tenant.person.full_name', 'x'),
  'a subject that is a role': one('Landlord.person.full_name', 'x'),
  'an unknown key': one('tenant.person.fullname', 'x'),
  'an unknown key of the signer': one('.lease.petz', true),
  'a key in another case': one('tenant.Person.full_name', 'x'),
  'a key under the wrong subject': one('property.person.full_name', 'x'),
  'a key without its subject': one('.person.full_name', 'x'),
  'a signer’s key under a subject': one('tenant.lease.pets', true),
  'a field’s label for its key': one('tenant.Full name', 'x'),
  'a signature': one('.signatory.signature', 'T. Mokoena'),
  initials: one('.signatory.initials', 'TM'),
  'a signing date': one('.signatory.date', '2026-01-01'),
  'a signer’s name': one('.signatory.name', 'Thandi'),
  'a signer’s e-mail': one('.signatory.mail', 't@example.test'),
  'a locked title': one('.signatory.title', 'Director', true),
  'a locked company': one('.signatory.company', 'Khumalo Homes', true),
  'a text for a tickbox': one('.lease.pets', 'yes'),
  'a list for a tickbox': one('.lease.pets', ['yes']),
  'true for a text': one('tenant.person.full_name', true),
  'a list for a text': one('tenant.contact.phone', ['082', '083']),
  'false for a date': one('tenant.person.birth_date', false),
  'true for a dropdown': one('tenant.bank.name', true),
  'a locked empty required text': one('tenant.person.full_name', '', true),
  'a locked blank required text': one('.rental.amount', '  ', true),
  'a locked nothing for a required date': one('property.lease.start', null, true),
  'a locked required box, not ticked': one('.lease.rules_read', false, true),
  'a locked question without its answer': one('.payment.method', null, true),
  'a locked question with an empty list': one('.payment.method', [], true),
  'a locked question that is false': one('.payment.method', false, true),
  'a locked option that a dropdown lacks': one('tenant.bank.name', 'Nedbank', true),
  'a locked option in another case': one('tenant.bank.name', 'fnb', true),
  'a locked option that a question lacks': one('.payment.method', 'barter', true),
  'a locked option that a group lacks': one('.payment.water', ['water', 'gas'], true),
  'a locked date that does not exist': one('tenant.person.birth_date', '1990-02-30', true),
  'a locked date the other way round': one('tenant.person.birth_date', '30/11/1990', true),
  'two answers to a question that takes one': one('.payment.method', ['eft', 'cash']),
  'two locked answers to it': one('.payment.method', ['eft', 'cash'], true),
  'true for a question of two boxes': one('.payment.method', true),
  'an address named twice': { values: [value('.lease.pets', true), value('.lease.pets', false)] },
  'an address named twice, once with a null subject': {
    values: [value('.lease.pets', true), { key: 'lease.pets', value: true }],
  },
  'an emoji': one('tenant.person.full_name', 'Thandi 🦓'),
  'a control character': one('tenant.contact.phone', '082\u0007'),
  'a title that cannot be drawn': { title: 'Lease 🏠' },
  'a value without a key': { values: [{ subject: null, value: 'x' }] },
  'a value with an empty key': { values: [{ subject: null, key: '', value: 'x' }] },
  'a value without a value': { values: [{ subject: null, key: 'lease.pets' }] },
  'a value that is a number': { values: [{ subject: null, key: 'rental.amount', value: { rand: 1 } }] },
  'a property that values do not have': { values: [{ key: 'lease.pets', value: true, lock: true }] },
  'locked that is neither true nor false': { values: [{ key: 'lease.pets', value: true, locked: 'yes' }] },
  'values that are no list': { values: { tenant: 'x' } },
  'a role that the template lacks': { extra: person('Tennant') },
  'a role in another case': { extra: person('tenant') },
  'a role held twice': { extra: person('Tenant') },
  'a role without anybody': people(person('Tenant')),
  'nobody at all': people(),
  'an e-mail without its domain': people({ role: 'Tenant', name: 'T', email: 'thandi@example' }),
  'an e-mail with a space': people({ role: 'Tenant', name: 'T', email: 'thandi m@example.test' }),
  'a recipient without a name': people({ role: 'Tenant', email: 'thandi@example.test' }),
  'a blank name': people({ role: 'Tenant', name: ' ', email: 'thandi@example.test' }),
  'a name that cannot be drawn': people({ role: 'Tenant', name: 'T 🦓', email: 'thandi@example.test' }, 'rest'),
  'a property that recipients do not have': people({ ...person('Tenant'), phone: '082' }),
  'a deadline that is too near': { expires_at: '2026-03-02T08:30:00Z' },
  'a deadline that is too far': { expires_at: '2027-06-01T08:00:00Z' },
  'a deadline without a zone': { expires_at: '2026-03-20T08:00:00' },
  'a property that requests do not have': { deadline: '2026-03-20' },
};

/** The request with the one mistake: everybody is there, unless the mistake says otherwise. */
function requestWith({ extra, recipients, ...rest }: { extra?: object; recipients?: readonly unknown[] }): object {
  const others = (): readonly object[] => everybody().slice(1);
  const given = recipients?.flatMap((each) => (each === 'rest' ? others() : [each]));
  return { recipients: given ?? [...everybody(), ...(extra === undefined ? [] : [extra])], ...rest };
}

describe('values check', () => {
  const clock = { now: () => Date.parse('2026-03-02T08:00:00Z'), sleep: () => Promise.resolve() };

  it.each(Object.keys(mistakes))('finds %s, with the code that the emulator refuses with, and where', async (name) => {
    const request = requestWith(mistakes[name]!);
    const refusal = await refusalOf(request);
    expect(refusal).not.toBeNull();
    at.write('mistake.json', JSON.stringify(request, null, 2));
    const argv = ['values', 'check', 'mistake.json', '--template', 'template.json', '--json'];
    const ran = await at.run(argv, { clock });
    const { problems } = ran.json<Checked>();
    expect({ exit: ran.code, code: problems[0]?.code }).toEqual({ exit: 5, code: refusal!.code });
    expect(problems[0]!.message).toBe(refusal!.message);
    expect(problems.filter(({ line, column }) => line === null || column === null)).toEqual([]);
  });

  it('names each with its line and column, in the order of the file', async () => {
    const lines = [
      'tenant:',
      '  person:',
      '    fullname: Thandi',
      '    birth_date: 2026-02-30',
      '  contact.phone: "082 🦓"',
      '.lease.pets: perhaps',
      'tennant.person.full_name: x',
      'lonely: y',
    ];
    at.write('many.yaml', lines.join('\n'));
    const argv = ['values', 'check', 'many.yaml', '--template', 'template.json'];
    const ran = await at.run(argv, { terminal: true });
    expect(ran.code).toBe(5);
    expect(ran.stdout.split('\n').slice(0, 6)).toEqual([
      'many.yaml:3:5: refused: key "person.fullname" of the subject "tenant" names no field of the template. ' +
        'Did you mean "person.full_name"? (value_address_unknown)',
      'many.yaml:5:18: refused: value contains the character U+1F993, which cannot be drawn into the PDF. (cannot_be_drawn)',
      'many.yaml:6:14: refused: value must be true or false: "Pets" is a tickbox field. (invalid_request)',
      'many.yaml:7:1: refused: subject "tennant" is not declared on the template. Did you mean "tenant"? ' +
        '(value_subject_unknown)',
      'many.yaml:8:1: refused: `lonely` is no address: write subject and data key with a dot between. (file_invalid)',
      'many.yaml:4:17: warning: value must be a date such as 2026-12-01 ("Date of birth"); as it is, it is left to the ' +
        'signer to correct. (left_to_correct)',
    ]);
    const places = 'many.yaml:3:5\nmany.yaml:5:18\nmany.yaml:6:14\nmany.yaml:7:1\nmany.yaml:8:1\n';
    expect((await at.run([...argv, '-q'])).stdout).toBe(places);
  });

  it('knows where a cell of CSV and a property of a request stand, and names another line by its number', async () => {
    const csv = await check('cells.csv', 'subject,key,value,locked\ntenant,bank.name,Nedbank,yes\n,lease.pets,x,no\n');
    expect(csv.problems.map(({ line, column, code }) => [line, column, code])).toEqual([
      [3, 3, 'invalid_request'],
      [2, 3, 'locked_answer_unusable'],
    ]);
    at.write('twice.yaml', 'values:\n  - { key: lease.pets, value: true }\n  - { key: lease.pets, value: false }\n');
    const seen = await at.run(['values', 'check', 'twice.yaml', '--template', 'template.json'], { terminal: true });
    expect(seen.stdout).toContain('twice.yaml:3:5: refused: value names the same address as line 2.');
  });

  it('judges every row of a batch, and people given beside a file of values', async () => {
    const rows = [{ recipients: everybody() }, { recipients: everybody(), ...one('.no.such', 'x') }];
    const batch = await check('rows.json', JSON.stringify({ rows }, null, 1));
    expect(batch.problems.map(({ path }) => path)).toEqual(['rows[1].values[0].key']);
    const flags = ['--recipient', 'role=Nobody,name=T,email=t@example.test'];
    const { problems } = await check('none.yaml', '[]\n', flags);
    expect(problems.map(({ code }) => code)).toEqual([
      'recipient_role_unknown',
      ...roles.map(() => 'recipient_role_missing'),
    ]);
  });

  const rowsIn = (checked: Checked): readonly (readonly unknown[])[] =>
    checked.problems.map(({ line, column, code, path }) => [line, column, code, path]);

  it('judges rows of CSV and NDJSON at their cells, and those that can be read beside one that cannot', async () => {
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
      [4, head.length + 1, 'value_address_unknown', 'rows[2].values[0].key'],
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

  it('judges the deadline of a whole batch, and says of a file of names that it holds no values', async () => {
    const text = `expires_at: 2020-01-01T00:00:00Z\nrows: ${JSON.stringify([{ recipients: everybody() }])}\n`;
    expect(rowsIn(await check('late.yaml', text))).toEqual([[1, 13, 'invalid_request', 'expires_at']]);
    await at.ok(['template', 'pull', template.id, '-o', 'names.yaml']);
    const names = await at.run(['values', 'check', 'names.yaml', '--template', 'template.json', '--json']);
    expect([names.code, names.error().message]).toEqual([2, 'names.yaml holds the names of a template, not values.']);
  });

  it('tells the rest where what can be drawn cannot be found out, and is no success then', async () => {
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

  it('knows of more than forty mistakes', () => {
    expect(Object.keys(mistakes).length).toBeGreaterThanOrEqual(40);
  });
});

const words = fc.constantFrom('Thandi Mokoena', 'Zoë van Wyk', 'Ncapayi & Seuns', '12 Kerk St.', '0821234567', '');
const days = fc.constantFrom('1990-11-30', '2024-02-29', '2026-12-01');
/** By address: what each field takes, locked or not. */
const good: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  'tenant.contact.phone': words,
  'tenant.person.birth_date': days,
  'tenant.bank.name': fc.constantFrom('FNB', 'Absa', 'Capitec'),
  '.lease.pets': fc.boolean(),
  '.payment.water': fc.subarray(['water', 'power', 'fibre']),
  'tenant.person.full_name': fc.constantFrom('Thandi Mokoena', 'Zoë van Wyk'),
  '.lease.rules_read': fc.constant(true),
  '.payment.method': fc.constantFrom('eft', 'cash'),
  '.rental.amount': fc.constantFrom('8500.00', '9 500'),
  'property.lease.start': days,
};
const goodValues = fc
  .record(good, { requiredKeys: [] })
  .chain((picked) => fc.tuple(fc.constant(picked), fc.array(fc.boolean(), { minLength: 10, maxLength: 10 })))
  .map(([picked, locks]) =>
    Object.entries(picked).map(([address, given], index) => value(address, given, locks[index])),
  );

/** One set of values in the different ways that it may be written. */
function writeAs(format: number, values: readonly object[]): readonly [name: string, text: string] {
  const list = values as readonly { subject: string | null; key: string; value: unknown; locked: boolean }[];
  switch (format) {
    case 0:
      return ['good.json', JSON.stringify(values)];
    case 1:
      return ['request.yaml', JSON.stringify({ recipients: everybody(), values }, null, 1)];
    case 2: {
      const lines = list.map(({ subject, key, value: given }) => `${subject ?? ''}.${key}: ${JSON.stringify(given)}\n`);
      return ['good.yaml', lines.length === 0 ? '[]\n' : lines.join('')];
    }
    default: {
      const texts = list.filter(({ value: given }) => typeof given === 'string');
      const rows = texts.map(
        ({ subject, key, value: given, locked }) => `${subject ?? ''},${key},"${String(given)}",${locked}\n`,
      );
      return ['good.csv', `subject,key,value,locked\n${rows.join('')}`];
    }
  }
}

describe('what is right', () => {
  it('raises no alarm in any of many files, and the emulator takes them all', async () => {
    const numRuns = Number(process.env['ESIGN_GOOD_FILES'] ?? 30);
    const files = fc.sample(goodValues, { numRuns, seed: 5 });
    for (const [index, values] of files.entries()) {
      const [name, text] = writeAs(index % 4, values);
      const { problems, code } = await check(name, text);
      expect(problems).toEqual([]);
      expect(code).toBe(0);
      expect(await refusalOf({ recipients: everybody(), values })).toBeNull();
    }
  });
});

describe('agreement with the emulator about a batch', () => {
  it('refuses the same rows, each with the same code and message, and takes the others', async () => {
    // What is malformed has the whole batch refused, not one row.
    const isShaped = (row: object): boolean =>
      contractProblems(operations.createEnvelopeBatch.body, { template_id: template.id, rows: [row] }).length === 0;
    const judged = Object.values(mistakes).map(requestWith).filter(isShaped);
    const rows = [{ recipients: everybody() }, ...judged, { recipients: everybody(), ...one('.rental.amount', '1') }];
    expect(rows.length).toBeGreaterThan(30);
    await at.emulator.advance(minute);
    const batch = { template_id: template.id, rows };
    const answer = await at.organisation.live<{ rows: readonly { error?: { code: string; message: string } }[] }>(
      'POST /api/v1/envelopes/batches',
      batch,
      once(),
    );
    expect(answer.status).toBe(200);
    const { problems } = await check('batch.yaml', JSON.stringify(batch, null, 1));
    const found = rows.map((_, index) => {
      const first = problems.find(({ path, message }) => `${path} ${message}`.startsWith(`rows[${index}]`));
      return first === undefined ? undefined : { code: first.code, message: first.message };
    });
    expect(found).toEqual(answer.body.rows.map(({ error }) => error && { code: error.code, message: error.message }));
  });
});

describe('agreement with the emulator', () => {
  const often = <T>(arbitrary: fc.Arbitrary<T>) => ({ weight: 6, arbitrary });
  const anything: fc.Arbitrary<unknown> = fc.oneof(
    often(words),
    often(days),
    often(fc.boolean()),
    often(fc.constant(null)),
    often(fc.constantFrom('FNB', 'eft', 'cash', 'water', 'fnb', '2026-02-30', ' ')),
    { weight: 1, arbitrary: fc.constantFrom('🦓', '\u0300', 'क', 'Ω') },
    often(fc.subarray(['water', 'power', 'eft', 'cash', 'gas', ''])),
    often(fc.string({ unit: 'grapheme-ascii', maxLength: 12 })),
  );
  const address = fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...Object.keys(good)) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '.signatory.title',
        '.signatory.signature',
        '.signatory.date',
        'tenent.a.b',
        '.no.such',
      ),
    },
  );
  const written = fc
    .record({ address, given: anything, right: fc.boolean(), locked: fc.boolean() })
    .chain(({ address: where, given, right, locked }) =>
      (right ? (good[where] ?? fc.constant(given)) : fc.constant(given)).map((chosen) => value(where, chosen, locked)),
    );
  const request = fc.record({
    values: fc.array(written, { maxLength: 4 }),
    change: fc.option(fc.constantFrom('drop', 'double', 'rename', 'copy'), { freq: 6 }),
  });
  const peopleFor = (change: string | null): readonly object[] => {
    switch (change) {
      case 'drop':
        return everybody().slice(1);
      case 'double':
        return [...everybody(), person(roles[0]!)];
      case 'rename':
        return [...everybody(), person('Nobody')];
      case 'copy':
        return [...everybody(), person('cc'), person('cc')];
      default:
        return everybody();
    }
  };

  it('refuses what the emulator refuses, with the same code, and nothing else', async () => {
    const runs = Number(process.env['ESIGN_PROPERTY_RUNS'] ?? 25);
    await fc.assert(
      fc.asyncProperty(request, async ({ values, change }) => {
        const body = { recipients: peopleFor(change), values };
        const refusal = await refusalOf(body);
        const { problems } = await check('any.json', JSON.stringify(body));
        expect(problems[0]?.code ?? null).toBe(refusal?.code ?? null);
        expect(problems[0]?.message ?? null).toBe(refusal?.message ?? null);
      }),
      { numRuns: runs, seed: 20261122 },
    );
  });
});
