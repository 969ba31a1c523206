import { expect, it } from 'vitest';
import type { DeskRow } from '../../../src/sending/desk/arrange.js';
import { chosenRow, type Desk, emptyDesk, moved, unfit, withRows } from '../../../src/sending/desk/desk.js';
import type { EnvelopeState } from '../../../src/contract/states.js';

const lateness = { now: 0, late: 1 };
const row = (id: string, status: EnvelopeState, people = id): DeskRow => ({
  id,
  firstAt: '',
  current: true,
  run: null,
  seen: {
    id,
    host: '',
    account: '',
    readAt: '',
    status,
    title: id,
    turn: [],
    sealed: null,
    names: [people],
    createdAt: null,
    sentAt: null,
    expiresAt: null,
  },
});
const rows = [row('one', 'draft', 'Thandi'), row('two', 'draft', 'Sipho'), row('three', 'voided', 'Thandi')];
const desk = withRows(emptyDesk(lateness), rows, lateness);
const after = (from: Desk, ...moves: readonly Parameters<typeof moved>[1][]): Desk =>
  moves.reduce((now, move) => moved(now, move, 10), from);

it('keeps the selection on its envelope, wherever that goes', () => {
  const second = after(desk, 'down');
  expect(chosenRow(second)?.id).toBe('two');
  const signed = withRows(second, [rows[0]!, row('two', 'voided'), row('zero', 'voided'), rows[2]!], lateness);
  expect(chosenRow(signed)?.id).toBe('two');
  expect(chosenRow(after(signed, 'first'))?.id).toBe('one');
  expect(chosenRow(after(signed, 'last', 'down'))?.id).toBe('three');
  expect(chosenRow(withRows(second, [rows[0]!], lateness))?.id).toBe('one');
});

it('filters by title, people and state, each word somewhere; Esc brings all back', () => {
  const typed = after(desk, 'filter', { typed: 'thandi void' });
  expect(chosenRow(typed)?.id).toBe('three');
  expect(after(typed, { typed: '\b' }).filter).toBe('thandi voi');
  const kept = after(typed, 'open');
  expect(kept).toMatchObject({ view: { is: 'list' }, filter: 'thandi void' });
  expect(after(kept, 'back').filter).toBe('');
  expect(after(typed, 'back').filter).toBe('');
});

it('says why an act does not fit', () => {
  expect(unfit('void', row('a', 'voided'))).toBe('Only a sent envelope can be voided. This one is voided.');
  expect(unfit('void', row('a', 'partially_signed'))).toBeNull();
  expect(unfit('correct', row('a', 'sent'))).toBeNull();
  expect(unfit('correct', row('a', 'completed'))).toMatch(/^Only a sent, declined, voided or expired envelope/);
  expect(unfit('correct', row('a', 'declined'))).toBeNull();
  expect(unfit('evidence', row('a', 'sent'))).toMatch(/complete once the envelope has ended/);
  expect(unfit('draft', row('a', 'draft'))).toMatch(/once the envelope is sent/);
});

it('takes no key but Esc while an envelope is read for a question, so that nothing typed ahead answers it', () => {
  const ask = { act: 'void', row: rows[0]!, question: 'Reason:', answer: 'Wrong unit' } as const;
  const reading: Desk = { ...desk, view: { is: 'reading', ask } };
  expect(after(reading, { typed: 'y' }, 'open', 'filter', 'down')).toBe(reading);
  expect(after(reading, 'back').view).toEqual({ is: 'list' });
});

it('keeps letters whole when a typed text is cut', () => {
  const long = after(desk, 'filter', { typed: `${'a'.repeat(199)}👍` });
  expect(long.filter.endsWith('👍')).toBe(true);
});
