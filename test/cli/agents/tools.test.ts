import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { Operation } from '../../../src/contract/operation.js';
import { operationIds, operations } from '../../../src/contract/operations.js';
import { readContract } from '../../../src/contract/overlay/read-contract.js';
import { localCommands } from '../../../src/cli/agents/local-tools.js';
import { readArguments } from '../../../src/cli/agents/arguments.js';
import {
  argumentOf,
  commandInstead,
  commandOf,
  isWrite,
  offered,
  operationOf,
  toolName,
  toolOf,
} from '../../../src/cli/agents/tools.js';
import { describedEffects } from '../../support/emulator/described-operations.js';
import { leaves, wholeTree } from '../../support/program/tree.js';

const codeOf = (act: () => unknown): string => {
  try {
    act();
  } catch (error) {
    return (error as { code: string }).code;
  }
  return 'none';
};
const ajv = new Ajv2020({ strict: false, validateFormats: false });
const id = '3f0c9a52-6d1e-4b77-9a55-0c2f7a1f9b10';

describe('tools', () => {
  it('for reading are what the service answers to a GET', () => {
    expect(offered('none')).toEqual(operationIds.filter((name) => operations[name].method === 'GET'));
    expect(offered('none').some(isWrite)).toBe(false);
  });

  it('take no more for an address or a header than a server reads', () => {
    const long = 'a'.repeat(2001);
    expect(() => readArguments('listTemplates', { cursor: long })).toThrow('`cursor` must be at most 2000 characters.');
    expect(() => readArguments('voidEnvelope', { envelope: id, reason: long })).not.toThrow();
  });

  it('have one name for the events of an endpoint, that of the flag', () => {
    const { body } = readArguments('updateWebhook', { webhook: id, event: ['envelope.sent'] }).input;
    expect(body).toEqual({ events: ['envelope.sent'] });
    expect(localCommands.find(({ command }) => command === 'webhook register')?.flags).toContain('--event');
  });

  it('have the words of the command that makes this very call, and no name twice', async () => {
    const commands = leaves(await wholeTree());
    for (const name of operationIds) {
      const found = commands.find((command) => command.path() === `esign ${commandOf[name]}`);
      expect([name, found?.operations.includes(name)]).toEqual([name, true]);
      expect(operationOf(toolName(commandOf[name]))).toBe(name);
    }
    const own = localCommands.map(({ command }) => toolName(command));
    const offeredNames = offered('all').map((name) => toolName(commandOf[name]));
    expect(new Set([...own, ...offeredNames]).size).toBe(own.length + offeredNames.length);
  });

  it('name what they take as their command does: what it acts on stands in the path', async () => {
    const commands = leaves(await wholeTree());
    for (const name of offered('all')) {
      const found = commands.find((command) => command.path() === `esign ${commandOf[name]}`);
      const row: Operation = operations[name];
      // The command finds a document of an envelope by a flag.
      const inPath = Object.keys(row.parameters)
        .map(argumentOf)
        .filter((each) => each !== 'position');
      const places = found?.registeredArguments.map((each) => each.name()).slice(0, inPath.length);
      expect([name, inPath]).toEqual([name, places]);
      expect(Object.keys(toolOf(name).inputSchema.properties).filter((each) => each.endsWith('_id'))).toEqual([]);
    }
  });

  it('exclude operations that answer with a secret, and name the commands to use instead', async () => {
    const commands = leaves(await wholeTree()).map((command) => command.path());
    // The command that creates a template is a tool of its own.
    const left = operationIds.filter((name) => !offered('all').includes(name) && name !== 'createTemplate');
    expect(left).toEqual(['mintSigningUrl', 'registerWebhook', 'rotateWebhookSecret']);
    for (const name of left) expect(commands).toContain(commandInstead(name));
  });

  it.each(offered('all'))('%s has a schema that is one, and no name twice', (name) => {
    const { inputSchema, description, annotations } = toolOf(name);
    expect(ajv.validateSchema(inputSchema)).toBe(true);
    expect(description).toMatch(/^[A-Z].*\.$/);
    expect(annotations.readOnlyHint).toBe(!isWrite(name));
    const row: Operation = operations[name];
    const own = toolOf(name).inputSchema.properties;
    const parts = [row.body, row.query].filter((part) => part !== null).map((part) => part as { entries?: object });
    for (const part of parts) {
      for (const member of Object.keys(part.entries ?? {})) {
        const argument = argumentOf(member);
        expect(Object.keys(row.parameters).map(argumentOf)).not.toContain(argument);
        expect(['idempotency_key', 'if_match', 'part', 'from', 'drawn_page']).not.toContain(argument);
        expect(Object.keys(own)).toContain(argument);
      }
    }
  });
});

describe('the bounds of a tool', () => {
  const bounds = ['maxLength', 'minLength', 'pattern', 'format', 'minimum', 'maximum', 'minItems', 'maxItems', 'enum'];
  const boundsIn = (schema: unknown, at: string): readonly string[] => {
    if (typeof schema !== 'object' || schema === null) return [];
    const own = Object.keys(schema).filter((key) => bounds.includes(key) && !at.endsWith('.properties'));
    const inside = Object.entries(schema).flatMap(([key, value]) => boundsIn(value, `${at}.${key}`));
    return [...own.map((key) => `${at}.${key}`), ...inside];
  };
  const own = ['idempotency_key', 'from', 'drawn_page'];
  const boundsOf = (name: (typeof operationIds)[number]): readonly string[] =>
    Object.entries(toolOf(name).inputSchema.properties)
      .filter(([property]) => !own.includes(property))
      .flatMap(([property, schema]) => boundsIn(schema, property));

  it('are those that the description states; a guess is told and never enforced by a client', () => {
    const assumed = offered('all').filter((name) => operations[name].basis === 'assumed');
    expect(assumed.length).toBeGreaterThan(10);
    // What these hold is described elsewhere: a rename and a role.
    const parts = new Set(assumed.flatMap(boundsOf).map((at) => at.replaceAll(/\.(items|properties|anyOf\.0)/g, '')));
    expect([...parts]).toEqual([
      'fields.data_key.minLength',
      'fields.data_key.maxLength',
      'fields.label.minLength',
      'fields.label.maxLength',
      'fields.label.pattern',
      'fields.subject.minLength',
      'fields.subject.maxLength',
      'recipients.role.minLength',
      'recipients.role.maxLength',
      'rows.recipients.role.minLength',
      'rows.recipients.role.maxLength',
    ]);
    expect(boundsOf('createEnvelope')).toEqual([
      'recipients.items.properties.role.minLength',
      'recipients.items.properties.role.maxLength',
      'expires_at.anyOf.0.format',
      'brand.anyOf.0.format',
      'completion_delivery.enum',
    ]);
    expect(JSON.stringify(toolOf('createEnvelope').inputSchema)).toContain(
      'Assumed: must not be blank; must be at most 255 characters.',
    );
    expect(toolOf('listTemplates').inputSchema.properties['limit']).toMatchObject({
      description: 'Assumed: must be 1 to 100.',
    });
  });

  it('of a contract file are firm', () => {
    const row = readContract({ '*.external_ref.max': 5 }).row('createEnvelope');
    expect(JSON.stringify(toolOf('createEnvelope', row).inputSchema)).toContain('"maxLength":5');
  });
});

describe('what a tool says of itself', () => {
  const hints = (name: (typeof operationIds)[number]) => toolOf(name).annotations;

  it('names every write that emails people or cannot be taken back destructive', () => {
    const destructive = offered('all').filter((name) => hints(name).destructiveHint);
    const described = offered('all').filter((name) => (describedEffects[name]?.does ?? 'none') !== 'none');
    expect(destructive.toSorted()).toEqual(described.toSorted());
    expect(described).toContain('voidEnvelope');
  });

  it('names a write idempotent when a second time changes nothing more', () => {
    expect(hints('voidEnvelope').idempotentHint).toBe(true);
    expect(hints('updateWebhook').idempotentHint).toBe(true);
    expect(hints('createEnvelope').idempotentHint).toBe(false);
    expect(hints('getEnvelope')).toEqual({ readOnlyHint: true, openWorldHint: true });
  });

  it('is left out for a test key when each call would have a real effect', () => {
    const left = offered('all').filter((name) => !offered('some').includes(name));
    const described = offered('all').filter((name) => describedEffects[name]?.withTestKey === 'always');
    expect(left.toSorted()).toEqual(described.toSorted());
    expect(left).toContain('sendEnvelope');
  });
});

describe('arguments', () => {
  it('are taken apart into path, query, body and headers', () => {
    expect(
      readArguments('voidEnvelope', {
        envelope: id,
        reason: 'No',
        idempotency_key: 'k',
        part: '/id',
        from: 2,
      }),
    ).toEqual({
      input: { parameters: { envelopeId: id }, body: { reason: 'No' }, idempotencyKey: 'k' },
      part: '/id',
      from: 2,
      page: 1,
      allowedProblems: [],
    });
    expect(readArguments('listTemplates', { limit: 5 }).input).toEqual({ parameters: {}, query: { limit: 5 } });
    expect(readArguments('sendEnvelope', { envelope: id }).input).toEqual({ parameters: { envelopeId: id } });
    expect(
      readArguments('renameTemplateField', { template: id, field: id, if_match: '"a"', label: null }).input,
    ).toEqual({
      parameters: { templateId: id, fieldId: id },
      body: { label: null },
      ifMatch: '"a"',
    });
    expect(readArguments('getEnvelopeDraft', { envelope: id, position: 1, drawn_page: 3 })).toMatchObject({
      input: { parameters: { position: '1' } },
      page: 3,
    });
  });

  it('that are wrong are refused', () => {
    expect(codeOf(() => readArguments('getEnvelope', {}))).toBe('missing_argument');
    expect(codeOf(() => readArguments('getEnvelope', { envelope: id, constructor: 1 }))).toBe('unknown_argument');
    expect(codeOf(() => readArguments('getEnvelope', { envelope: [id] }))).toBe('invalid_value');
    expect(codeOf(() => readArguments('getEnvelope', { envelope: id, from: -1 }))).toBe('invalid_value');
    expect(codeOf(() => readArguments('getEnvelope', { envelope: id, part: 3 }))).toBe('none');
    expect(codeOf(() => readArguments('getEnvelope', { envelope: id, part: {} }))).toBe('invalid_value');
    expect(codeOf(() => readArguments('getEnvelopeDraft', { envelope: id, position: 1, drawn_page: 0 }))).toBe(
      'invalid_value',
    );
  });
});
