import type { PreparedField, PreparedGroup } from '../../../../document/prepare/prepared-field.js';
import type { BoxType, Rect } from '../../../../document/read-document.js';
import type { Doubt, PageField, PageForm, PreparePage } from '../shapes.js';
import { moved, within } from './geometry.js';

/** The form as it is drawn on, and what can be done to it. Every act answers with a new form. */

/** A field with a number that stays its own while the page is open. */
export interface DrawnField extends PageField {
  readonly id: number;
}

export interface DrawnForm {
  readonly fields: readonly DrawnField[];
  readonly groups: readonly PreparedGroup[];
  /** What somebody looked at and found right, each with the number of its field. */
  readonly right: readonly Said[];
}

/** As the server sent it: the numbers of the fields are their places then. */
export const drawnForm = ({ fields, groups, right }: PageForm): DrawnForm => ({
  fields: fields.map((field, id) => ({ ...field, id })),
  groups,
  right,
});

/** As the server gets it. */
export const pageForm = ({ fields, groups, right }: DrawnForm): PageForm => ({
  fields: fields.map((field) => {
    const { id: _, ...rest } = field;
    return rest;
  }),
  groups,
  right: right.flatMap(({ field, words }): readonly Said[] => {
    const index = fields.findIndex(({ id }) => id === field);
    if (field !== null && index < 0) return [];
    return [{ field: field === null ? null : index, words }];
  }),
});

/** A doubt, without its page. */
type Said = Pick<Doubt, 'field' | 'words'>;

/** Whether somebody found right what a doubt says. */
export const isRight = ({ right }: DrawnForm, doubt: Said): boolean =>
  right.some(({ field, words }) => field === doubt.field && words === doubt.words);

/** With a doubt that is found right, or that is to be looked at again. */
export const judged = (form: DrawnForm, { field, words }: Said, right: boolean): DrawnForm => ({
  ...form,
  right: [
    ...form.right.filter((each) => each.field !== field || each.words !== words),
    ...(right ? [{ field, words }] : []),
  ],
});

/** Width and height in points of a field that is placed with a click. */
const sizes: Readonly<Record<BoxType, readonly [width: number, height: number]>> = {
  text: [150, 18],
  date: [90, 18],
  dropdown: [150, 18],
  tickbox: [12, 12],
  signature: [160, 36],
  initials: [48, 24],
  date_signed: [90, 18],
  signer_name: [150, 18],
  signer_email: [150, 18],
  signer_title: [150, 18],
  signer_company: [150, 18],
};

/** A rectangle of the usual size of a kind, from a point. */
export function usualRect(type: BoxType, at: { readonly x: number; readonly y: number }, page: PreparePage): Rect {
  const [width, height] = sizes[type];
  return within({ ...at, w: width / page.width, h: height / page.height });
}

const firstOptions = ['Option 1', 'Option 2'];

/** Whether it is part of signing, which is required unless somebody says otherwise. */
const isSigned = (type: BoxType): boolean => type === 'signature' || type === 'initials' || type === 'date_signed';

interface Place {
  readonly type: BoxType;
  /** 1-based. */
  readonly page: number;
  readonly rect: Rect;
  readonly role: string | null;
}

/** With one more field. */
export function withField(form: DrawnForm, place: Place): { readonly form: DrawnForm; readonly id: number } {
  const id = nextId(form);
  const field: DrawnField = {
    id,
    ...place,
    label: '',
    required: isSigned(place.type),
    options: place.type === 'dropdown' ? firstOptions : null,
    max_length: null,
    comb: false,
    multiline: false,
    group: null,
    option: null,
    key: null,
    key_from: 'words',
  };
  return { form: { ...form, fields: [...form.fields, field] }, id };
}

/** With the fields that would put a doubt right, and their numbers. */
export function withOffered(form: DrawnForm, offers: readonly PreparedField[]) {
  const first = nextId(form);
  const fields = offers.map((field, index): DrawnField => ({
    ...field,
    id: first + index,
    key_from: field.key === null ? 'words' : 'typed',
  }));
  return { form: { ...form, fields: [...form.fields, ...fields] }, ids: new Set(fields.map(({ id }) => id)) };
}

const nextId = ({ fields }: DrawnForm): number => Math.max(-1, ...fields.map(({ id }) => id)) + 1;

export type Change = Partial<Omit<DrawnField, 'id'>>;

/**
 * With the same change to each of these fields. What becomes a signature or a tickbox gets the least room of one, from
 * its line upwards.
 */
export const changed = (
  form: DrawnForm,
  ids: ReadonlySet<number>,
  change: Change,
  pages: readonly PreparePage[],
): DrawnForm =>
  tidy({
    ...form,
    fields: form.fields.map((field) => {
      if (!ids.has(field.id)) return field;
      // As a signature that is drawn, one that was another kind must be given.
      const becomesSigned = change.type !== undefined && isSigned(change.type) && !isSigned(field.type);
      const page = pages[field.page - 1];
      const rect =
        change.type === undefined || page === undefined ? field.rect : roomFor(change.type, field, page, form.fields);
      return fitting(followed({ ...field, rect, ...(becomesSigned ? { required: true } : {}), ...change }, change));
    }),
  });

function roomFor(type: BoxType, field: DrawnField, page: PreparePage, all: readonly DrawnField[]): Rect {
  const { type: before, rect } = field;
  if (type === before) return rect;
  const [width, height] = [sizes[type][0] / page.width, sizes[type][1] / page.height];
  if (type === 'tickbox') {
    return within({ x: rect.x, y: rect.y + Math.max(rect.h - height, 0) / 2, w: width, h: height });
  }
  if ((type !== 'signature' && type !== 'initials') || rect.h >= height) return rect;
  const bottom = rect.y + rect.h;
  // Not over the field above.
  const above = all.filter(
    ({ id, page: on, rect: other }) =>
      id !== field.id &&
      on === field.page &&
      other.x < rect.x + rect.w &&
      other.x + other.w > rect.x &&
      other.y + other.h <= rect.y + rect.h / 2,
  );
  const top = Math.max(bottom - height, ...above.map(({ rect: other }) => other.y + other.h));
  return top >= rect.y ? rect : within({ ...rect, y: top, h: bottom - top });
}

/** A key that nobody typed is that of the words: it follows them. */
function followed(field: DrawnField, change: Change): DrawnField {
  if (change.key !== undefined) return { ...field, key_from: 'typed' };
  const isOther = change.label !== undefined || change.role !== undefined || change.type !== undefined;
  return isOther && field.key_from === 'read' ? { ...field, key_from: 'words' } : field;
}

/** In another place, with its further lines, which are as wide as it is and keep their distance. */
export function placedAt<Field extends PreparedField>(field: Field, rect: Rect): Field {
  if (field.more === undefined) return { ...field, rect };
  const { x, y, w, h } = field.rect;
  const [dx, dy, dw] = [rect.x - x, rect.y + rect.h - y - h, rect.w - w];
  const more = field.more.map((line) =>
    within({ x: line.x + dx, y: line.y + dy, w: Math.max(line.w + dw, 0.01), h: line.h }),
  );
  return { ...field, rect, more };
}

/** With these texts, from the top, as the lines of one answer: the first one's. */
export function asLines(form: DrawnForm, ids: ReadonlySet<number>): DrawnForm {
  const lines = form.fields.filter(({ id }) => ids.has(id)).toSorted((a, b) => a.rect.y - b.rect.y);
  const [head, ...rest] = lines;
  if (head === undefined) return form;
  const more = lines.flatMap(({ rect, more: own = [] }) => [rect, ...own]).slice(1);
  const joinedOne = { ...head, multiline: false, more };
  return without(
    mapped(form, new Set([head.id]), () => joinedOne),
    new Set(rest.map(({ id }) => id)),
  );
}

/** With a field for each line of an answer. */
export function asFields(form: DrawnForm, { more = [], ...field }: DrawnField): DrawnForm {
  const first = nextId(form);
  const rest = more.map((rect, index): DrawnField => ({
    ...field,
    rect,
    id: first + index,
    key: null,
    key_from: 'words',
  }));
  return { ...form, fields: form.fields.flatMap((each) => (each.id === field.id ? [field, ...rest] : [each])) };
}

/** With each of these fields changed in its own way. */
export const mapped = (
  form: DrawnForm,
  ids: ReadonlySet<number>,
  change: (field: DrawnField) => DrawnField,
): DrawnForm => ({ ...form, fields: form.fields.map((field) => (ids.has(field.id) ? change(field) : field)) });

/** Without what the kind of the field does not have. */
function fitting({ more, ...field }: DrawnField): DrawnField {
  const { type } = field;
  const isText = type === 'text';
  const isTick = type === 'tickbox';
  const options = type === 'dropdown' ? (field.options ?? firstOptions) : null;
  const max_length = isText ? field.max_length : null;
  const comb = isText && field.comb && max_length !== null;
  const multiline = isText && field.multiline && !comb;
  const key = hasKey(type) ? field.key : null;
  return {
    ...field,
    options,
    max_length,
    comb,
    multiline,
    key,
    ...(more === undefined || !isText || comb || multiline ? {} : { more }),
    ...(isTick ? {} : { group: null, option: null }),
  };
}

/** Whether a value can be sent for it. */
export const hasKey = (type: BoxType): boolean =>
  ['text', 'date', 'dropdown', 'tickbox', 'signer_title', 'signer_company'].includes(type);

/** Without groups that no tickbox belongs to. */
function tidy(form: DrawnForm): DrawnForm {
  const used = new Set(form.fields.map(({ group }) => group));
  const groups = form.groups.filter(({ name }) => used.has(name));
  return groups.length === form.groups.length ? form : { ...form, groups };
}

export const without = (form: DrawnForm, ids: ReadonlySet<number>): DrawnForm =>
  tidy({ ...form, fields: form.fields.filter(({ id }) => !ids.has(id)) });

/** Copies of these fields right below them, and their numbers. A data key is not copied: it would be used twice. */
export function duplicated(form: DrawnForm, ids: ReadonlySet<number>, pages: readonly PreparePage[]) {
  const first = nextId(form);
  const chosen = form.fields.filter(({ id }) => ids.has(id));
  const height = Math.max(0, ...chosen.map(({ rect }) => rect.h));
  const page = pages[(chosen[0]?.page ?? 1) - 1];
  const rects = moved(
    chosen.map(({ rect }) => rect),
    0,
    height + 4 / (page?.height ?? 800),
  );
  const copies = chosen.map((field, index) => ({
    ...placedAt(field, rects[index] ?? field.rect),
    id: first + index,
    key: null,
    key_from: 'words' as const,
  }));
  return { form: { ...form, fields: [...form.fields, ...copies] }, ids: new Set(copies.map(({ id }) => id)) };
}

/** The people of a form, in the order of their fields. */
export const rolesOf = ({ fields }: Pick<DrawnForm, 'fields'>): readonly string[] => [
  ...new Set(fields.flatMap(({ role }) => (role === null ? [] : [role]))),
];

/** With another name for a person. */
export const renamedRole = (form: DrawnForm, role: string, name: string): DrawnForm => ({
  ...form,
  fields: form.fields.map((field) => (field.role === role ? { ...field, role: name } : field)),
});

/** With these tickboxes as the answers to one question, choose one at first. */
export function grouped(form: DrawnForm, ids: ReadonlySet<number>): DrawnForm {
  const names = new Set(form.groups.map(({ name }) => name));
  let number = form.groups.length + 1;
  while (names.has(`Question ${number}`)) number += 1;
  const name = `Question ${number}`;
  const role = form.fields.find((field) => ids.has(field.id))?.role ?? null;
  return tidy({
    ...form,
    fields: form.fields.map((field) =>
      ids.has(field.id) ? { ...field, group: name, option: field.option ?? field.label, role } : field,
    ),
    groups: [...form.groups, { name, label: null, min_selected: 0, max_selected: 1 }],
  });
}

/** In a group or, with null, alone. A tickbox that joins answers with what it is called, and belongs to whom the others do. */
export function joined(form: DrawnForm, ids: ReadonlySet<number>, group: string | null): DrawnForm {
  const role = form.fields.find((field) => field.group === group)?.role;
  return tidy(
    mapped(form, ids, (field) =>
      group === null
        ? { ...field, group: null, option: null }
        : { ...field, group, option: field.option ?? field.label, role: role === undefined ? field.role : role },
    ),
  );
}

export const withGroup = (form: DrawnForm, name: string, change: Partial<PreparedGroup>): DrawnForm => ({
  ...form,
  groups: form.groups.map((group) => (group.name === name ? { ...group, ...change } : group)),
});

/** What the ends of a selection are brought to: those of the first field. */
export function aligned(form: DrawnForm, ids: ReadonlySet<number>, how: 'left' | 'top' | 'size'): DrawnForm {
  const first = form.fields.find(({ id }) => ids.has(id))?.rect;
  if (first === undefined) return form;
  return mapped(form, ids, (field) => {
    const { rect } = field;
    if (how === 'left') return { ...field, rect: within({ ...rect, x: first.x }) };
    if (how === 'top') return { ...field, rect: within({ ...rect, y: first.y }) };
    return { ...field, rect: within({ ...rect, w: first.w, h: first.h }) };
  });
}

/** What was done, step by step, for undo and redo. */
export interface History<T> {
  readonly past: readonly T[];
  readonly now: T;
  readonly future: readonly T[];
  /** What the last step was part of; a next part of the same replaces it. */
  readonly act: string | null;
}

export const startOf = <T>(now: T): History<T> => ({ past: [], now, future: [], act: null });

/** Steps that are kept. */
const most = 500;

/** With a new state. Steps of one act, such as letters of one label, are undone together. */
export function after<T>(history: History<T>, now: T, act: string | null = null): History<T> {
  if (now === history.now) return history;
  const isMore = act !== null && act === history.act;
  const past = isMore ? history.past : [...history.past, history.now].slice(-most);
  return { past, now, future: [], act };
}

export function undone<T>(history: History<T>): History<T> {
  const now = history.past.at(-1);
  if (now === undefined) return history;
  return { past: history.past.slice(0, -1), now, future: [history.now, ...history.future], act: null };
}

export function redone<T>(history: History<T>): History<T> {
  const [now, ...future] = history.future;
  return now === undefined ? history : { past: [...history.past, history.now], now, future, act: null };
}
