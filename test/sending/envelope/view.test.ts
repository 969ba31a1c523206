import { expect, it } from 'vitest';
import { newEmulatorMachine, people } from '../../support/emulator-machine.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);

/** What the table of recipients says of the tenant's invitation. */
const invitation = (screen: string): string =>
  /^\S+ +Tenant +.* {2}(\S.*?) *$/m.exec(screen)?.[1] ?? `no such row in\n${screen}`;

it('says of an invitation that it was accepted, then that no report came, then that it was delivered', async () => {
  const wide = { terminal: true, columns: 200 };
  const sent = await at.ok(
    ['envelope', 'create', '--template', await at.template(), ...people, '--send', '--yes'],
    wide,
  );
  expect(sent.stdout).toMatch(/ {2}INVITATION$/m);
  expect(invitation(sent.stdout)).toBe('accepted');
  const id = /^Id +(\S+)$/m.exec(sent.stdout)?.[1] ?? '';
  const read = async (): Promise<string> => {
    const { stdout } = await at.ok(['envelope', 'show', id], wide);
    return /^Invitation of Thandi Mokoena +(.*)$/m.exec(stdout)?.[1] ?? 'nothing';
  };
  expect(await read()).toMatch(/^No delivery report yet\./);
  await at.ok(['emulator', 'clock', 'advance', '2m']);
  expect(await read()).toMatch(/^The mail provider reported that the invitation was delivered/);
});
