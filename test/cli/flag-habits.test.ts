import { afterAll, expect, it } from 'vitest';
import { flagHabits, flagMeant } from '../../src/cli/flag-habits.js';
import { newMachine } from '../support/program.js';

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
  ['login --with-token', '--api-key-stdin'],
  ['listen --forward localhost:3000', '--forward-to'],
  ['envelope void 6f1f2f0e-4f0b-4f43-9d8a-1f1f7f2f8a11 --reason x --force', '--yes'],
])('esign %s: did you mean %s?', async (line, flag) => {
  const { stderr, code } = await machine.run(line.split(' '));
  expect([code, stderr]).toEqual([2, expect.stringContaining(`Did you mean ${flag}?`)]);
});

it('no suggestion is better than a far one', async () => {
  const { stderr } = await machine.run(['envelope', 'one-off', '--file', 'lease.pdf']);
  expect(stderr).not.toContain('--title');
});

it('a flag that the command has not is not suggested', () => {
  expect(flagMeant('--csv', ['--yes'])).toBeNull();
  expect(flagMeant('constructor', ['--yes'])).toBeNull();
  for (const [flag, meant] of Object.entries(flagHabits)) expect(flagMeant(flag, meant)).toBe(meant[0]);
});
