import { describe, expect, it } from 'vitest';
import { listStates, type ListState, missedEvents, standingOf } from '../../../src/sending/reconcile/list-states.js';

const everything = new Set<ListState>(listStates);

describe('a state of the list beside one of the service', () => {
  it.each([
    ['sent', 'sent', 'same'],
    ['draft', 'sealed', 'behind'],
    ['sent', 'partially_signed', 'behind'],
    ['partially_signed', 'declined', 'behind'],
    ['completed', 'sealed', 'behind'],
    ['sealed', 'completed', 'ahead'],
    ['voided', 'sent', 'ahead'],
    ['partially_signed', 'sent', 'ahead'],
    ['sent', 'draft', 'ahead'],
    ['voided', 'completed', 'conflict'],
    ['declined', 'expired', 'conflict'],
    ['completed', 'voided', 'conflict'],
  ] as const)('%s and %s is %s', (listed, service, standing) => {
    expect(standingOf(listed, service, everything)).toBe(standing);
  });

  it('is the same where the list has no word for what the service says beyond it', () => {
    const few = new Set<ListState>(['draft', 'sent', 'completed']);
    expect(standingOf('completed', 'sealed', few)).toBe('same');
    expect(standingOf('sent', 'partially_signed', few)).toBe('same');
    expect(standingOf('sent', 'sealed', few)).toBe('behind');
  });
});

it('misses what occurred after its state, in the order in which it occurred', () => {
  const names = ['envelope.sent', 'recipient.completed', 'envelope.completed', 'envelope.sealed'] as const;
  const occurred = names.map((event) => ({ event, envelopeId: 'e', recipientId: null, at: null }));
  const missed = (listed: ListState): readonly string[] => missedEvents(listed, occurred).map(({ event }) => event);
  expect(missed('draft')).toEqual(names);
  expect(missed('sent')).toEqual(names.slice(1));
  expect(missed('partially_signed')).toEqual(names.slice(1));
  expect(missed('completed')).toEqual(['envelope.sealed']);
});
