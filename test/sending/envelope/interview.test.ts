import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import type { Ran } from '../../support/program.js';
import { sale } from '../../support/documents/sale-form.js';
import type { Envelope, Template } from '../../support/shapes.js';
import { everyKindTemplate } from '../../support/documents/values-form.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
let template: Template;

beforeAll(async () => {
  template = await everyKindTemplate(at.organisation.live);
});

/** Types the lines one after another; without `open` the terminal is closed after them. */
function talk(lines: readonly string[], more: readonly string[] = []): Promise<Ran> {
  const argv = ['envelope', 'create', '--template', template.id, '--interactive', '--plain', ...more];
  return at.run(argv, { terminal: true, stdin: `${lines.join('\n')}\n` });
}

const people = [
  'Thandi Mokoena',
  't@example.test',
  'Pieter van Wyk',
  'p@example.test',
  'Sam Khumalo',
  's@example.test',
];
/** No copy; the tenant's name and rules, nothing more of theirs; the rent and the start; the payment; no deadline. */
const answers = ['no', 'Thandi Mokoena', '1', 'no', '9500', '2026-12-01', '2', 'yes', '1', '2', '2', ''];

describe('envelope create --interactive', () => {
  it('asks for everybody and everything, and says the command that does the same', async () => {
    const ran = await talk([...people, ...answers, '1']);
    expect(ran.stderr).toContain('Values for Tenant. Leave a field empty to let the signer fill it in.');
    expect(ran.stderr).toContain('Tenant: Thandi Mokoena <t@example.test>');
    expect(ran.stderr).toContain('.payment.method = cash');
    expect(ran.code).toBe(0);
    expect(ran.stdout).toMatch(/^Status +draft$/m);

    const [, line = ''] = /The same as one command:\n +(esign .*)/.exec(ran.stderr) ?? [];
    // The shell itself takes the quotes away.
    const words = execFileSync('sh', ['-c', `esign() { printf '%s\\n' "$@"; }; ${line}`], { encoding: 'utf8' });
    const again = await at.ok([...words.trimEnd().split('\n'), '--dry-run', '--json']);
    const [{ body }] = again.json<{ requests: [{ body: object }] }>().requests;
    expect(body).toMatchObject({
      template_id: template.id,
      values: [
        { subject: 'tenant', key: 'person.full_name', value: 'Thandi Mokoena' },
        { subject: null, key: 'lease.rules_read', value: true },
        { subject: null, key: 'rental.amount', value: '9500' },
        { subject: 'property', key: 'lease.start', value: '2026-12-01' },
        { subject: null, key: 'payment.method', value: 'cash' },
        { subject: null, key: 'payment.water', value: ['water', 'fibre'] },
      ],
    });
  });

  it('offers the people of a file, and remembers new ones in it only when told to', async () => {
    const file = at.write(
      'office.csv',
      'role,name,email\n,Sam Khumalo,s@example.test\nTenant,Thandi Mokoena,t@example.test\n',
    );
    // The tenant is the first choice; the landlord is somebody else, who is remembered; the third one is not.
    const chosen = ['', '', 'Pieter van Wyk', 'p@example.test', 'yes', '4', 'Ann Adams', 'a@example.test', 'no'];
    const ran = await talk([...chosen, ...answers, '1'], ['--people', file]);
    expect(ran.stderr).toMatch(
      /Who signs as Tenant\?\n.*1.*Thandi Mokoena <t@example.test> \(Tenant\)\n.*2.*Sam Khumalo[\s\S]*Enter for 1/,
    );
    expect(ran.code).toBe(0);
    expect(ran.stderr).toContain('Landlord: Pieter van Wyk <p@example.test>');
    const kept = readFileSync(at.path(file), 'utf8').trim().split('\n');
    expect(kept).toHaveLength(4);
    expect(kept.at(-1)).toBe('Landlord,Pieter van Wyk,p@example.test');
  });

  it('keeps nothing of the person who had the role before, and goes on when it cannot remember the new one', async () => {
    const file = at.write('one.csv', 'role,name,email\nTenant,Naledi Khumalo,n@example.test\n');
    const before = 'role=Tenant,name=Ann,email=a@example.test,job_title=Director,external_ref=emp-1,embedded=true';
    // The first answer to change; the first person of the file; then a draft.
    const others = ['2', 'Pieter van Wyk', 'p@example.test', 'no', '2', 'Sam Khumalo', 's@example.test', 'no'];
    const ran = await talk(
      [...others, ...answers, '3', '1', '1', '1'],
      ['--people', file, '--recipient', before, '--json'],
    );
    expect(ran.json<Envelope>().recipients[0]).toMatchObject({
      name: 'Naledi Khumalo',
      email: 'n@example.test',
      embedded: true,
      external_ref: null,
    });
    const nowhere = 'nowhere/office.csv';
    const remembered = people.flatMap((word, index) => (index % 2 === 0 ? [word] : [word, 'yes']));
    const gone = await talk([...remembered, ...answers, '1'], ['--people', nowhere]);
    expect(gone.stderr).toContain('Not saved in nowhere/office.csv.');
    expect(gone.code).toBe(0);
  });

  it('tells what is wrong with an answer and asks again', async () => {
    const wrong = ['', 'Thandi Mokoena', 'thandi', 't@example.test', ...people.slice(2)];
    const ran = await talk([...wrong, ...answers.slice(0, 5), '30/11/2026', ...answers.slice(5), '1']);
    expect(ran.stderr).toContain('It must not be blank.');
    expect(ran.stderr).toContain('It must be an e-mail address.');
    expect(ran.stderr).toContain('It must be a date such as 2026-12-01');
    expect(ran.code).toBe(0);
  });

  it('creates nothing that would be refused: the answer is changed first', async () => {
    const undrawable = answers.with(1, 'Thandi 🦓');
    // Change an answer; the fourth one, after three people; then create a draft.
    const ran = await talk([...people, ...undrawable, '1', '4', 'Thandi Mokoena', '1']);
    expect(ran.stderr).toContain('Invalid: tenant.person.full_name contains the character U+1F993');
    expect(ran.code).toBe(0);
  });

  it('interrupted in the middle creates nothing, keeps the answers, and continues from them', async () => {
    const left = await talk(people.slice(0, 4), ['--save', 'answers.json']);
    expect(left.code).toBe(130);
    expect(left.stdout).toBe('');
    expect(left.stderr).toContain('Your answers are saved in answers.json.');
    expect(statSync(at.path('answers.json')).mode & 0o777).toBe(0o600);
    const kept = JSON.parse(readFileSync(at.path('answers.json'), 'utf8')) as { recipients: readonly object[] };
    expect(kept.recipients).toHaveLength(2);

    const argv = ['--input', 'answers.json', '--save', 'answers.json', '--json'];
    const done = await talk([...people.slice(4), ...answers, '1'], argv);
    expect(done.code).toBe(0);
    expect(done.json<Envelope>().recipients.map(({ name }) => name)).toEqual([
      'Thandi Mokoena',
      'Pieter van Wyk',
      'Sam Khumalo',
    ]);
    const checked = await at.run(['values', 'check', 'answers.json']);
    expect(checked.code).toBe(0);
  });

  it('counts the questions, and a dot leaves all the rest to the signers', async () => {
    const ran = await talk([...people, 'no', 'Thandi Mokoena', '.', '', '1'].toSpliced(8, 1, '4'), ['--json']);
    expect(ran.stderr).toMatch(/^1 of \d+: .*\(tenant\.person\.full_name\)/m);
    expect(ran.stderr).toContain('The signers fill in the remaining fields.');
    expect(ran.code).toBe(0);
    const dotted = await talk([...people, 'no', '.', '', '1'], ['--json']);
    expect([dotted.code, dotted.json<Envelope>().status]).toEqual([0, 'draft']);
  });

  it('takes Ctrl-D at a value as the end of the values, and keeps what was answered', async () => {
    const roles = [...new Set(template.roles.map(({ name }) => name))];
    const named = roles.flatMap((role, number) => [
      '--recipient',
      `role=${role},name=P${number},email=p${number}@example.test`,
    ]);
    const argv = ['envelope', 'create', '--template', template.id, '--interactive', ...named];
    const { terminal, ended } = at.machine.start(argv, { terminal: true, columns: 160 });
    const shown = (text: string) => expect.poll(() => terminal.stderr()).toContain(text);
    await shown('Add a person who gets a copy?');
    terminal.type('\n');
    await shown('1 of ');
    terminal.type('\u0004');
    await shown('Deadline, such as 14d');
    terminal.type('\n');
    await shown('What do you want to do?');
    terminal.type('\n');
    expect(await ended).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Status +draft$/m) });
  }, 30_000);

  it('asks for the deadline, which cannot be added later, unless it was given', async () => {
    const asked = await talk([...people, ...answers.slice(0, -1), 'soon', '10m', '14d', '1'], ['--json']);
    expect(asked.stderr).toContain('It must be a duration such as 14d');
    expect(asked.stderr).toContain('It must be at least 1 hour ahead.');
    const { expires_at: at14 } = asked.json<Envelope>();
    expect(Date.parse(String(at14)) - at.emulator.now()).toBeGreaterThan(13 * 86_400_000);
    const given = await talk([...people, ...answers.slice(0, -1), '1'], ['--expires-in', '3d', '--json']);
    expect(given.json<Envelope>().expires_at).not.toBeNull();
    expect(given.stderr).not.toContain('Deadline, such as');
  });

  it('left without a file says how to go on from there', async () => {
    const left = await talk(people.slice(0, 3));
    expect(left.code).toBe(130);
    expect(left.stderr).toMatch(/To continue, run:\n +esign envelope create .*Thandi Mokoena.* --interactive/);
  });

  it('offers to decide the people of a form, so that no one signs for all of them unasked', async () => {
    at.write('sale.pdf', sale());
    const id = (await at.ok(['template', 'create', 'sale.pdf', '-q'])).stdout.trim();
    const argv = ['envelope', 'create', '--template', id, '--interactive', '--plain'];
    const left = await at.run(argv, { terminal: true, stdin: '3\n' });
    expect(left.stderr).toMatch(
      /3 people on the form are not assigned to a role yet:\n {2}THE SELLER \(page 1\): The seller signs and fills in 2 fields\./,
    );
    expect(left.stderr).toContain('Until then, “Signer” signs in their place.');
    expect(left.stderr).toContain('Name of the signer for Signer');
    const decided = await at.run(argv, { terminal: true, stdin: '1\nThandi Mokoena\nt@example.test\n' });
    expect(decided.stderr).toContain('Name of the signer for Seller');
    const { roles } = (await at.ok(['template', 'get', id, '--json'])).json<Template>();
    expect(roles.map(({ name }) => name)).toEqual(expect.arrayContaining(['Seller', 'Purchaser']));
    expect((await at.run(argv, { terminal: true, stdin: '' })).stderr).not.toContain('not assigned to a role');
    const seller = ['--decision', 'both', '--role-name', 'Seller', '--subject-key', 'seller'];
    await at.ok(['template', 'decide', id, 'Seller', ...seller, '--presence', 'conditional']);
    expect((await at.run(argv, { terminal: true, stdin: '' })).stderr).toMatch(
      /“Seller” is marked as only on some forms,[\s\S]*Name of the signer for Seller/,
    );
  }, 30_000);

  it('leaves a file of somebody else alone, before the first question', async () => {
    at.write('other.json', '{}');
    const ran = await talk(people, ['--save', 'other.json']);
    expect(ran.code).toBe(2);
    expect(readFileSync(at.path('other.json'), 'utf8')).toBe('{}');
    expect(ran.stderr).not.toContain('Name of the signer');
  });

  it('sends when that is chosen', async () => {
    const ran = await talk([...people, ...answers, '2'], ['--json']);
    expect(ran.json<Envelope>().status).toBe('sent');
  });

  it('without a terminal is refused, with the flags to use', async () => {
    const ran = await at.run(['envelope', 'create', '--template', template.id, '--interactive', '--json']);
    expect(ran.code).toBe(2);
    expect(ran.error()).toMatchObject({ code: 'no_terminal', hint: expect.stringContaining('--recipient') });
  });
});
