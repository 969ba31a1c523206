import { beforeAll, describe, expect, it } from 'vitest';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import type { Person } from '../../support/shapes.js';
import { leasePdf } from '../../support/template-of.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
let id = '';
let people: readonly Person[] = [];
beforeAll(async () => {
  at.write('lease.pdf', Buffer.from(leasePdf()));
  id = (await at.ok(['template', 'create', 'lease.pdf', '-q'])).stdout.trim();
  people = (await at.ok(['template', 'people', id, '--json'])).json<{ people: readonly Person[] }>().people;
});

const roles = async (): Promise<readonly string[]> => {
  const { roles: all } = (await at.ok(['template', 'get', id, '--json'])).json<{
    roles: readonly { name: string }[];
  }>();
  return all.map(({ name }) => name);
};
const proposed = (wanted: string): Person => people.find((person) => person.proposed.decision === wanted)!;

describe('a witness, which is permanent, with a live key', () => {
  it('needs a yes where one is decided, applied or accepted with all the others, and is not saved without', async () => {
    const run = (await at.ok(['template', 'propose', id, '--json'])).json<{ id: string }>().id;
    const witness = proposed('witness').id;
    const decide = ['template', 'decide', id, witness, '--decision', 'witness', '--role-name', 'Witness'];
    const words = [
      decide,
      ['template', 'apply', id, witness],
      ['template', 'accept', id, run, '--all'],
      ['api', 'acceptNamingRun', id, run, '--field', 'accept=all'],
      ['api', 'applyTemplatePerson', id, witness],
    ];
    for (const argv of words) {
      const ran = await at.run([...argv, '--json'], { env: at.live() });
      expect([argv[1], ran.code, ran.error().code]).toEqual([argv[1], 2, 'confirmation_needed']);
      expect(ran.error().message).toContain('save');
    }
    expect(await roles()).not.toContain('Witness');
    expect((await at.run([...decide, '--dry-run'], { env: at.live() })).code).toBe(0);
    expect((await at.run([...decide, '--yes'], { env: at.live() })).code).toBe(0);
    expect(await roles()).toContain('Witness');
  });

  it('is named by the heading on the form, and no other person is asked about', async () => {
    const other = await at.run(['template', 'apply', id, proposed('both').id], { env: at.live() });
    expect([other.code, other.stderr]).toEqual([0, expect.not.stringContaining('witness')]);
    const fresh = (await at.ok(['template', 'create', 'lease.pdf', '-q'])).stdout.trim();
    const { heading, id: person } = proposed('witness');
    const ran = await at.run(['template', 'apply', fresh, person, '--json'], { env: at.live() });
    expect(ran.error().message).toContain(`“${heading}” on page`);
  });

  it('is saved once: the same again is reported and not a failure, and another decision is refused', async () => {
    const fresh = (await at.ok(['template', 'create', 'lease.pdf', '-q'])).stdout.trim();
    const { heading, id: person } = proposed('witness');
    const decide = ['template', 'decide', fresh, person];
    const witness = ['--decision', 'witness', '--role-name', 'Witness', '--subject-key', 'witness'];
    const first = await at.ok([...decide, ...witness]);
    const again = await at.ok([...decide, ...witness]);
    expect(again.stdout).toBe(first.stdout);
    expect(again.stderr).toContain(`“${heading}” is already this witness. Nothing was changed.`);
    for (const other of [
      ['--decision', 'witness', '--role-name', 'Bystander', '--subject-key', 'witness'],
      ['--decision', 'signer', '--role-name', 'Witness'],
    ])
      expect((await at.run([...decide, ...other])).stderr).toContain('witness_is_permanent');
  });

  it('is not asked on an emulator, where nothing is real', async () => {
    const fresh = (await at.ok(['template', 'create', 'lease.pdf', '-q'])).stdout.trim();
    expect((await at.run(['template', 'apply', fresh, proposed('witness').id])).code).toBe(0);
  });
});
