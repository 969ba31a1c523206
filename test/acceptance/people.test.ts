import { beforeAll, describe, expect, it } from 'vitest';
import { agreementPdf } from '../support/agreement.js';
import { newEmulatorMachine } from '../support/emulator-machine.js';
import { linesPdf } from '../support/form-pdf.js';
import { shared } from '../support/shared.js';

/** Recipients as people write them: NAME <ADDRESS>, for the only open role of a template or a file. */

const at = shared(newEmulatorMachine);
let template: string;
beforeAll(async () => {
  template = await at.template();
  at.write('order_form-2027-01.pdf', linesPdf([['Order', '{{Signature;role=Buyer;type=signature;required=true}}']]));
  at.write('untagged.pdf', linesPdf([['A page without fields']]));
  at.write('agreement.pdf', agreementPdf());
});

interface Printed {
  readonly title: string;
  readonly recipients: readonly { readonly role: string; readonly name: string; readonly email: string }[];
}

const created = async (...words: readonly string[]): Promise<Printed> =>
  (await at.ok(['envelope', ...words, '--json'])).json<Printed>();
const whoSigns = ({ recipients }: Printed): readonly string[] =>
  recipients.map(({ role, name, email }) => `${role}: ${name} <${email}>`);

const landlord = 'role=Landlord,name=Lerato N,email=l@example.test';
const placed = 'type=signature,role=Client,page=1,x=0.1,y=0.8,w=0.3,h=0.05';

describe('envelope create', () => {
  it('gives the only open role, and keeps the order of --to and --recipient', async () => {
    const first = await created(
      'create',
      '--template',
      template,
      '--to',
      'Thandi M <t@example.test>',
      '--recipient',
      landlord,
    );
    expect(whoSigns(first)).toEqual(['Tenant: Thandi M <t@example.test>', 'Landlord: Lerato N <l@example.test>']);
    const last = await created(
      'create',
      '--template',
      template,
      '--to',
      landlord,
      '--recipient',
      '"M, Thandi" <t@example.test>',
    );
    expect(whoSigns(last)).toEqual(['Landlord: Lerato N <l@example.test>', 'Tenant: M, Thandi <t@example.test>']);
  });

  it('counts the recipients of --input', async () => {
    at.write('body.json', JSON.stringify({ recipients: [{ role: 'Tenant', name: 'A', email: 'a@example.test' }] }));
    const envelope = await created(
      'create',
      '--template',
      template,
      '--input',
      'body.json',
      '--to',
      'B <b@example.test>',
    );
    expect(whoSigns(envelope)).toEqual(['Tenant: A <a@example.test>', 'Landlord: B <b@example.test>']);
  });

  it.each([
    ['two people', ['A <a@example.test>', 'B <b@example.test>']],
    ['one person for two roles', ['A <a@example.test>']],
  ])('refuses %s, names the open roles and shows a line to copy', async (_name, given) => {
    const words = ['envelope', 'create', '--template', template, ...given.flatMap((each) => ['--to', each]), '--json'];
    const ran = await at.run(words);
    expect([ran.code, ran.error().code]).toEqual([2, 'missing_role']);
    expect(ran.error().message).toContain('Open roles: "Tenant", "Landlord".');
    expect(ran.error().hint).toContain('--recipient role=Tenant,name=A,email=a@example.test');
  });

  it('refuses a person for whom no role is left', async () => {
    const tenant = landlord.replace('Landlord', 'Tenant');
    const words = ['envelope', 'create', '--template', template, '--to', tenant, '--to', landlord];
    const ran = await at.run([...words, '--to', 'C <c@example.test>', '--json']);
    expect([ran.code, ran.error().message]).toEqual([2, 'No role is open for "C".']);
  });

  it('gives a role to the person of the flags in every row', async () => {
    at.write('rows.csv', 'Tenant.name,Tenant.email\nA,a@example.test\n');
    const words = ['envelope', 'create', '--template', template, '--rows', 'rows.csv', '--to', 'B <b@example.test>'];
    const ran = await at.ok([...words, '--dry-run', '--json']);
    expect(ran.stdout).toMatch(/"role":\s*"Landlord",\s*"name":\s*"B"/);
  });
});

describe('envelope one-off', () => {
  it('needs a file with fields and one person', async () => {
    const envelope = await created('one-off', 'order_form-2027-01.pdf', '--to', 'Thandi M <t@example.test>');
    expect(envelope.title).toBe('Order form 2027-01');
    expect(whoSigns(envelope)).toEqual(['Buyer: Thandi M <t@example.test>']);
  });

  it('takes the role of --field', async () => {
    const envelope = await created('one-off', 'untagged.pdf', '--to', 'T <t@example.test>', '--field', placed);
    expect(whoSigns(envelope)).toEqual(['Client: T <t@example.test>']);
  });

  it('calls the only person Signer where nothing names a role', async () => {
    const ran = await at.run([
      'envelope',
      'one-off',
      'untagged.pdf',
      '--to',
      'T <t@example.test>',
      '--dry-run',
      '--json',
    ]);
    expect(ran.stdout).toMatch(/"role":\s*"Signer",\s*"name":\s*"T"/);
  });

  it('refuses one person for two roles of the text tags', async () => {
    const ran = await at.run(['envelope', 'one-off', 'agreement.pdf', '--to', 'T <t@example.test>', '--json']);
    expect([ran.code, ran.error().code]).toEqual([2, 'missing_role']);
    expect(ran.error().message).toContain('"Tenant", "Landlord"');
  });
});
