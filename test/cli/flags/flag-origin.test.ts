import { beforeAll, expect, it } from 'vitest';
import { newEmulatorMachine, people } from '../../support/emulator-machine.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
let template: string;

beforeAll(async () => {
  template = await at.template();
});

const tenant = people.slice(0, 2);
const landlord = (text: string): readonly string[] => ['--recipient', text];

it.each([
  [[...tenant, ...landlord('role=Landlrd,name=Ben,email=ben@example.test')], 5, '--recipient role=Landlrd.'],
  [[...tenant, ...landlord('role=Landlord,name=Ben,email=ben')], 2, '--recipient role=Landlord and run'],
  [[...people, '--value', 'tenant.colour=red'], 5, '--value tenant.colour.'],
  [[...people, '--value', "o'neil.colour=red"], 5, "--value 'o'\\''neil.colour'."],
  [[...people, '--expires-in', '400d'], 5, '--expires-in.'],
  [[...people, '--expires-at', '2020-01-01T00:00:00Z'], 5, '--expires-at.'],
  [[...people, '--brand', '6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11'], 5, '--brand.'],
  [[...people, '--title', ' '], 5, '--title.'],
  [[...people, '--title', ' ', '--strict'], 2, '--title and run'],
  [[...people, '--idempotency-key', 'k'.repeat(256)], 2, '--idempotency-key and run'],
])('a refusal names the flag that is to be corrected: %j', async (flags, code, words) => {
  const ran = await at.run(['envelope', 'create', '--template', template, ...flags, '--json']);
  expect([ran.code, ran.error().hint]).toEqual([code, expect.stringContaining(`Correct ${words}`)]);
});

it('a refusal names no flag where the entry may come from a file', async () => {
  at.write('body.json', JSON.stringify({ recipients: [{ role: 'Nobody', name: 'A', email: 'a@example.test' }] }));
  at.write('values.json', JSON.stringify([{ key: 'nothing', value: 'x' }]));
  const create = ['envelope', 'create', '--template', template, '--json', ...people];
  const both = await at.run([...create, '--input', 'body.json']);
  expect([both.code, both.error().message]).toEqual([5, expect.stringContaining('recipients[0].role "Nobody"')]);
  expect(both.error().hint).not.toContain('--recipient');
  const values = await at.run([...create, '--values-file', 'values.json', '--value', 'tenant.colour=red']);
  expect(values.code).toBe(5);
  expect(values.error().hint).not.toContain('--value');
});
