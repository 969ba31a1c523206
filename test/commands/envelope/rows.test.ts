import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { linesOf } from '../../support/records/bulk-rows.js';
import { newEmulatorMachine } from '../../support/emulator-machine.js';
import type { Template } from '../../support/shapes.js';
import { everyKindTemplate } from '../../support/documents/values-form.js';
import { shared } from '../../support/shared.js';

const at = shared(newEmulatorMachine);
let template: Template;

beforeAll(async () => {
  template = await everyKindTemplate(at.organisation.live);
});

describe('envelope rows', () => {
  it.each([
    ['people.csv', ','],
    ['excel.csv', ';'],
  ])('makes %s, whose example is refused until it is replaced', async (file, separator) => {
    const words = ['envelope', 'rows', '--template', template.id, '-o', file, '--json'];
    const made = await at.ok(separator === ';' ? [...words, '--semicolons'] : words);
    const { columns, required } = made.json<{ columns: string[]; required: string[] }>();
    expect(columns.slice(0, 3)).toEqual(['title', 'Tenant.name', 'Tenant.email']);
    expect(required).toEqual(expect.arrayContaining(['Tenant.email', 'tenant.person.full_name']));
    const text = readFileSync(at.path(file), 'utf8');
    expect(text.startsWith(`\uFEFFtitle${separator}Tenant.name`)).toBe(true);

    const create = ['envelope', 'create', '--template', template.id, '--rows', file, '--yes', '--json'];
    const refused = await at.run(create);
    const { problems } = refused.error() as unknown as { problems: readonly { column_name: string }[] };
    // Everything but the addresses of the people is an example that the service would take.
    expect([refused.code, new Set(problems.map(({ column_name: name }) => name.replace(/^.*\./, '')))]).toEqual([
      5,
      new Set(['email']),
    ]);
    let person = 0;
    writeFileSync(
      at.path(file),
      text.replaceAll('replace this row', () => `${separator === ';' ? 'x' : 'y'}${(person += 1)}@example.test`),
    );
    expect(linesOf((await at.ok(create)).stdout).at(-1)).toMatchObject({ created: 1 });
  });

  it('overwrites nothing, and leaves optional values out where only required ones are wanted', async () => {
    const words = ['envelope', 'rows', '--template', template.id];
    expect((await at.run([...words, '-o', at.write('mine.csv', 'mine')])).code).toBe(2);
    const all = (await at.ok([...words])).stdout.split('\r\n')[0]?.split(',') ?? [];
    const few = (await at.ok([...words, '--required'])).stdout.split('\r\n')[0]?.split(',') ?? [];
    expect(few.length).toBeLessThan(all.length);
    expect(all).toEqual(expect.arrayContaining(few));
  });
});
