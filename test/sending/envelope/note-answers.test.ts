import { expect, it } from 'vitest';
import { newEmulatorMachine, people } from '../../support/emulator-machine.js';
import { linesPdf } from '../../support/form-pdf.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
const long = 'Thandiwe Nomvula van der Merwe-Mokoena '.repeat(4).trim();
const endless = 'Thandiwe Nomvula van der Merwe-Mokoena '.repeat(60).trim();
const name = (text: string) => ['--value', `tenant.person.full_name=${text}`];
const small = /less than 6 points only\.[^“]*:\n {2}“Full name” on page 1\n/;
const cut = /cut there, and listed in full on the\s+certificate page\.[^“]*:\n {2}“Full name” on page 1\n/;

it('every creation says which answer is printed small or cut, and goes on all the same', async () => {
  const words = ['envelope', 'create', '--template', await at.template(), ...people];
  const said = async (...more: readonly string[]) => (await at.ok([...words, ...more], { terminal: true })).stderr;
  expect(await said(...name('Thandi Mokoena'), '--dry-run')).not.toMatch(/points|certificate/);
  for (const more of [['--dry-run'], ['--send', '--yes'], ['--send', '--yes'], []]) {
    expect(await said(...name(long), ...more)).toMatch(small);
    const shortened = await said(...name(endless), ...more);
    expect([shortened, shortened.includes('6 points')]).toEqual([expect.stringMatching(cut), false]);
  }
});

it('a check of values says the same, and finds no problem', async () => {
  const id = await at.template();
  for (const [text, words] of [
    [long, small],
    [endless, cut],
  ] as const) {
    at.write('values.yaml', `tenant:\n  person.full_name: ${text}\n`);
    const ran = await at.ok(['values', 'check', 'values.yaml', '--template', id], { terminal: true });
    expect([ran.stdout, ran.stderr]).toEqual([
      expect.stringContaining('No problems found.'),
      expect.stringMatching(words),
    ]);
  }
});

it('an envelope without a template says it of its documents', async () => {
  at.write(
    'card.pdf',
    linesPdf([['{{Full name;role=Tenant;type=text;key=person.full_name}}', '{{Sign;role=Tenant;type=signature}}']]),
  );
  const words = ['envelope', 'one-off', 'card.pdf', '--to', 'Thandi <t@example.test>'];
  for (const more of [['--dry-run'], ['--send', '--yes'], []]) {
    const ran = await at.ok([...words, '--value', `.person.full_name=${endless}`, ...more], { terminal: true });
    expect(ran.stderr, more.join(' ')).toMatch(cut);
  }
});

it('says it of combs, low fields, several lines, and what a recipient is called, as they are sealed', async () => {
  const order = ['Address', 'Comb', 'Low', 'Name', 'Fine'];
  const place = (type: string, label: string, w: number, h: number, more = {}) => ({
    page: 1,
    type,
    label,
    role: 'Tenant',
    ...more,
    rect: { x: 0.1, y: 0.1 + 0.08 * order.indexOf(label), w: w / 595, h: h / 842 },
  });
  const key = (name: string) => ({ key: `form.${name}` });
  const fields = [
    place('text', 'Address', 70, 26, key('address')),
    place('text', 'Comb', 200, 20, { comb: true, max_length: 6, ...key('comb') }),
    place('text', 'Low', 60, 7.3, key('low')),
    place('signer_name', 'Name', 90, 9),
    place('text', 'Fine', 60, 16, { multiline: true, ...key('fine') }),
    { page: 1, type: 'signature', label: 'Sign', role: 'Tenant', rect: { x: 0.1, y: 0.8, w: 0.3, h: 0.05 } },
  ];
  at.write('small.json', JSON.stringify(fields));
  at.write('small.pdf', linesPdf([['A form']]));
  await at.ok(['template', 'prepare', 'small.pdf', '--fields', 'small.json', '-o', 'prepared.pdf']);
  const id = (await at.ok(['template', 'create', 'prepared.pdf', '-q'])).stdout.trim();
  const values = { address: '12 Langenhoven Street, Pietermaritzburg, 3201 KwaZulu', comb: 'Mokoena', low: 'Sipho' };
  const given = Object.entries({ ...values, fine: 'Sipho' }).flatMap(([name, text]) => [
    '--value',
    `.form.${name}=${text}`,
  ]);
  const to = ['--to', 'role=Tenant,name=Thandiwe Nomvula van der Merwe,email=t@example.test'];
  const words = ['envelope', 'create', '--template', id, ...to, ...given];
  for (const more of [['--dry-run'], ['--send', '--yes'], ['--send', '--yes']]) {
    const { stderr } = await at.ok([...words, ...more], { terminal: true, columns: 200 });
    expect(stderr).toMatch(/certificate page\.[^“]*\n {2}“Comb” on page 1\n/);
    expect(stderr.split('6 points only')[1]?.match(/“\w+”/gu)).toEqual(['“Address”', '“Low”', '“Name”']);
  }
  expect((await at.ok(['envelope', 'create', '--template', id, ...to], { terminal: true })).stderr).toContain('“Name”');
});

it('the rows of a file and of a plan are named by their numbers', async () => {
  const columns = 'Tenant.name,Tenant.email,Landlord.name,Landlord.email,tenant.person.full_name';
  const row = (answer: string) => `A,a@example.test,B,b@example.test,${answer}`;
  at.write('rows.csv', [columns, row('Thandi'), row(long), ''].join('\n'));
  const from = ['--template', await at.template(), '--rows', 'rows.csv'];
  for (const words of [
    ['create', ...from, '--dry-run'],
    ['plan', ...from, '-o', 'plan.json'],
    ['run', 'plan.json', '--dry-run'],
  ]) {
    const ran = await at.ok(['envelope', ...words], { terminal: true });
    expect(ran.stderr).toMatch(/:\n {2}Row 2: “[^”]+” on page 1\n/);
    expect(ran.stderr).not.toContain('Row 1');
  }
});

it('says who would be their own witness, by name or address, of every creation, row and plan', async () => {
  const file = (line: string, role: string) => [line, `{{${role} signs;role=${role};type=signature}}`];
  at.write('deed.pdf', linesPdf([file('Deed', 'Tenant'), file('As witness', 'Witness')]));
  const id = (await at.ok(['template', 'create', 'deed.pdf', '-q'])).stdout.trim();
  const [thandi, sipho] = ['Thandi M,thandi@example.test', 'Sipho D,sipho@example.test'];
  const deed = (tenant: string, witness: string, ...more: readonly string[]) =>
    ['envelope', 'create', '--template', id, ...more].concat(
      [`role=Tenant,name=${tenant}`, `role=Witness,name=${witness}`].flatMap((words) => {
        return ['--to', words.replace(/,(?=[^,]*$)/, ',email=')];
      }),
    );
  const own = /A witness has the name or address of somebody whose\s+signature they witness\./;
  for (const more of [['--dry-run'], [], ['--send', '--yes'], ['--send', '--yes']]) {
    for (const witness of ['thandi m,other@example.test', 'Amina,THANDI@example.test']) {
      const said = (await at.ok(deed(thandi, witness, ...more), { terminal: true, columns: 200 })).stderr;
      expect(said).toMatch(own);
      expect(said).toContain('  Tenant: Thandi M <thandi@example.test>; Witness: ');
    }
    expect((await at.ok(deed(thandi, sipho, ...more), { terminal: true })).stderr).not.toMatch(own);
  }
  at.write(
    'deeds.csv',
    `Tenant.name,Tenant.email,Witness.name,Witness.email\n${sipho},${thandi}\n${thandi},${thandi}\n`,
  );
  for (const words of [
    ['create', '--dry-run'],
    ['plan', '-o', 'deeds.json'],
  ]) {
    const ran = await at.ok(['envelope', ...words, '--template', id, '--rows', 'deeds.csv'], { terminal: true });
    expect(ran.stderr).toMatch(/Row 2: Tenant: Thandi M /);
    expect(ran.stderr).not.toContain('Row 1');
  }
});

it('says that two witnesses are one person, who signs nothing that they witness themselves', async () => {
  at.write('two.pdf', linesPdf([['Witness', 'Second witness'].map((role) => `{{Sign;role=${role};type=signature}}`)]));
  const id = (await at.ok(['template', 'create', 'two.pdf', '-q'])).stdout.trim();
  const one = ['Witness', 'Second witness'].flatMap((role) => ['--to', `role=${role},name=Amina,email=a@example.test`]);
  const words = ['envelope', 'create', '--template', id, ...one, '--dry-run'];
  const { stderr } = await at.ok(words, { terminal: true, columns: 200 });
  expect(stderr).toMatch(
    /Two witnesses have one name or address\.[^:]*:\n {2}Witness: Amina <a@example.test>; Second /,
  );
  expect(stderr).not.toContain('signature they witness');
});

it('a value that fills several fields is said before the first sending, and not again', async () => {
  at.write(
    'twice.pdf',
    linesPdf([
      ['{{Address of the body;role=Signer;type=text;key=contact.address}}'],
      ['{{Your address;role=Signer;type=text;key=contact.address}}', '{{Sign;role=Signer;type=signature}}'],
    ]),
  );
  const template = (await at.ok(['template', 'create', 'twice.pdf', '-q'])).stdout.trim();
  const words = ['envelope', 'create', '--template', template, '--to', 'Thandi <t@example.test>'];
  const value = ['--value', '.contact.address=1 Long Street'];
  const fills =
    'One value fills several fields. Is it meant for each of them?\n' +
    '  .contact.address: “Address of the body” on page 1 and “Your address” on page 2\n';
  for (const more of [['--dry-run'], ['--send', '--yes']]) {
    expect((await at.ok([...words, ...value, ...more], { terminal: true })).stderr).toContain(fills);
  }
  expect((await at.ok([...words, '--dry-run'], { terminal: true })).stderr).not.toContain('several fields');
  const again = await at.ok([...words, ...value, '--send', '--yes'], { terminal: true });
  expect(again.stderr).not.toContain('several fields');
});

it('a dry run refuses characters that cannot be drawn, as the service does', async () => {
  const zebra = ['--value', '.person.full_name=🦓 Ltd'];
  const create = ['envelope', 'create', '--template', await at.template(), ...people, ...name('🦓 Ltd')];
  const oneOff = ['envelope', 'one-off', 'card.pdf', '--to', 'Thandi <t@example.test>', ...zebra];
  for (const words of [create, oneOff]) {
    const ran = await at.run([...words, '--dry-run', '--json']);
    expect([ran.code, ran.error().code]).toEqual([5, 'cannot_be_drawn']);
  }
});
