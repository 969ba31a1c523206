import { describe, expect, it } from 'vitest';
import {
  after,
  aligned,
  asFields,
  asLines,
  changed,
  drawnForm,
  duplicated,
  grouped,
  isRight,
  joined,
  judged,
  pageForm,
  placedAt,
  redone,
  renamedRole,
  rolesOf,
  startOf,
  undone,
  usualRect,
  withField,
  withOffered,
  without,
} from '../../../../../src/authoring/prepare/page/browser/drawn-form.js';
import type { PreparedField } from '../../../../../src/document/prepare/prepared-field.js';
import { asRead, preparedField } from '../../../../support/pages/template-prepare.js';

const page = { width: 600, height: 800 };
const pages = [page];
const drawn = (fields: readonly PreparedField[]) => drawnForm(asRead({ fields, groups: [] }));
const tick = (label: string, role = 'Tenant') => preparedField({ type: 'tickbox', label, role });

describe('a form that is drawn on', () => {
  it('gets the fields that a doubt offers, whose data keys are kept', () => {
    const offers = [preparedField({ label: 'Company', key: 'form.company' }), preparedField({ label: 'Term' })];
    const { form, ids } = withOffered(drawn([preparedField()]), offers);
    expect([...ids]).toEqual([1, 2]);
    expect(form.fields.map(({ label, key_from: from }) => `${label} ${from}`)).toEqual([
      'Full name read',
      'Company typed',
      'Term words',
    ]);
  });

  it('gets new fields with a number of their own, what is signed required, a dropdown with choices', () => {
    const start = drawn([preparedField()]);
    const rect = usualRect('signature', { x: 0.99, y: 0.1 }, page);
    expect(rect.x + rect.w).toBeLessThanOrEqual(1);
    const { form, id } = withField(start, { type: 'signature', page: 2, rect, role: 'Tenant' });
    expect(id).toBe(1);
    expect(form.fields[1]).toMatchObject({ type: 'signature', required: true, page: 2, options: null });
    expect(withField(form, { type: 'date_signed', page: 1, rect, role: null }).form.fields[2]!.required).toBe(true);
    expect(withField(form, { type: 'dropdown', page: 1, rect, role: null }).form.fields[2]!.options).toHaveLength(2);
  });

  it('has the lines of an answer as one field or as several, and moves them together', () => {
    const at = (y: number, w = 0.3) => ({ x: 0.1, y, w, h: 0.02 });
    const start = drawn([0.3, 0.2, 0.25].map((y) => preparedField({ label: `At ${y}`, key: 'form.a', rect: at(y) })));
    const one = asLines(start, new Set([0, 1, 2]));
    expect(one.fields).toMatchObject([{ label: 'At 0.2', key: 'form.a', rect: at(0.2), more: [at(0.25), at(0.3)] }]);
    const wider = placedAt(one.fields[0]!, { x: 0.1, y: 0.21, w: 0.4, h: 0.02 });
    expect(wider.more!.map(({ y, w }) => [y.toFixed(2), w.toFixed(2)])).toEqual([
      ['0.26', '0.40'],
      ['0.31', '0.40'],
    ]);
    expect(duplicated(one, new Set([1]), [page]).form.fields[1]!.more![0]!.y).toBeGreaterThan(0.25);
    const several = asFields(one, one.fields[0]!);
    expect(several.fields.map(({ label, key, rect: { y }, more }) => [label, key, y, more])).toEqual([
      ['At 0.2', 'form.a', 0.2, undefined],
      ['At 0.2', null, 0.25, undefined],
      ['At 0.2', null, 0.3, undefined],
    ]);
    for (const change of [{ type: 'date' }, { multiline: true }] as const)
      expect(changed(one, new Set([1]), change, pages).fields[0]!.more).toBeUndefined();
  });

  it('has its key from its words until one is typed', () => {
    const start = drawn([preparedField({ label: 'Email', key: 'contact.email' })]);
    const ids = new Set([0]);
    const from = (...changes: Parameters<typeof changed>[2][]) =>
      changes.reduce((form, change) => changed(form, ids, change, pages), start).fields[0]!.key_from;
    expect(from({ required: true })).toBe('read');
    expect(from({ label: 'ID number' })).toBe('words');
    expect(from({ role: 'Landlord' })).toBe('words');
    expect(from({ key: 'lease.rent' }, { label: 'Rent' })).toBe('typed');
    expect(
      withField(start, { type: 'text', page: 1, rect: start.fields[0]!.rect, role: null }).form.fields[1],
    ).toMatchObject({ key: null, key_from: 'words' });
  });

  it('keeps what somebody found right with its field, whatever is deleted before it', () => {
    const doubt = { field: 1, words: 'It is small.' };
    const form = judged(drawn([preparedField(), preparedField()]), doubt, true);
    expect([isRight(form, doubt), isRight(form, { ...doubt, field: 0 })]).toEqual([true, false]);
    expect(pageForm(without(form, new Set([0]))).right).toEqual([{ ...doubt, field: 0 }]);
    expect(pageForm(without(form, new Set([1]))).right).toEqual([]);
    expect(judged(form, doubt, false).right).toEqual([]);
  });

  it('loses what a kind does not have when a field is of another kind', () => {
    const comb = preparedField({ max_length: 13, comb: true, key: 'person.id_number' });
    const start = drawn([comb]);
    const ids = new Set([0]);
    expect(changed(start, ids, { type: 'date' }, pages).fields[0]).toMatchObject({
      max_length: null,
      comb: false,
      key: comb.key,
    });
    expect(changed(start, ids, { type: 'signature' }, pages).fields[0]).toMatchObject({ key: null, required: true });
    const optional = changed(changed(start, ids, { type: 'signature' }, pages), ids, { required: false }, pages);
    expect(changed(optional, ids, { type: 'initials' }, pages).fields[0]).toMatchObject({ required: false });
    expect(changed(start, ids, { max_length: null }, pages).fields[0]).toMatchObject({ comb: false });
  });

  it('gets the room of a signature, from its line upwards, or of a tickbox', () => {
    const line = { x: 0.1, y: 0.5, w: 0.3, h: 0.0225 };
    const start = drawn([preparedField({ rect: line })]);
    const as = (type: 'signature' | 'tickbox' | 'date') =>
      changed(start, new Set([0]), { type }, pages).fields[0]!.rect;
    expect(as('signature')).toMatchObject({ x: 0.1, w: 0.3, h: expect.closeTo(36 / 800) });
    expect(as('signature').y + 36 / 800).toBeCloseTo(line.y + line.h);
    expect(as('tickbox')).toMatchObject({ x: 0.1, w: 12 / 600, h: 12 / 800 });
    expect(as('date')).toEqual(line);
    const below = drawn([preparedField({ rect: line }), preparedField({ rect: { ...line, y: 0.48, h: 0.015 } })]);
    const grown = changed(below, new Set([0]), { type: 'signature' }, pages).fields[0]!.rect;
    expect([grown.y, grown.y + grown.h]).toEqual([expect.closeTo(0.495), expect.closeTo(line.y + line.h)]);
  });

  it('makes one question of tickboxes, for one person, and drops a question without answers', () => {
    const start = drawn([tick('Yes'), tick('No', 'Landlord'), tick('Maybe')]);
    const form = grouped(start, new Set([0, 1]));
    const [group] = form.groups;
    expect(group).toMatchObject({ label: null, min_selected: 0, max_selected: 1 });
    expect(form.fields.map(({ group: name, option, role }) => [name, option, role])).toEqual([
      [group!.name, 'Yes', 'Tenant'],
      [group!.name, 'No', 'Tenant'],
      [null, null, 'Tenant'],
    ]);
    const three = joined(form, new Set([2]), group!.name);
    expect(three.fields[2]).toMatchObject({ group: group!.name, option: 'Maybe' });
    expect(joined(three, new Set([0, 1, 2]), null)).toMatchObject({ groups: [], fields: [{ option: null }, {}, {}] });
    expect(changed(form, new Set([0, 1]), { type: 'text' }, pages)).toMatchObject({
      groups: [],
      fields: [{ group: null }, {}, {}],
    });
    expect(without(form, new Set([0, 1])).groups).toEqual([]);
    // Another question of the form keeps its own name.
    expect(new Set(grouped(form, new Set([2])).groups.map(({ name }) => name)).size).toBe(2);
  });

  it('copies fields below themselves, without their column names', () => {
    const start = drawn([preparedField({ key: 'person.email' }), preparedField()]);
    const { form, ids } = duplicated(start, new Set([0]), [page]);
    expect([...ids]).toEqual([2]);
    expect(form.fields[2]).toMatchObject({ label: 'Full name', key: null });
    expect(form.fields[2]!.rect.y).toBeGreaterThan(start.fields[0]!.rect.y + start.fields[0]!.rect.h);
  });

  it('aligns fields with the first of them, and gives a person another name everywhere', () => {
    const rect = { x: 0.5, y: 0.4, w: 0.1, h: 0.05 };
    const start = drawn([preparedField(), preparedField({ rect }), preparedField({ role: 'Landlord' })]);
    const ids = new Set([0, 1]);
    expect(aligned(start, ids, 'left').fields[1]!.rect).toMatchObject({ x: 0.1, y: 0.4 });
    expect(aligned(start, ids, 'top').fields[1]!.rect).toMatchObject({ x: 0.5, y: 0.2 });
    expect(aligned(start, ids, 'size').fields[1]!.rect).toMatchObject({ w: 0.3, h: 0.03 });
    expect(rolesOf(start)).toEqual(['Tenant', 'Landlord']);
    expect(rolesOf(renamedRole(start, 'Tenant', 'Lessee'))).toEqual(['Lessee', 'Landlord']);
  });
});

it('undoes and redoes step by step, the letters of one act together', () => {
  let history = startOf('');
  for (const text of ['N', 'Na', 'Name']) history = after(history, text, 'label 1');
  history = after(history, 'moved');
  history = undone(history);
  expect(history.now).toBe('Name');
  history = undone(history);
  expect(history.now).toBe('');
  expect(undone(history).now).toBe('');
  history = redone(redone(history));
  expect(history.now).toBe('moved');
  expect(redone(history).now).toBe('moved');
});

it('forgets what was undone once something else is done, and starts a new act after an undo', () => {
  const typed = after(after(startOf('a'), 'ab', 'label 1'), 'abc', 'label 1');
  const other = after(undone(typed), 'ax', 'label 1');
  expect(redone(other).now).toBe('ax');
  expect(undone(other).now).toBe('a');
  expect(after(typed, typed.now)).toBe(typed);
});
