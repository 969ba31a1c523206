import { expect, it } from 'vitest';
import { nudgesOf } from '../../../src/sending/envelope/nudges.js';
import type { SeenEnvelope } from '../../../src/store/envelope-states.js';

const now = Date.parse('2026-12-10T08:00:00Z');
const day = 86_400_000;
const thandi = { role: 'Tenant', name: 'Thandi Mokoena' };
const pieter = { role: 'Landlord', name: 'Pieter van Wyk' };

function envelope(id: string, days: number, changes: Partial<SeenEnvelope> = {}): SeenEnvelope {
  const emails = [
    { ...thandi, email: id === 'b' ? 'Thandi@Example.test' : 'thandi@example.test' },
    { ...pieter, email: 'pieter@example.test' },
  ];
  const none = { createdAt: null, sentAt: null, expiresAt: null, sealed: null };
  const from = { host: '', account: '', readAt: '', title: `Lease ${id}`, status: 'sent', turn: [thandi] } as const;
  const since = { at: new Date(now - days * day).toISOString(), exact: true };
  return { ...none, ...from, id, recipients: emails, since, held: [pieter], ...changes };
}

it('writes one mail for all envelopes of an address, those who wait longest first', () => {
  const waiting = [envelope('a', 2), envelope('b', 5), envelope('c', 9, { turn: [pieter], held: [] })];
  const { people, unmailed } = nudgesOf(waiting, 0, now);
  expect(people.map(({ email, envelopes }) => [email, envelopes.map(({ id }) => id)])).toEqual([
    ['pieter@example.test', ['c']],
    ['thandi@example.test', ['b', 'a']],
  ]);
  expect(people[0]?.subject).toBe('Please sign: Lease c');
  expect(people[1]?.subject).toBe('2 documents are waiting for your signature');
  expect(people[1]?.text).toContain('- Lease b, for 5 days\n- Lease a, for 2 days\n');
  expect([people[1]?.envelopes[0]?.holdsUp, unmailed]).toEqual([['Pieter van Wyk (Landlord)'], []]);
});

it('leaves out who is asked more lately, and what is not out for signature', () => {
  const waiting = [envelope('a', 2), envelope('d', 9, { status: 'voided' }), envelope('e', 9, { since: null })];
  expect(nudgesOf(waiting, 3 * day, now)).toEqual({ people: [], unmailed: [] });
});

it('writes to nobody who signs in an app, and to no address that is not one', () => {
  const odd = [{ ...thandi, email: 'a@example.test, b@example.test' }];
  const waiting = [envelope('a', 2, { embedded: [thandi] }), envelope('b', 2, { recipients: odd })];
  const { people, unmailed } = nudgesOf(waiting, 0, now);
  expect(people).toEqual([]);
  expect(unmailed.map(({ id, why }) => [id, why])).toEqual([
    ['a', 'embedded'],
    ['b', 'address'],
  ]);
});

it('keeps a mail short enough for a link', () => {
  const many = Array.from({ length: 40 }, (_, at) => envelope(`n${at}`, at + 1));
  expect(nudgesOf(many, 0, now).people[0]?.text).toContain('- and 30 more\n');
});
