import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { operationIds } from '../../../src/contract/operations.js';
import { catalogue } from '../../../src/cli/docs-gen/catalogue.js';
import { leavesOf, readTree } from '../../../src/cli/docs-gen/node.js';
import { catalogueComponents, operationSchemas } from '../../../src/cli/docs-gen/operation-schemas.js';
import { newMachine } from '../../support/program.js';
import { wholeTree } from '../../support/program/tree.js';

it('tells a program every command, its flags and the operations it reaches', async () => {
  const root = readTree(await wholeTree());
  const made = (await catalogue(root, '1.2.3')) as {
    global_options: { long: string }[];
    commands: { command: string; operations: string[]; options: { long: string }[] }[];
  };
  expect(made.commands.map(({ command }) => command)).toEqual(leavesOf(root).map(({ path }) => path));
  expect(made.global_options.map(({ long }) => long)).toContain('--json');
  for (const { operations, options } of made.commands) {
    for (const operation of operations) expect(operationIds).toContain(operation);
    expect(options.map(({ long }) => long)).not.toContain('--json');
  }
});

describe('the schemas', () => {
  const components = catalogueComponents();
  const operations = operationSchemas(components);
  const { schemas } = components;
  /** One document, so that references reach what they name. */
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ $id: 'catalogue', schemas });
  const check = (name: string) => ajv.compile({ $ref: `catalogue#/schemas/${name}` });

  it('are of every operation, and each reference names one', () => {
    expect(Object.keys(operations)).toEqual(operationIds);
    const named = [...JSON.stringify({ operations, schemas }).matchAll(/"#\/schemas\/([^"]+)"/g)].map(
      ([, name]) => name,
    );
    expect(named.filter((name) => name === undefined || !Object.hasOwn(schemas, name))).toEqual([]);
    expect(Object.keys(schemas).filter((name) => !named.includes(name))).toEqual([]);
    for (const name of Object.keys(schemas)) expect(check(name)).toBeTypeOf('function');
  });

  it('take what the operation takes, and refuse what it refuses by its shape', () => {
    const voiding = check('VoidEnvelopeRequest');
    expect([voiding({ reason: 'Wrong unit' }), voiding({}), voiding({ reason: 'x', more: 1 })]).toEqual([
      true,
      false,
      false,
    ]);
    const recipients = [{ role: 'Tenant', name: 'Thandi', email: 'thandi@example.test' }];
    const creating = check('CreateEnvelopeRequest');
    expect([creating({ template_id: 'a', recipients }), creating({ recipients })]).toEqual([true, false]);
  });

  it('describe the error object that a command writes', async () => {
    const { error } = (await catalogue(readTree(await wholeTree()), '1.2.3')) as { error: object };
    const machine = newMachine();
    try {
      const failed = await machine.run(['envelope', 'get', 'x', '--json']);
      const validate = new Ajv2020({ strict: false }).compile(error);
      expect([validate(JSON.parse(failed.stderr)), validate({ error: { code: 'x' } })]).toEqual([true, false]);
    } finally {
      machine.remove();
    }
  });
});

it('says which flags are needed, and which may be repeated', async () => {
  const made = (await catalogue(readTree(await wholeTree()), '1.2.3')) as {
    commands: { command: string; options: { long: string; required: boolean; repeatable: boolean }[] }[];
  };
  const flags = new Map(
    made.commands.find(({ command }) => command === 'esign webhook register')?.options.map((flag) => [flag.long, flag]),
  );
  expect(flags.get('--url')).toMatchObject({ required: true, repeatable: false });
  expect(flags.get('--event')).toMatchObject({ required: true, repeatable: true });
  expect(flags.get('--brand')).toMatchObject({ required: false, repeatable: false });
});

describe('what a command prints', () => {
  interface Output {
    readonly format: string;
    readonly schema: { readonly properties?: Readonly<Record<string, { readonly type?: string }>> };
  }
  const read = async () =>
    (await catalogue(readTree(await wholeTree()), '1.2.3')) as {
      commands: { command: string; output: Output | null; no_output: string | null; output_with: object }[];
    };

  it('is known of every command; one that prints nothing of a known shape says why', async () => {
    const { commands } = await read();
    const without = commands.filter(({ output }) => output === null);
    expect(without.map(({ command }) => command)).toEqual(['esign envelope desk', 'esign mcp']);
    expect(without[1]?.no_output).toMatch(/Model Context Protocol/);
    for (const { output, no_output: reason } of commands) expect(output === null).toBe(reason !== null);
  });

  it('has its items under `data` for a list', async () => {
    const { commands } = await read();
    const lists = [' list', ' runs', ' brands', ' doctor', ' assumptions', ' redeliver', 'webhook check'];
    const more = ['template fields', 'template diff', 'template copy-names', 'template inspect', 'log events'];
    const own = commands.filter(
      ({ command, output }) => [...lists, ...more].some((end) => command.endsWith(end)) && !refers(output),
    );
    expect(own.length).toBeGreaterThan(14);
    for (const { command, output } of own) {
      expect([command, output?.schema.properties?.['data']?.type]).toEqual([command, 'array']);
    }
  });

  /** The lists of the service are as it writes them. */
  const refers = (output: Output | null): boolean =>
    output !== null && ('$ref' in output.schema || 'allOf' in output.schema);

  it('is told for each line of a long-running command', async () => {
    const { commands } = await read();
    const streams = commands.filter(({ output }) => output?.format === 'ndjson').map(({ command }) => command);
    expect(streams.map((command) => command.slice('esign '.length)).toSorted()).toEqual([
      'demo',
      'dev',
      'embed',
      'emulator start',
      'envelope reconcile',
      'envelope run',
      'envelope wait',
      'envelope watch',
      'listen',
      'template edit',
      'template prepare',
    ]);
    const followed = commands.find(({ command }) => command === 'esign emulator log deliveries');
    expect(followed?.output_with).toMatchObject({ '--follow': { format: 'ndjson' } });
    const created = commands.find(({ command }) => command === 'esign envelope create');
    expect(created?.output_with).toMatchObject({
      '--rows': {
        format: 'ndjson',
        schema: { anyOf: [{ $ref: '#/schemas/BulkLine' }, { $ref: '#/schemas/BulkRequests' }] },
      },
    });
  });
});
