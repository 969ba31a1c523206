import { describe, expect, it } from 'vitest';
import { effectsOf, mayHarm, sentencesOf } from '../../src/contract/effects.js';
import type { Operation } from '../../src/contract/operation.js';
import { type OperationId, operationIds, operations } from '../../src/contract/operations.js';
import { describedEffects } from '../support/emulator/described-operations.js';

const row = (id: OperationId): Operation => operations[id];
const asks = (id: OperationId, body: unknown, key: 'live' | 'test' | null): boolean =>
  sentencesOf(effectsOf(row(id), body, key)).length > 0;

describe('what a request does', () => {
  it('is nothing for a read, with any key', () => {
    for (const id of operationIds.filter((each) => row(each).method === 'GET')) {
      expect([id, mayHarm(row(id)), asks(id, {}, 'live')]).toEqual([id, false, false]);
    }
  });

  it.each([
    ['createEnvelope', {}, false],
    ['createEnvelope', { send: false }, false],
    ['createEnvelope', { send: null }, false],
    ['createEnvelope', { send: true }, true],
    // The service alone knows what else it reads as a yes.
    ['createEnvelope', { send: 'true' }, true],
    ['createOneOffEnvelope', { send: true }, true],
    ['createEnvelopeBatch', {}, true],
    ['decideTemplatePerson', { decision: 'both' }, false],
    ['decideTemplatePerson', { decision: 'witness' }, true],
    ['acceptNamingRun', { accept: 'high' }, false],
    ['acceptNamingRun', { accept: 'all' }, true],
    ['updateWebhook', { active: true }, false],
    ['updateWebhook', { active: true, url: 'https://example.test' }, true],
    ['updateWebhook', { active: false }, true],
    ['updateWebhook', { events: ['envelope.sent'] }, true],
    ['updateWebhook', { brand_id: null }, true],
    ['updateWebhook', undefined, true],
    ['renameTemplateField', { label: 'x' }, false],
    ['mintSigningUrl', undefined, false],
  ] as const)('%s with %j is asked about with a live key: %s', (id, body, wanted) => {
    expect(asks(id, body, 'live')).toBe(wanted);
    expect(asks(id, body, null)).toBe(wanted);
  });

  it('with a test key is what reaches people, live envelopes or endpoints', () => {
    const real = operationIds.filter((id) => asks(id, { send: true, decision: 'witness', accept: 'all' }, 'test'));
    const described = Object.keys(describedEffects).filter((id) => describedEffects[id]?.withTestKey !== undefined);
    expect(real.toSorted()).toEqual(described.toSorted());
    expect(asks('createEnvelopeBatch', {}, 'test')).toBe(false);
  });
});

describe('the facts of a row fit together', () => {
  it.each(operationIds)('%s', (id) => {
    const { repeatable, idempotencyKey, ifMatch, secretAnswer, method } = row(id);
    if (idempotencyKey === 'required') expect(repeatable).toBe('with_key');
    if (repeatable === 'with_key') expect(idempotencyKey).not.toBe('none');
    if (repeatable === 'if_unchanged') expect(ifMatch).not.toBe('none');
    if (secretAnswer) expect(repeatable).toBe('never');
    if (method === 'GET') expect(repeatable).toBe('freely');
  });
});
