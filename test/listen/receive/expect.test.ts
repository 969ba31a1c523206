import { describe, expect, it } from 'vitest';
import { Expected } from '../../../src/listen/receive/expect.js';

const take = (expected: Expected, ...events: readonly (readonly [event: string, envelope: string])[]) => {
  let state = expected.state();
  for (const [event, envelopeId] of events) state = expected.take({ event, envelopeId });
  return state;
};

describe('what is expected', () => {
  it('is fulfilled by one envelope, in any order, with other events between', () => {
    const expected = new Expected(['envelope.sent', 'envelope.completed']);
    expect(take(expected, ['recipient.completed', 'a'], ['envelope.completed', 'a'])).toMatchObject({
      is: 'open',
      missing: ['envelope.sent'],
    });
    expect(take(expected, ['envelope.sent', 'a'])).toEqual({ is: 'met', envelopeId: 'a' });
  });

  it('is not fulfilled by two envelopes together', () => {
    const expected = new Expected(['envelope.sent', 'envelope.completed']);
    expect(take(expected, ['envelope.sent', 'a'], ['envelope.completed', 'b']).is).toBe('open');
  });

  it('takes an event as often as it is named', () => {
    const expected = new Expected(['recipient.completed', 'recipient.completed']);
    expect(take(expected, ['recipient.completed', 'a']).is).toBe('open');
    expect(take(expected, ['recipient.completed', 'a']).is).toBe('met');
  });

  it('cannot come once every envelope has ended otherwise', () => {
    const expected = new Expected(['envelope.completed']);
    expect(take(expected, ['envelope.sent', 'a'], ['envelope.sent', 'b'], ['envelope.voided', 'a']).is).toBe('open');
    expect(take(expected, ['envelope.declined', 'b'])).toMatchObject({
      is: 'impossible',
      because: { event: 'envelope.declined', envelopeId: 'b' },
      missing: ['envelope.completed'],
    });
  });

  it('may come after an end that brings it, and late where order is not guaranteed', () => {
    expect(take(new Expected(['envelope.sealed']), ['envelope.completed', 'a']).is).toBe('open');
    expect(take(new Expected(['envelope.declined', 'envelope.sent']), ['envelope.declined', 'a']).is).toBe('open');
    // Sealing that failed may still succeed: support can requeue it.
    expect(take(new Expected(['envelope.sealed']), ['envelope.sealing_failed', 'a']).is).toBe('open');
  });

  it('counts the one envelope alone that was named', () => {
    const expected = new Expected(['envelope.sent'], new Set(['a']));
    expect(take(expected, ['envelope.sent', 'b'], ['envelope.voided', 'b']).is).toBe('open');
    expect(take(expected, ['envelope.sent', 'a']).is).toBe('met');
  });

  it('counts what came before the envelope was known to count', () => {
    const own = new Set<string>();
    const expected = new Expected(['envelope.sent', 'envelope.sealed'], own);
    expect(take(expected, ['envelope.sent', 'a'], ['envelope.sealed', 'a'], ['envelope.sent', 'b']).is).toBe('open');
    own.add('b');
    expect(expected.state()).toEqual({ is: 'open', missing: ['envelope.sealed'] });
    own.add('a');
    expect(expected.state()).toEqual({ is: 'met', envelopeId: 'a' });
  });

  it('is not given up while an envelope that counts has brought nothing yet', () => {
    const expected = new Expected(['envelope.completed'], new Set(['a', 'b']));
    expect(take(expected, ['envelope.voided', 'c'], ['envelope.voided', 'a']).is).toBe('open');
    expect(take(expected, ['envelope.voided', 'b']).is).toBe('impossible');
  });
});
