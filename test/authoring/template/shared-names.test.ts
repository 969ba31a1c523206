import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import { leasePdf } from '../../support/template-of.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);

it('a push gives no field the address of another unless that is said', async () => {
  at.write('lease.pdf', Buffer.from(leasePdf()));
  const id = (await at.ok(['template', 'create', 'lease.pdf', '-q'])).stdout.trim();
  await at.ok(['template', 'pull', id, '-o', 'lease.yaml']);
  const text = readFileSync(at.path('lease.yaml'), 'utf8');
  const named = text.replaceAll(
    /data_key: null\n( +label: (?:Suburb|City or town) of the property\n)/g,
    'data_key: site.place\n$1',
  );
  at.write('lease.yaml', named);
  const push = ['template', 'push', 'lease.yaml'];
  const dry = await at.ok([...push, '--dry-run'], { terminal: true });
  expect(dry.stderr).toMatch(/\.site\.place: “Suburb of the property” on page 1, “City or town/);
  const refused = await at.run([...push, '--yes']);
  expect([refused.code, refused.stderr]).toEqual([5, expect.stringContaining('.site.place: “Suburb of the property”')]);
  const { renamed } = (await at.ok([...push, '--allow-shared', '--json'])).json<{ renamed: readonly string[] }>();
  expect(renamed).toHaveLength(2);
  // What is accepted says it as well.
  const run = (await at.ok(['template', 'propose', id, '-q'])).stdout.trim();
  const accepted = await at.ok(['template', 'accept', id, run, '--high', '--yes'], { terminal: true });
  expect(accepted.stderr).toMatch(
    /called differently:\n {2}\.site\.place: “Suburb of the property” on page 1, “City or town/,
  );
  expect(accepted.stderr).toContain(`esign template rename ${id} `);
});
