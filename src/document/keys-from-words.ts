import { byReadingOrder, type FoundBox } from './detect/found-box.js';
import { findPeople } from './detect/people.js';
import { suggestKeys } from './detect/suggest-key.js';
import type { PageSize } from './read-document.js';
import { nameFields } from './prepare/field-names.js';
import { keysOfSeveral, type PreparedField, type PreparedForm } from './prepare/prepared-field.js';

/**
 * The data key of each field of a form that its label and its person make sure, as an upload of the prepared document
 * would find it; null where they do not. Fields with `hasOwnKey` keep theirs, which no other field of the person gets.
 */
export function keysFromWords<Field extends PreparedField>(
  form: PreparedForm & { readonly fields: readonly Field[] },
  pages: readonly Pick<PageSize, 'width' | 'height'>[],
  hasOwnKey: (field: Field) => boolean,
): readonly (string | null)[] {
  const names = nameFields(form, new Set());
  const sorted = form.fields
    .map((field, index) => ({ ...boxOf(field, pages[field.page - 1], (names[index] ?? []).join('.')), index }))
    .sort(byReadingOrder);
  const people = findPeople(sorted);
  const personOf = new Map(people.flatMap(({ boxes }, person) => boxes.map((place) => [place, person] as const)));
  const suggested = suggestKeys(
    sorted,
    people,
    sorted.map((_, place) => personOf.get(place) ?? null),
  );
  const sure = new Map(
    sorted.map(({ index }, place) => {
      const { key = null, confidence } = suggested[place] ?? {};
      return [index, confidence === 'high' ? key : null] as const;
    }),
  );
  const own = new Set<PreparedField>(form.fields.filter(hasOwnKey));
  const taken = new Set([...own].map(({ role, key }) => JSON.stringify([role, key])));
  const keys = form.fields.map(({ role }, index) => {
    const key = sure.get(index) ?? null;
    return key === null || taken.has(JSON.stringify([role, key])) ? null : key;
  });
  // A prepared document says whose a field is, and not whom its value is about: two people would share one.
  const several = keysOfSeveral(
    form.fields.map((field, index) => ({
      role: field.role,
      key: own.has(field) ? field.key : (keys[index] ?? null),
    })),
  );
  return keys.map((key) => (key !== null && several.has(key) ? null : key));
}

function boxOf(
  { page, type, label, role, required, rect, options, group, option, multiline }: PreparedField,
  { width, height }: Pick<PageSize, 'width' | 'height'> = { width: 595, height: 842 },
  name: string,
): FoundBox {
  const words = label.trim() === '' ? null : label;
  return {
    type,
    label: words,
    required,
    page,
    area: {
      left: rect.x * width,
      top: rect.y * height,
      right: (rect.x + rect.w) * width,
      bottom: (rect.y + rect.h) * height,
    },
    options,
    question: group,
    option_value: option,
    context: {
      label: words,
      row: null,
      column: null,
      option,
      section: null,
      nearby: [],
      widget_name: name,
      tooltip: words,
    },
    tag: { role, key: null, subject: null },
    multiline,
    cells: null,
    continuations: null,
  };
}
