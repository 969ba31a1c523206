import { afterAll, expect, it } from 'vitest';
import { flagHabits, flagMeant } from '../../../src/cli/flags/flag-habits.js';
import { newMachine } from '../../support/program.js';

const machine = newMachine();
afterAll(() => machine.remove());

it.each([
  ['emulator start -d', '--detach'],
  ['emulator start --background', '--detach'],
  ['envelope list --format json', '--json'],
  ['envelope list -v', '--debug'],
  ['-v', '--version'],
  ['template list -o json', '--json'],
  ['envelope create --csv rows.csv', '--rows'],
  ['envelope wait 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --until sent --wait 5m', '--max-wait'],
  ['login --with-token', '--api-key-stdin'],
  ['listen --forward localhost:3000', '--forward-to'],
  ['envelope void 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --reason x --force', '--yes'],
])('esign %s: did you mean %s?', async (line, flag) => {
  const { stderr, code } = await machine.run(line.split(' '));
  expect([code, stderr]).toEqual([2, expect.stringContaining(`Did you mean ${flag}?`)]);
});

it.each(['envelope one-off', 'template create', 'pdf verify'])('%s: a file needs no flag', async (command) => {
  const { stderr } = await machine.run([...command.split(' '), '--file', 'lease.pdf']);
  expect(stderr).toMatch(new RegExp(`Give the file without a flag. Example: esign ${command} \\S+\\.pdf`));
});

it('an argument given as a flag is named', async () => {
  const { stderr } = await machine.run(['values', 'new', '--template', 'Lease']);
  expect(stderr).toContain('Give the template without a flag. Example: esign values new Lease');
});

it('a flag that the command has not is not suggested', () => {
  expect(flagMeant('--csv', ['--yes'])).toBeNull();
  expect(flagMeant('constructor', ['--yes'])).toBeNull();
  for (const [flag, meant] of Object.entries(flagHabits)) expect(flagMeant(flag, meant)).toBe(meant[0]);
});
