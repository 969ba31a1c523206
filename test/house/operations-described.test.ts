import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EsignCommand } from '../../src/cli/flags/command.js';
import type { Operation } from '../../src/contract/operation.js';
import { scopes } from '../../src/contract/scopes.js';
import { operationIds, operations } from '../../src/contract/operations.js';
import {
  describedEffects,
  describedOperations,
  emptyBody,
  withUnknownIds,
} from '../support/emulator/described-operations.js';
import { expectRefusal, startTestEmulator, type TestEmulator } from '../support/emulator.js';
import { wholeTree } from '../support/program/tree.js';

/** The operations of which no test's name begins with their id, as in `it('voidEnvelope voids …`. */
const untestedOperations = (ids: readonly string[], tests: readonly string[]): readonly string[] => {
  const code = tests.map((text) => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''));
  return ids.filter((id) => !code.some((text) => new RegExp(`\\bit\\(\\s*['"\`]${id} `).test(text)));
};

/** The words that a program says it has no command for, although it has one of that name. */
const absentButThere = (absent: readonly string[], commands: readonly string[]): readonly string[] =>
  absent.filter((word) => commands.includes(word));

const row = (id: (typeof operationIds)[number]): Operation => operations[id];

describe('the rows are as the description has them', () => {
  it('each operation of the description has a row, and there is no other', () => {
    expect([...operationIds].toSorted()).toEqual(Object.keys(describedOperations).toSorted());
  });

  it.each(operationIds)('%s', (id) => {
    const { method, path, scope, idempotencyKey, ifMatch, etag = false, answer } = row(id);
    const line = `${method} ${path}`;
    const found = { line, scope, idempotencyKey, ifMatch, etag, success: answer.status };
    expect(found).toEqual(describedOperations[id]);
  });
});

it('each write asks about exactly what it is described to do', () => {
  const writes = operationIds.map(row).filter(({ method }) => method !== 'GET');
  const effects = writes.map((write) => {
    const [mails, destroys] = [
      'mails' in write && write.mails !== null,
      'destructive' in write && write.destructive !== null,
    ];
    return [write.id, mails && destroys ? 'mails and destroys' : mails ? 'mails' : destroys ? 'destroys' : 'none'];
  });
  const described = Object.entries(describedEffects).map(([id, { does }]) => [id, does]);
  expect(Object.fromEntries(effects)).toEqual(Object.fromEntries(described));
});

describe('a key without the scope of a row is refused', () => {
  let emulator: TestEmulator;
  beforeAll(async () => {
    emulator = await startTestEmulator();
  });
  afterAll(() => emulator.close());

  it.each(operationIds.filter((id) => row(id).scope !== null))('%s', async (id) => {
    const { method, path, scope } = row(id);
    const others = Object.keys(scopes).filter((name) => name !== scope);
    const { call } = await emulator.key(await emulator.organisation(), { scopes: others });
    const line = withUnknownIds(`${method} ${path}`);
    const answer = await call(line, emptyBody(line));
    expectRefusal(answer, 403, 'insufficient_scope');
    expect(answer.headers['www-authenticate']).toBe(`Bearer error="insufficient_scope", scope="${scope}"`);
  });
});

describe('every operation has a conformance test', () => {
  const folder = 'test/conformance';
  const tests = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));

  it('whose name begins with its id', () => {
    expect(untestedOperations(operationIds, tests)).toEqual([]);
  });

  it('a removed test, or one in a comment, is reported', () => {
    const texts = [
      "it('voidEnvelope voids one', run);",
      "// it('sendEnvelope sends one', run);\nconst getEnvelope = 1;",
    ];
    const ids = ['voidEnvelope', 'sendEnvelope', 'getEnvelope', 'void'];
    expect(untestedOperations(ids, texts)).toEqual(['sendEnvelope', 'getEnvelope', 'void']);
  });

  it('that takes nothing from the contract', () => {
    expect(tests.filter((text) => /from '[./]+src\/contract\//.test(text))).toEqual([]);
    expect(readFileSync('test/support/emulator/described-operations.ts', 'utf8')).not.toMatch(/^import /m);
  });
});

describe('a word that the program calls absent', async () => {
  const isOurs = (command: object): command is EsignCommand => command instanceof EsignCommand;
  const all = (command: EsignCommand): readonly EsignCommand[] => [
    command,
    ...command.commands.filter(isOurs).flatMap(all),
  ];
  const nouns = all(await wholeTree()).filter(({ absent }) => Object.keys(absent).length > 0);
  const verbs = ({ commands }: EsignCommand): readonly string[] =>
    commands.flatMap((command) => [command.name(), ...command.aliases()]);

  it('is looked for where there are some', () => {
    expect(nouns.map((command) => command.path())).toContain('esign envelope');
  });

  it.each(nouns.map((command) => [command.path(), command] as const))('is not a command of %s', (_path, command) => {
    expect(absentButThere(Object.keys(command.absent), verbs(command))).toEqual([]);
  });

  it('is found when it is a verb, or another name of one', () => {
    expect(absentButThere(['remind', 'delete', 'cancel'], ['void', 'cancel', 'remind'])).toEqual(['remind', 'cancel']);
  });
});
