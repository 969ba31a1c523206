import { afterAll, beforeAll, expect, it } from 'vitest';
import { shapeFields } from '../../../src/cli/write/result-fields.js';
import { controlAnswer } from '../../../src/cli/emulator/control-types.js';
import { type Machine, newMachine } from '../../support/program.js';

let machine: Machine;
beforeAll(() => {
  machine = newMachine();
});
afterAll(() => machine.remove());

it('is the shape that a route of the emulator describes', async () => {
  expect(shapeFields(await controlAnswer('brandList')())).toEqual(
    'id organisation_id name is_default archived origins'.split(' '),
  );
});

it('checks the names of --json before the emulator is asked', async () => {
  const ran = await machine.run(['emulator', 'clock', 'show', '--json=nope']);
  expect([ran.code, ran.error().hint]).toEqual([2, 'Use one of: now, frozen, next, advance.']);
});
