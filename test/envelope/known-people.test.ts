import { afterAll, beforeAll, expect, it } from 'vitest';
import { type EmulatorMachine, newEmulatorMachine, people } from '../support/emulator-machine.js';
import type { Envelope } from '../support/shapes.js';

let at: EmulatorMachine;
let template: string;
beforeAll(async () => {
  at = await newEmulatorMachine();
  template = await at.template();
});
afterAll(() => at.close());

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
    hint: 'Choose one: --recipient "role=Landlord,name=Pieter van Wyk,email=pieter@example.test"',
  });
});
