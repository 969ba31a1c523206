import { expect, it } from 'vitest';
import { newEmulatorMachine, people } from '../../support/emulator-machine.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
const long = 'Thandiwe Nomvula van der Merwe-Mokoena '.repeat(12).trim();
const name = (text: string) => ['--value', `tenant.person.full_name=${text}`];

it('a dry run and the first sending say which answer is printed small, and send all the same', async () => {
  const template = await at.template();
  const words = ['envelope', 'create', '--template', template, ...people];
  const short = await at.ok([...words, ...name('Thandi Mokoena'), '--dry-run'], { terminal: true });
  expect(short.stderr).not.toContain('less than 6 points');
  const foreseen = await at.ok([...words, ...name(long), '--dry-run'], { terminal: true });
  expect(foreseen.stderr).toMatch(/less than 6 points only\.[^“]*:\n {2}“Full name” on page 1\n/);
  const sent = await at.ok([...words, ...name(long), '--send', '--yes'], { terminal: true });
  expect(sent.stderr).toMatch(/less than 6 points only/);
});

it('the rows of a file are named by their numbers', async () => {
  const columns = 'Tenant.name,Tenant.email,Landlord.name,Landlord.email,tenant.person.full_name';
  const row = (answer: string) => `A,a@example.test,B,b@example.test,${answer}`;
  at.write('rows.csv', [columns, row('Thandi'), row(long), ''].join('\n'));
  const words = ['envelope', 'create', '--template', await at.template(), '--rows', 'rows.csv', '--dry-run'];
  const ran = await at.ok(words, { terminal: true });
  expect(ran.stderr).toMatch(/:\n {2}Row 2: “[^”]+” on page 1\n/);
  expect(ran.stderr).not.toContain('Row 1');
});
