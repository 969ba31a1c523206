import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  arrivedStatement,
  deliveryBody,
  findDeliveries,
  findStatement,
  insertDelivery,
  lastPlace,
  listDeliveries,
  listStatement,
  recordAttempt,
  seenStatement,
} from '../../src/store/deliveries.js';
import { type Delivery, isUndelivered, type NewDelivery } from '../../src/store/delivery.js';
import { envelopesNewestFirst } from '../../src/store/known-envelopes.js';
import { openState, type State } from '../../src/store/state.js';
import { delivered, failed, newDelivery, sending } from '../support/records/recorded-deliveries.js';
import { fresh } from '../support/shared.js';
import { newFolder } from '../support/folder.js';

const folder = fresh(newFolder);
let state: State;
let time = Date.parse('2026-12-01T08:00:00Z');
const now = (): number => (time += 1);
const other = 'http://127.0.0.1:4000/';

beforeEach(() => {
  state = openState(folder.path);
});

const add = (id: string, overrides: Partial<NewDelivery> = {}): number =>
  state.write((sql) => insertDelivery(sql, newDelivery(id, now(), overrides), null));
const attempt = (id: string, forward: Parameters<typeof recordAttempt>[2]): void =>
  void state.write((sql) => recordAttempt(sql, id, forward, null));
const ids = (all: readonly Delivery[]): readonly string[] => all.map(({ id }) => id);

describe('a recorded delivery', () => {
  it('has its raw bytes, its facts, and what became of it', () => {
    const body = Buffer.from([0x7b, 0x00, 0xff, 0x0a, 0x0d, 0x7d]);
    const given = newDelivery('a', time, { body, signature: ['t=1', 'v1="é"'], endpoint: 'w', retryCount: 3 });
    const { target: _target, body: _body, ...facts } = given;
    state.write((sql) => insertDelivery(sql, given, null));
    const [found] = listDeliveries(state, {});
    expect(found).toEqual({
      ...facts,
      place: 1,
      size: 6,
      forward: { is: 'waiting', target: 'http://127.0.0.1:3000/' },
      repeats: 0,
    });
    expect(deliveryBody(state, found!)).toEqual(body);
    for (const forward of [sending(now()), failed(now()), { ...failed(now()), is: 'given-up' }, delivered(now())]) {
      attempt('a', forward as ReturnType<typeof failed>);
      expect(listDeliveries(state, {})[0]?.forward).toEqual(forward);
    }
  });

  it('stays delivered, and keeps its latest attempt, when the clock was set back in between', () => {
    const before = time - 400_000;
    for (const id of ['a', 'b']) {
      add(id);
      attempt(id, failed(now()));
    }
    attempt('a', { ...delivered(before), attempts: 2 });
    attempt('b', { ...failed(before), attempts: 2, status: 502 });
    expect(listDeliveries(state, {}).map(({ forward }) => forward)).toMatchObject([
      { is: 'failed', attempts: 2, status: 502 },
      { is: 'delivered' },
    ]);
    attempt('a', { ...failed(now()), attempts: 3 });
    expect(findDeliveries(state, 'a')[0]?.forward.is).toBe('delivered');
  });

  it('is found by its ID, the start of it, its event and its envelope', () => {
    add('aa11');
    add('bb22', { envelopeId: 'E2' });
    const found = (id: string): readonly string[] => ids(findDeliveries(state, id));
    expect([found('aa11'), found('bb'), found('event-aa11'), found('e2'), found('E2')]).toEqual([
      ['aa11'],
      ['bb22'],
      ['aa11'],
      ['bb22'],
      ['bb22'],
    ]);
    expect([found('b2'), found('%'), found('')]).toEqual([[], [], ['aa11', 'bb22']]);
  });

  it('makes its envelope known, unless it did not verify', () => {
    const [one, two] = [randomUUID(), randomUUID()];
    add('a', { envelopeId: one.toUpperCase() });
    add('b', { envelopeId: two, verdict: { ok: false, cause: 'mismatch', words: '' } });
    expect([...envelopesNewestFirst(state, '127.0.0.1:4747')].map(({ id }) => id)).toEqual([one]);
  });

  it('holds whatever a sender wrote', () => {
    const text = 'a\0b\n"\u{d800}é';
    const hostile = { event: text, envelopeId: text, recipientId: text, createdAt: text, contentType: text };
    add('a', { ...hostile, eventId: text, verdict: { ok: false, cause: 'mismatch', words: text }, target: null });
    add('b', { ...hostile, eventId: text, signature: [text] });
    attempt('b', { ...failed(now()), words: text });
    const [found] = listDeliveries(state, { needed: {} });
    expect(found).toMatchObject({
      id: 'b',
      event: 'a\u{fffd}b\n"\u{fffd}é',
      signature: [expect.stringContaining('é')],
    });
    expect(ids(findDeliveries(state, text))).toEqual(['a', 'b']);
  });
});

describe('a list of deliveries', () => {
  it('has the latest first, as many as wanted, and those that the flags choose', () => {
    const refused = { verdict: { ok: false, cause: 'mismatch', words: 'Wrong secret.' }, target: null } as const;
    add('a', { event: 'envelope.voided' });
    add('b', refused);
    const since = time;
    add('c', { envelopeId: 'envelope-a' });
    expect(ids(listDeliveries(state, {}))).toEqual(['c', 'b', 'a']);
    expect(ids(listDeliveries(state, {}, 2))).toEqual(['c', 'b']);
    expect(ids(listDeliveries(state, { events: ['envelope.voided', 'other'] }))).toEqual(['a']);
    expect(ids(listDeliveries(state, { refused: true }))).toEqual(['b']);
    expect(ids(listDeliveries(state, { envelope: 'ENVELOPE-a' }))).toEqual(['c', 'a']);
    expect(ids(listDeliveries(state, { since }))).toEqual(['c', 'b']);
    const last = lastPlace(state);
    add('d');
    expect(ids(listDeliveries(state, { after: last }))).toEqual(['d']);
  });

  it('of those that apps need has each event once for each URL that has not received it', () => {
    const all: { readonly id: string; readonly eventId: string | null; readonly to: string | null }[] = [];
    for (let index = 0; index < 400; index += 1) {
      const id = `d${String(index).padStart(3, '0')}`;
      const to = index % 13 === 0 ? null : index % 5 === 0 ? other : 'http://127.0.0.1:3000/';
      // Each seventh event came to the other listener before.
      const eventId = index % 11 === 0 ? null : index % 7 === 0 ? (all.at(-3)?.eventId ?? null) : `event-${id}`;
      all.push({ id, eventId, to });
      add(id, { listener: index % 2 === 0 ? 'one' : 'two', eventId, target: to });
      if (to === null) continue;
      if (index % 10 === 1) attempt(id, failed(now(), to));
      if (index % 10 === 2) attempt(id, { ...failed(now(), to), is: 'given-up' });
      if (index % 10 === 4) attempt(id, sending(now(), to));
      if (index % 10 > 4 || index % 40 === 3) attempt(id, delivered(now(), to));
    }
    const recorded = listDeliveries(state, {}).toReversed();
    for (const to of [undefined, other, 'http://127.0.0.1:5000/']) {
      const key = ({ id, eventId, forward }: Delivery): string =>
        `${eventId ?? id} ${to ?? ('target' in forward ? forward.target : '')}`;
      const taken = new Set(recorded.filter(({ forward }) => to === undefined && forward.is === 'delivered').map(key));
      const first = new Map<string, string>();
      for (const each of recorded.filter((one) => isUndelivered(one) && !taken.has(key(one)))) {
        if (!first.has(key(each))) first.set(key(each), each.id);
      }
      expect(ids(listDeliveries(state, { needed: { to } }))).toEqual([...first.values()].toReversed());
      expect(first.size).toBeGreaterThan(70);
    }
  });
});

describe('a question about deliveries reads no table from its beginning', () => {
  const plan = (statement: string, ...values: readonly (string | number | null)[]): string =>
    state
      .read((sql) => sql.all<{ detail: string }>(`EXPLAIN QUERY PLAN ${statement}`, ...values), [])
      .map(({ detail }) => detail)
      .join('\n');
  const list = (filter: Parameters<typeof listStatement>[0]): string => {
    const { where, values } = listStatement(filter);
    return plan(`SELECT id FROM deliveries WHERE ${where}`, ...(values as string[]), 50);
  };
  beforeEach(() => void add('a'));

  it.each([
    ['whether an event was seen', () => plan(seenStatement, 'e', 0, 'one', 1, 1)],
    ['whether an event of an envelope arrived', () => plan(arrivedStatement, 'e', 'x', 'one')],
    ['by an ID', () => plan(`SELECT id FROM deliveries WHERE ${findStatement}`, 'a', 'b', 'a', 'a')],
    ['of an envelope', () => list({ envelope: 'e' })],
    ['that apps need', () => list({ needed: {} })],
    ['that another app needs', () => list({ needed: { to: other } })],
    ['that did not verify', () => list({ refused: true })],
    ['that are new', () => list({ after: 1 })],
  ])('%s', (_what, plans) => {
    expect(plans()).not.toMatch(/SCAN (?!deliveries USING (COVERING )?INDEX deliveries_(undelivered|refused))/);
    expect(plans()).not.toMatch(/SCAN(?!.*INDEX)/);
  });

  it('and the newest ones are read from the end', () => {
    expect(list({})).toBe('SCAN deliveries');
    expect(list({})).not.toContain('TEMP B-TREE');
  });
});
