import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Machine, newMachine } from '../../support/program.js';

let machine: Machine;
beforeAll(() => {
  machine = newMachine();
});
afterAll(() => machine.remove());

it('is what the release holds, whole or by a part', async () => {
  const file = JSON.parse(readFileSync('completions/commands.json', 'utf8')) as object;
  expect((await machine.run(['spec', 'catalogue'])).json()).toEqual(file);
  expect((await machine.run(['spec', 'catalog', '--json=version'])).json()).toHaveProperty('version');
  const asked = await machine.run(['spec', 'catalogue', '--jq', '.operations.voidEnvelope.body["$ref"]']);
  expect(asked.stdout).toBe('#/schemas/VoidEnvelopeRequest\n');
});
