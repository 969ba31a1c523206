import { expect, it } from 'vitest';
import { sale } from '../../support/documents/sale-form.js';
import { twoPeople } from '../../support/program/two-people.js';
import { shared } from '../../support/shared.js';

const two = shared(twoPeople);

it('“Save the proposals” saves what was shown, and leaves the decision of a colleague alone', async () => {
  const { ann, ben } = two;
  const { id } = await two.template(sale());
  const argv = ['envelope', 'create', '--template', id, '--interactive', '--plain', '--yes'];
  const leave = new AbortController();
  const { terminal, ended } = ann.machine.start(argv, { terminal: true, signal: leave.signal });
  await expect.poll(() => terminal.stderr()).toContain('Continue without changes');
  const [seller] = await two.people(id);
  const decision = ['--decision', 'signer', '--role-name', 'Vendor'];
  await ben.ok(['template', 'decide', id, seller!.id, ...decision]);
  terminal.type('1\n');
  await expect.poll(() => terminal.stderr()).toMatch(/THE PURCHASER: |Saved: THE PURCHASER/);
  expect(terminal.stderr()).toContain('THE SELLER has changed since it was shown: decided as Vendor');
  expect(terminal.stderr()).not.toContain('Saved: THE SELLER');
  leave.abort();
  await ended;
  const [now] = await two.people(id);
  expect(now?.current.role_name).toBe('Vendor');
});

it('“Save the proposals” saves all people when nothing was changed', async () => {
  const { id } = await two.template(sale());
  const argv = ['envelope', 'create', '--template', id, '--interactive', '--plain', '--yes'];
  const ran = await two.ann.machine.run(argv, { terminal: true, stdin: '1\n' });
  expect(ran.stderr).toContain('Saved: THE SELLER.');
  expect(ran.stderr).toContain('Saved: THE PURCHASER.');
  const { fields } = await two.read(id);
  const details = (await two.people(id)).flatMap(({ fields: own, current }) =>
    own
      .filter(({ kind }) => kind === 'data')
      .map((each) => [fields.find((field) => field.id === each.id)?.role, current]),
  );
  expect(details.length).toBeGreaterThan(1);
  for (const [role, current] of details) expect(role).toBe((current as { role_name: string }).role_name);
});

it('“Save the proposals” goes on after a lost response, without a second decision', async () => {
  const { ann } = two;
  const { id } = await two.template(sale());
  const fault = { operation: 'decideTemplatePerson', drop_after_commit: true, count: 1 };
  await two.emulator.control('POST /_emulator/faults/operations', fault);
  const argv = ['envelope', 'create', '--template', id, '--interactive', '--plain', '--yes'];
  const ran = await ann.machine.run(argv, { terminal: true, stdin: '1\n1\n' });
  expect(ran.stderr).toMatch(/Not connected; nothing is lost\.[\s\S]*Saved: THE SELLER\.[\s\S]*Saved: THE PURCHASER\./);
});
