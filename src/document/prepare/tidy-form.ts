import type { Rect } from '../read-document.js';
import type { PreparedField, PreparedForm } from './prepared-field.js';

/**
 * The form as it is written and read back: white space in texts is single, a rectangle has six decimals, and a tick of a
 * question is required when its question is.
 */
export function tidyForm({ fields, groups }: PreparedForm): PreparedForm {
  const needed = new Set(groups.filter(({ min_selected: min }) => min > 0).map(({ name }) => tidyText(name)));
  return {
    fields: fields.map((field) => tidyField(field, needed)),
    groups: groups.map(({ name, label, ...counts }) => ({ name: tidyText(name), label: tidyOrNull(label), ...counts })),
  };
}

/** A text without what nobody sees. */
const tidyText = (text: string): string => text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim();

function tidyField(field: PreparedField, needed: ReadonlySet<string>): PreparedField {
  const group = tidyOrNull(field.group);
  return {
    ...field,
    label: tidyText(field.label),
    role: tidyOrNull(field.role),
    group,
    option: tidyOrNull(field.option),
    options: field.options?.map(tidyText) ?? null,
    required: group === null ? field.required : needed.has(group),
    rect: rounded(field.rect),
    ...(field.more === undefined ? {} : { more: field.more.map(rounded) }),
  };
}

function tidyOrNull(text: string | null): string | null {
  const tidy = text === null ? '' : tidyText(text);
  return tidy === '' ? null : tidy;
}

function rounded({ x, y, w, h }: Rect): Rect {
  const round = (value: number): number => Math.round(value * 1_000_000) / 1_000_000;
  return { x: round(x), y: round(y), w: round(w), h: round(h) };
}
