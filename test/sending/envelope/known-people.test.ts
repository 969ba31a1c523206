import { beforeAll, expect, it } from 'vitest';
import { newEmulatorMachine, people } from '../../support/emulator-machine.js';
import type { Envelope } from '../../support/shapes.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
let template: string;
beforeAll(async () => {
  template = await at.template();
});

it('names who is alone in a role of a file of people, and asks which of several', async () => {
  const office = (more = ''): string =>
    at.write(
      'office.csv',
      `role,name,email\nlandlord,Pieter van Wyk,pieter@example.test\nAgent,A,a@example.test\n${more}`,
    );
  const words = ['envelope', 'create', '--template', template, ...people.slice(0, 2), '--people', office()];
  const { recipients } = (await at.ok(words)).json<Envelope>();
  expect(recipients.map(({ role, name }) => [role, name])).toEqual([
    ['Tenant', 'Thandi Mokoena'],
    ['Landlord', 'Pieter van Wyk'],
  ]);
  office('Landlord,Ben,ben@example.test\n');
  const several = await at.run([...words, '--json']);
  expect(several.error()).toMatchObject({
    exit_code: 2,
    message: 'office.csv has 2 people for role "Landlord".',
    hint: "Choose one: --recipient 'role=Landlord,name=Pieter van Wyk,email=pieter@example.test'",
  });
});

it('takes somebody who stands in the file twice, and suggests nothing that a shell would run', async () => {
  const line = 'Landlord,"$(id), `id`",l@example.test\n';
  const file = at.write('twice.csv', `role,name,email\n${line}${line}`);
  const words = ['envelope', 'create', '--template', template, ...people.slice(0, 2), '--people', file];
  expect((await at.ok(words)).json<Envelope>().recipients).toHaveLength(2);
  at.write('twice.csv', `role,name,email\n${line}Landlord,Ben,ben@example.test\n`);
  expect((await at.run([...words, '--json'])).error()).toMatchObject({
    hint: `Choose one: --recipient 'role=Landlord,name="$(id), \`id\`",email=l@example.test'`,
  });
});
