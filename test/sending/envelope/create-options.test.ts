import { expect, it } from 'vitest';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);

const refused = async (name: string, text: string) => {
  const ran = await at.run(['envelope', 'create', '--input', at.write(name, text), '--json']);
  expect(ran.code).toBe(2);
  return ran.error();
};

it('names a names file for what it is, and what a body lacks', async () => {
  const { code, message } = await refused('names.yaml', 'version: 1\ntemplate: lease\nbase: x\n');
  expect([code, message]).toEqual([
    'file_invalid',
    expect.stringMatching(/names\.yaml contains the names of a template, not a request body\.$/),
  ]);
  expect((await refused('half.json', '{"title":"Lease"}')).hint).toMatch(/Or add `template_id` to half\.json\.$/);
});
