import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { minute, once } from '../../support/emulator.js';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import type { Refused, Template } from '../../support/shapes.js';
import { everyKindTemplate, mistakes, one, person, requestWith, value } from '../../support/documents/values-form.js';
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

const at = shared(newEmulatorMachine);
let template: Template;
let roles: readonly string[];

beforeAll(async () => {
  template = await everyKindTemplate(at.organisation.live);
  roles = [...new Set(template.fields.map(({ role }) => role))];
  at.write('template.json', JSON.stringify(template));
});

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

describe('values check', () => {
  const clock = { now: () => Date.parse('2026-03-02T08:00:00Z'), sleep: () => Promise.resolve() };

  it.each(Object.keys(mistakes))('finds %s, with the code that the emulator refuses with, and where', async (name) => {
    const request = requestWith(mistakes[name]!, roles);
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

  it('lists each problem with its line and column, in the order of the file', async () => {
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
    const ran = await at.run(argv, { terminal: true, columns: 200 });
    expect(ran.code).toBe(5);
    expect(ran.stdout.split('\n').slice(0, 6)).toEqual([
      'many.yaml:3:5: error: key "person.fullname" of the subject "tenant" names no field of the template. ' +
        'Did you mean "person.full_name"? (value_address_unknown)',
      'many.yaml:5:18: error: value contains the character U+1F993, which cannot be drawn into the PDF. (cannot_be_drawn)',
      'many.yaml:6:14: error: value must be true or false: "Pets" is a tickbox field. (invalid_request)',
      'many.yaml:7:1: error: subject "tennant" is not declared on the template. Did you mean "tenant"? ' +
        '(value_subject_unknown)',
      'many.yaml:8:1: error: invalid address `lonely`; use subject.key. (file_invalid)',
      'many.yaml:4:17: warning: value must be a date such as 2026-12-01 ("Date of birth"); as it is, it is left to the ' +
        'signer to correct. (left_to_correct)',
    ]);
    const places = 'many.yaml:3:5\nmany.yaml:5:18\nmany.yaml:6:14\nmany.yaml:7:1\nmany.yaml:8:1\n';
    expect((await at.run([...argv, '-q'])).stdout).toBe(places);

    at.write('broken.yaml', '"lonely\\nmany.yaml:1:1: error: no": y');
    const one = await at.run(['values', 'check', 'broken.yaml', '--template', 'template.json'], { terminal: true });
    expect(one.stdout).not.toMatch(/^many/m);
  });

  it('locates CSV cells and properties of a request body, and refers to other lines by number', async () => {
    const csv = await check(
      'cells.csv',
      'subject,key,value,locked\ntenant,bank.name,Nedbank,yes\n,lease.pets,often,no\n',
    );
    expect(csv.problems.map(({ line, column, code }) => [line, column, code])).toEqual([
      [3, 3, 'invalid_request'],
      [2, 3, 'locked_answer_unusable'],
    ]);
    at.write('twice.yaml', 'values:\n  - { key: lease.pets, value: true }\n  - { key: lease.pets, value: false }\n');
    const seen = await at.run(['values', 'check', 'twice.yaml', '--template', 'template.json'], { terminal: true });
    expect(seen.stdout).toContain('twice.yaml:3:5: error: value names the same address as line 2.');
  });

  it('checks every row of a batch, and --recipient with a values file', async () => {
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

  it.each([
    ['an address', 'tenant.person.fullname', 'value_address_unknown', /^tenant.person.fullname: .*Did you mean/],
    ['a role', 'Tennant.name,Tennant.email', 'recipient_role_unknown', /^Tennant.name: .*Did you mean "Tenant"/],
    ['a column', 'titel', 'file_invalid', /^unknown column `titel`.*Did you mean "title"/],
  ])('tells a wrong name of %s in a sheet once, where the header has it', async (_, columns, code, words) => {
    const names = roles.filter((role) => !columns.startsWith('Ten') || role !== 'Tenant');
    const people = names.map((role) => `${role}.name,${role}.email`).join(',');
    const cells = 'A,a@example.test'.concat(',B,b@example.test'.repeat(names.length), ',c').split(',');
    const head = `${people},${columns}`;
    const line = cells.slice(0, head.split(',').length).join(',');
    const sheet = await check('sheet.csv', [head, line, line, line].join('\n'));
    const found = sheet.problems.filter((problem) => problem.code === code);
    expect(found.map(({ path, line: at, message }) => [path, at, message])).toEqual([
      ['', 1, expect.stringMatching(words)],
    ]);
    expect(found[0]?.column).toBe(2 * names.length + 1);
    expect(sheet.problems.map((problem) => problem.code)).not.toContain('recipient_role_missing');
    expect(sheet.code).toBe(5);
    const seen = await at.run(['values', 'check', 'sheet.csv', '--template', 'template.json'], {
      terminal: true,
      columns: 300,
    });
    expect(seen.stdout.match(/did you mean/gi)).toHaveLength(1);
  });

  it('measures a deadline by the clock of the service, if that is asked anyway', async () => {
    const now = Date.parse((await at.ok(['emulator', 'clock', 'show', '--jq', '.now'])).stdout.trim());
    const day = 24 * 3_600_000;
    const machine = { ...clock, now: () => now - 200 * day };
    const far = new Date(now + 300 * day).toISOString();
    at.write('far.json', JSON.stringify({ template_id: template.id, recipients: everybody(), expires_at: far }));
    const ofTemplate = (named: string) =>
      at.run(['values', 'check', 'far.json', '--template', named], { clock: machine });
    expect((await ofTemplate(template.id)).code).toBe(0);
    const offline = await ofTemplate('template.json');
    expect([offline.code, offline.stdout]).toEqual([5, expect.stringContaining('at most 365 days ahead')]);
  });

  it('covers more than forty mistakes', () => {
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

describe('valid files', () => {
  it('have no problems, and the emulator accepts them all', async () => {
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

  it('reports what the emulator refuses, with the same code, and nothing else', async () => {
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
