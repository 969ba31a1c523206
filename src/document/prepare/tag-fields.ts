import type { PageView } from '../read-document.js';
import { leastBox, parseTag } from '../tag-grammar.js';
import type { PreparedField, PreparedForm } from './prepared-field.js';
import { tidyForm } from './tidy-form.js';

/** A form as text tags and, for what they cannot say, form fields. */
interface TagFields {
  readonly tags: readonly PreparedField[];
  readonly left: PreparedForm;
  /** What the tags cannot say, each once. */
  readonly reasons: readonly string[];
}

/** In characters, with its braces. */
const LONGEST = 500;
/** Different letters of all tags together: as many as one font has. */
const MOST_LETTERS = 255;

/** Takes a form apart: each field is a text tag (`tag-grammar.ts`) where that says all of it, and else a form field. */
export function tagFields(form: PreparedForm, pages: readonly PageView[]): TagFields {
  const { fields, groups } = tidyForm(form);
  const letters = new Set<string>();
  const why = fields.map((field) => {
    const reason = unsayable(field, pages[field.page - 1]);
    if (reason !== null) return reason;
    const more = new Set([...letters, ...tagOf(field)]);
    if (more.size > MOST_LETTERS) return 'more than 255 different letters';
    for (const letter of more) letters.add(letter);
    return null;
  });
  return {
    tags: fields.filter((_, index) => why[index] === null),
    left: { fields: fields.filter((_, index) => why[index] !== null), groups },
    reasons: [...new Set(why.flatMap((reason) => reason ?? []))],
  };
}

/** The text tag of a field, with its braces. */
export function tagOf({ label, type, role, key, required, options }: PreparedField): string {
  const parts = [
    label,
    `type=${type}`,
    ...(role === null ? [] : [`role=${role}`]),
    ...(key === null ? [] : [`key=${key}`]),
    ...(required ? [] : ['required=false']),
    ...(options === null ? [] : [`options=${options.join('|')}`]),
  ];
  return `{{${parts.join(';')}}}`;
}

function unsayable(field: PreparedField, page: PageView | undefined): string | null {
  const { type, label, role, group, comb, max_length: max, multiline, rect, key, options, required } = field;
  if (group !== null) return 'which tickboxes answer one question';
  if (comb) return 'combs';
  if (max !== null) return 'maximum lengths';
  if (multiline || field.more !== undefined) return 'several lines';
  // Beside others, a tag without a role is refused; alone, it belongs to theirs.
  if (role === null) return 'fields of nobody in particular';
  const across = [rect.w * (page?.width ?? 0), rect.h * (page?.height ?? 0)];
  // Text that lies on its side is as long as the place is high.
  const [width = 0, height = 0] = (page?.text_turns ?? 0) % 2 === 0 ? across : across.toReversed();
  const least = leastBox(type);
  if (type === 'tickbox' && Math.abs(width - height) > 0.01) return 'tickboxes that are not square';
  if (width < least.width || height < least.height) return 'fields as small as some';
  const tag = tagOf(field);
  const said = parseTag(tag.slice(2, -2));
  const isSaid =
    typeof said !== 'string' &&
    !/[{}]/u.test(tag.slice(2, -2)) &&
    !/[\u{10000}-\u{10ffff}]/u.test(tag) &&
    tag.length <= LONGEST &&
    [said.label, said.type, said.role, said.key, said.required, `${said.options}`].join('\n') ===
      [label, type, role, key, required, `${options}`].join('\n');
  return isSaid ? null : 'labels, roles or options with signs of the tag in them, or without words';
}
