import { beforeAll, expect, it } from 'vitest';
import { readFileSync, writeFileSync } from 'node:fs';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import type { Template } from '../../support/shapes.js';
import { everyKindTemplate } from '../../support/documents/values-form.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
let template: Template;

beforeAll(async () => {
  template = await everyKindTemplate(at.organisation.live);
});

it('values new writes a file that can be filled in, required values first, and that is sent as it is', async () => {
  const made = await at.ok(['values', 'new', template.id, '-o', 'values.yaml', '--json']);
  const { values, required } = made.json<{ values: number; required: number }>();
  const text = readFileSync(at.path('values.yaml'), 'utf8');
  const lines = text.split('\n').filter((line) => /^[^#]/.test(line));
  expect(lines).toHaveLength(values);
  expect(text).toMatch(/# Required: Tenant answers what stays empty\.\ntenant\.person\.full_name: # /);
  expect(text.slice(0, text.indexOf('# Optional')).match(/^[^#\n]+:/gm)).toHaveLength(required);

  const check = async () =>
    (await at.ok(['values', 'check', 'values.yaml', '--template', template.id, '--json'])).json<{
      left_to_signers: readonly unknown[];
    }>().left_to_signers;
  const left = await check();
  expect(left).toHaveLength(required);
  writeFileSync(at.path('values.yaml'), text.replace(/^tenant\.person\.full_name:/m, '$& Thandi'));
  expect(await check()).toHaveLength(required - 1);
  const create = ['envelope', 'create', '--template', template.id, '--values-file', 'values.yaml', '--json'];
  const people = template.roles.flatMap(({ name }) => [
    '--to',
    `role=${name},name=A,email=${name.toLowerCase()}@example.test`,
  ]);
  expect((await at.run([...create, ...people])).code).toBe(0);
  expect((await at.run(['values', 'new', template.id, '-o', 'values.yaml'])).code).toBe(2);
});
