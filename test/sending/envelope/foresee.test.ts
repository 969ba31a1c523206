import { expect, it } from 'vitest';
import { newEmulatorMachine, people } from '../../support/emulator-machine.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);

it('a dry run of a batch foresees the refusals row by row', async () => {
  const columns = 'Tenant.name,Tenant.email,Landlord.name,Landlord.email,tenant.no.such';
  at.write('rows.csv', [columns, 'A,a@example.test,B,b@example.test,', 'C,c@example.test,,,1', ''].join('\n'));
  const words = ['envelope', 'batch', '--template', await at.template(), '--input', 'rows.csv', '--dry-run'];
  const ran = await at.run(words);
  expect(ran.code).toBe(5);
  expect(ran.stdout).toContain('/api/v1/envelopes/batches');
  expect(ran.stderr).toMatch(
    /would refuse 1 of 2 rows:\n {2}Row 2: recipients must name somebody [^\n]*\(recipient_role_missing\)\n {2}Row 2: values\[0\]/,
  );
  at.write('rows.csv', [columns, 'A,a@example.test,B,b@example.test,', ''].join('\n'));
  expect((await at.run(words)).code).toBe(0);
});

it('a dry run of a one-off envelope foresees what its own documents rule out, as the service does', async () => {
  const words = ['envelope', 'one-off', 'agreement.pdf', '--title', 'Lease', ...people];
  const wrong = [...words.slice(0, -2), '--value', 'tenant.no.such=1', '--json'];
  const foreseen = await at.run([...wrong, '--dry-run']);
  expect([foreseen.code, foreseen.error().code]).toEqual([5, 'recipient_role_missing']);
  expect(foreseen.error()).toMatchObject({
    problems: [{ code: 'recipient_role_missing' }, { code: 'value_address_unknown' }],
  });
  const refused = await at.run(wrong);
  expect([refused.code, refused.error().code]).toEqual([5, 'recipient_role_missing']);
  expect((await at.run([...words, '--dry-run'])).code).toBe(0);
});

it('a dry run of a one-off envelope takes placed fields and the first signer for what names no role', async () => {
  at.write('plain.pdf', (await import('../../support/form-pdf.js')).linesPdf([['A page without fields']]));
  const words = ['envelope', 'one-off', 'plain.pdf', '--title', 'NDA', '--recipient', people[1]!, '--json'];
  const without = await at.run([...words, '--dry-run']);
  expect([without.code, without.error().code]).toEqual([5, 'template_has_no_fields']);
  expect((await at.run(words)).error().code).toBe('template_has_no_fields');
  const placed = [...words, '--field', 'type=signature,role=Tenant,page=1,x=0.1,y=0.8,w=0.3,h=0.05'];
  expect((await at.run([...placed, '--dry-run'])).code).toBe(0);
  expect((await at.run(placed)).code).toBe(0);
});
