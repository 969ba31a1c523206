import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  broken,
  type Described,
  type DescribedRoutes,
  programPromises,
  type Promises,
  promisesOf,
  readPromises,
  routePromises,
  withNew,
  writePromises,
} from '../../bin/build/promised.js';
import type { Commands } from '../../src/cli/agents/local-tools.js';
import { catalogue } from '../../src/cli/docs-gen/catalogue.js';
import { readTree } from '../../src/cli/docs-gen/node.js';
import { version } from '../../src/core/platform/version.js';
import { startEmulator } from '../../src/emulator/emulator.js';
import { wholeTree } from '../support/program/tree.js';

const text = readFileSync('test/house/promised.txt', 'utf8');
const promised = readPromises(text);
let present: Promises;
let routes: DescribedRoutes;
beforeAll(async () => {
  const emulator = await startEmulator();
  routes = await emulator.control('GET', '/_emulator/openapi.json');
  await emulator.close();
  const commands = (await catalogue(readTree(await wholeTree()), version)) as Described & Commands;
  present = programPromises(commands, routes);
});

it('keeps every name that scripts rely on (only a major version takes lines out of promised.txt)', () => {
  expect(promised.size).toBeGreaterThan(200);
  expect(broken(promised, present)).toEqual([]);
});

it('promised.txt has the names that are new too (npm run reference adds them)', () => {
  expect(writePromises(withNew(promised, present))).toBe(text);
});

describe('a change that breaks scripts is found', () => {
  const flag = { short: null, value: null, value_optional: false, required: false, repeatable: false };
  const to = { ...flag, long: '--to', value: 'url', repeatable: true, choices: ['a', 'b'], default: 'a' };
  const one = { type: { const: 'one' }, id: { type: 'string' }, at: { $ref: '#/schemas/At' } };
  const printing = (properties: object, required = Object.keys(properties)) => ({
    output: {
      operation: null,
      schema: { anyOf: [{ type: 'object', properties, required }, { type: 'null' }] },
    },
  });
  const command = {
    command: 'esign make',
    aliases: ['mk'],
    arguments: [{ required: false, variadic: true, choices: [] }],
    options: [to, { ...flag, long: '--all', short: '-a', choices: [], default: null }],
    output_with: {},
    ...printing(one),
  };
  const before: Described = {
    global_options: [],
    commands: [command],
    schemas: { At: { type: 'array', items: { type: 'object', properties: { day: { type: 'integer' } } } } },
  };
  const after = (change: object): readonly string[] =>
    broken(
      readPromises(writePromises(promisesOf(before))),
      promisesOf({ ...before, commands: [{ ...command, ...change }] }),
    );

  it('a command goes', () => {
    expect(after({ command: 'esign build' })).toEqual(['esign make: gone', 'esign make prints with --json: gone']);
  });

  it.each<readonly [string, object, readonly string[]]>([
    ['a flag goes', { options: [to] }, ['--all: gone', '-a: gone']],
    ['a value goes', { options: [{ ...to, value: null }, command.options[1]] }, ['--to=: gone']],
    ['a default changes', { options: [{ ...to, default: 'b' }, command.options[1]] }, ['default:--to=a: gone']],
    ['a default goes', { options: [{ ...to, default: null }, command.options[1]] }, ['default:--to=a: gone']],
    ['a choice goes', { options: [{ ...to, choices: ['a'] }, command.options[1]] }, ['--to=b: gone']],
    ['a flag is given once', { options: [{ ...to, repeatable: false }, command.options[1]] }, ['--to=…: gone']],
    ['a flag is required', { options: [{ ...to, required: true }, command.options[1]] }, ['needs:--to: new']],
    ['an argument is required', { arguments: [{ ...command.arguments[0], required: true }] }, ['needs:#1: new']],
    ['an alias goes', { aliases: [] }, ['alias:mk: gone']],
  ])('%s', (_title, change, found) => {
    expect(after(change)).toEqual(found.map((line) => `esign make: ${line}`));
  });

  it.each<readonly [string, object, string]>([
    ['a key goes', printing({ type: one.type, at: one.at }), 'one/id:string'],
    ['a key has another kind', printing({ ...one, id: { type: 'integer' } }), 'one/id:string'],
    ['a key can be missing', printing(one, ['type', 'at']), 'one/id:string'],
    ['a key has another shape', printing({ ...one, at: { type: 'string' } }), 'one/at:At'],
  ])('%s', (_title, change, word) => {
    const found = after(change).filter((line) => line !== 'shape At: gone');
    expect(found).toEqual([`esign make prints with --json: ${word}: gone`]);
  });

  it('a key of a shape with a name goes', () => {
    const now = promisesOf({ ...before, schemas: { At: { type: 'array', items: { type: 'object' } } } });
    expect(broken(promisesOf(before), now)).toEqual(['shape At: [].day?:number: gone']);
  });

  it.each<readonly [string, string, string, readonly string[]]>([
    ['goes', '"/_emulator/seeded"', '"/_emulator/sown"', ['route GET /_emulator/seeded: gone']],
    ['takes no key of this name', '"seconds"', '"minutes"', ['route POST /_emulator/clock: seconds: gone']],
  ])('a control route %s', (_title, from, to, found) => {
    const now = routePromises(JSON.parse(JSON.stringify(routes).replaceAll(from, to)) as DescribedRoutes);
    expect(broken(routePromises(routes), now)).toEqual(found);
  });

  it('but not where something is added', () => {
    const added = { ...flag, long: '--more', choices: [], default: null };
    expect(after({ options: [...command.options, added], ...printing({ ...one, more: { type: 'null' } }) })).toEqual(
      [],
    );
  });
});
