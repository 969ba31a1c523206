import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createJudge, type PrintedCatalogue } from '../../support/program/judge-printed.js';
import { newMachine } from '../../support/program.js';
import { shared } from '../../support/shared.js';

const machine = shared(newMachine);

const released = JSON.parse(readFileSync('completions/commands.json', 'utf8')) as PrintedCatalogue;

interface Part extends PrintedCatalogue {
  readonly catalogue_version: number;
  readonly operations: Readonly<Record<string, object>>;
  readonly exit_codes: readonly { readonly code: number }[];
}

it('is what the release holds, whole or by a part', async () => {
  expect((await machine.run(['spec', 'catalogue'])).json()).toEqual(released);
  expect((await machine.run(['spec', 'catalog', '--json=version'])).json()).toHaveProperty('version');
  const asked = await machine.run(['spec', 'catalogue', '--jq', '.operations.voidEnvelope.body["$ref"]']);
  expect(asked.stdout).toBe('#/schemas/VoidEnvelopeRequest\n');
});

describe('with the words of a command', () => {
  it('prints that command with the operations and schemas that it needs, and no others', async () => {
    const ran = await machine.run(['spec', 'catalogue', 'envelope', 'void', '--json']);
    const part = ran.json<Part>();
    expect(part.catalogue_version).toBe(1);
    expect(part.commands.map(({ command }) => command)).toEqual(['esign envelope void']);
    expect(part.commands[0]).toMatchObject({
      input: {
        properties: { envelope: { type: 'string' }, '--reason': { type: 'string' } },
        required: ['envelope', '--reason'],
      },
      output: { format: 'json', operation: 'voidEnvelope', schema: { $ref: '#/schemas/Envelope' } },
      output_with: { '--dry-run': { schema: { $ref: '#/schemas/DryRun' } } },
    });
    expect(Object.keys(part.operations)).toContain('voidEnvelope');
    expect(Object.keys(part.operations)).not.toContain('createTemplate');
    expect(Object.keys(part.schemas)).toEqual(expect.arrayContaining(['Envelope', 'Recipient', 'VoidEnvelopeRequest']));
    expect(Object.keys(part.schemas).length).toBeLessThan(10);
    expect(part.exit_codes.map(({ code }) => code)).not.toContain(13);
    expect(createJudge(released)('spec catalogue', [], ran.stdout)?.problems(part)).toEqual([]);
  });

  it('prints the commands of a noun', async () => {
    const part = (await machine.run(['spec', 'catalogue', 'profile'])).json<Part>();
    expect(part.commands.map(({ command }) => command)).toEqual(
      ['add', 'list', 'use', 'show', 'token', 'remove'].map((verb) => `esign profile ${verb}`),
    );
  });

  it.each([
    ['envelope creat', 'envelope create'],
    ['authorization create', 'authorisation create'],
    ['profil', 'profile'],
  ])('suggests a command for `%s`', async (words, meant) => {
    const ran = await machine.run(['spec', 'catalogue', ...words.split(' '), '--json']);
    expect([ran.code, ran.stdout]).toEqual([2, '']);
    expect(ran.error()).toMatchObject({ code: 'unknown_command', hint: `Did you mean "${meant}"?` });
  });

  it('has the paths of the contract file in use', async () => {
    writeFileSync(join(machine.folder, 'contract.yaml'), 'voidEnvelope.path: /api/v1/envelopes/{envelopeId}/cancel\n');
    const words = ['spec', 'catalogue', 'envelope', 'void', '--contract', 'contract.yaml'];
    const part = (await machine.run(words)).json<Part>();
    expect(part.operations['voidEnvelope']).toMatchObject({ path: '/api/v1/envelopes/{envelopeId}/cancel' });
    expect(Object.keys(part.schemas)).toContain('Envelope');
  });
});

describe('--help --json', () => {
  it.each([['envelope', 'create'], ['doctor'], ['emulator', 'fault', 'list'], ['webhook']])(
    'prints the same for %s %s %s',
    async (...words) => {
      const named = words.filter((word) => word !== undefined);
      const asked = (await machine.run(['spec', 'catalogue', ...named])).json();
      expect((await machine.run([...named, '--help', '--json'])).json()).toEqual(asked);
      expect((await machine.run(['help', ...named, '--json'])).json()).toEqual(asked);
    },
  );

  it('is filtered by --jq, and needs no argument of the command', async () => {
    const asked = await machine.run(['envelope', 'void', '--jq', '.commands[0].output.operation', '--help']);
    expect([asked.code, asked.stdout]).toEqual([0, 'voidEnvelope\n']);
  });

  it('is help text without --json', async () => {
    expect((await machine.run(['envelope', 'void', '--help'])).stdout).toContain('Usage: esign envelope void ENVELOPE');
  });
});
