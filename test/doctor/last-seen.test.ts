import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { see } from '../support/doctor.js';
import { type EmulatorMachine, newEmulatorMachine } from '../support/emulator-machine.js';

let at: EmulatorMachine;
beforeEach(async () => {
  at = await newEmulatorMachine();
});
afterEach(() => at.close());
const found = async (...words: readonly string[]) => {
  const { checks } = see(await at.run(['doctor', '--json', ...words]));
  return checks.filter(({ check }) => check === 'seen_templates').map(({ state, facts }) => ({ state, facts }));
};

it('says nothing before a template was seen, and counts the ones that were', async () => {
  expect(await found()).toEqual([]);
  await at.template();
  await at.template();
  expect(await found()).toEqual([{ state: 'ok', facts: { count: 2, damaged: [] } }]);
});

it('names damaged records and removes them with --fix; commands go on without them', async () => {
  const id = await at.template();
  const folder = join(at.machine.folder, 'state', 'seen');
  const path = join(folder, readdirSync(folder)[0]!);
  writeFileSync(path, '{"version":1,"facts":[');
  const field = (await at.ok(['template', 'fields', id, '-q'])).stdout.split('\n')[0]!;
  writeFileSync(path, '{"version":1,"facts":[');
  expect(await found()).toEqual([{ state: 'note', facts: { count: 0, damaged: [path] } }]);
  const traced = await at.ok(['template', 'rename', id, field, '--label', 'Name', '--debug']);
  expect(traced.stderr).toContain(`${path} cannot be read as a record of a template`);
  writeFileSync(path, 'torn');
  expect(await found('--fix')).toEqual([{ state: 'fixed', facts: { count: 0, damaged: [path] } }]);
  expect(existsSync(path)).toBe(false);
});
