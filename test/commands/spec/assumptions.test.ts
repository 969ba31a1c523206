import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { statements } from '../../../src/contract/statements.js';
import { type Machine, newMachine } from '../../support/program.js';

interface Assumption {
  readonly kind: string;
  readonly name: string;
  readonly rule: string | null;
  readonly where: readonly string[];
}

let machine: Machine;
let data: readonly Assumption[];
beforeAll(async () => {
  machine = newMachine();
  ({ data } = (await machine.run(['spec', 'assumptions', '--json'])).json<{ data: Assumption[] }>());
});
afterAll(() => machine.remove());

describe('esign spec assumptions', () => {
  it('lists every assumed statement, and each reading once', () => {
    const assumed = statements().filter(({ basis }) => basis === 'assumed');
    expect(new Set(data.map(({ rule }) => rule))).toEqual(new Set(assumed.map(({ id }) => id)));
    const names = data.map(({ kind, name }) => `${kind} ${name}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it.each([
    ['event.type-property', 'event'],
    ['decide.filled-by', 'decideTemplatePerson.body.filled_by'],
    ['template.warning-item', 'getTemplate.answer.warnings[]'],
    ['key.life', 'idempotencyHours'],
    ['rate.draft-values', 'draftsPerMinute'],
    ['field.core-namespaces', 'field'],
    ['state.recipient-states', 'getEnvelope.answer.recipients[].status'],
    ['text-tags.syntax', 'createTemplate'],
    ['status.template-changed', 'renameTemplateField.412'],
  ])('says that %s shows at %s', (id, place) => {
    expect(data.find(({ rule }) => rule === id)?.where).toContain(place);
  });

  it('tells which lines of a contract file correct them', async () => {
    const contract = join(machine.folder, 'contract.yaml');
    writeFileSync(
      contract,
      'sendEnvelope.path: /x/{envelopeId}\ncodes.brand_unknown.status: 404\n"delivery.body.event": type\n',
    );
    const ran = await machine.run(['spec', 'assumptions', '--json', '--contract', contract]);
    const { data } = ran.json<{ data: { name: string; corrected: { name: string }[] }[] }>();
    const lines = (name: string) => data.find((one) => one.name === name)?.corrected.map((line) => line.name);
    expect(lines('sendEnvelope')).toEqual(['sendEnvelope.path']);
    expect(lines('brand_unknown')).toEqual(['codes.brand_unknown.status']);
    expect(lines('listTemplates')).toEqual([]);
  });
});
