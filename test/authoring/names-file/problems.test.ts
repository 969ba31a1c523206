import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import type { Template } from '../../support/shapes.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);

it('lengths are those of the contract file, for push and diff', async () => {
  const id = await at.template();
  await at.ok(['template', 'pull', id, '-o', 'long.yaml']);
  const [field] = (await at.ok(['template', 'get', id])).json<Template>().fields;
  const text = readFileSync(at.path('long.yaml'), 'utf8');
  at.write('long.yaml', text.replace(`    label: ${field?.label ?? ''}\n`, `    label: ${'x'.repeat(250)}\n`));
  const wide = at.write('wide.yaml', 'renameTemplateFields.body.fields[].label.max: 300\n');
  const narrow = at.write('narrow.yaml', 'renameTemplateFields.body.fields[].label.max: 20\n');
  const said = async (verb: 'diff' | 'push', ...words: string[]): Promise<string> =>
    (await at.run(['template', verb, 'long.yaml', ...words])).stderr;
  expect(await said('diff')).toContain('longer than 200 characters');
  expect(await said('diff', '--contract', narrow)).toContain('longer than 20 characters');
  expect(await said('diff', '--contract', wide)).not.toContain('longer than');
  expect(await said('push', '--contract', narrow)).toContain('longer than 20 characters');
});
