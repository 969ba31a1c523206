import { limits } from '../../contract/limits.js';
import { type Box, isFilledAtSigning, type ReadDocument } from '../read-document.js';
import {
  fieldKind,
  keysOfSeveral,
  type PreparedField,
  type PreparedForm,
  type PreparedGroup,
} from './prepared-field.js';
import { tidyForm } from './tidy-form.js';

/** What was read of a document, as the start of preparing it; of a prepared one exactly what was drawn. */
export function preparedForm({ boxes, questions, people }: ReadDocument): PreparedForm {
  const roleOf = ({ tag, person }: Box): string | null => {
    if (tag !== null) return tag.role;
    const proposed = person === null ? undefined : people[person]?.proposed;
    return cut(proposed?.role_name ?? proposed?.subject_label ?? null);
  };
  const groups = groupsOf(boxes, questions);
  const options = optionsOf(boxes, groups);
  const fields = boxes.map((box): PreparedField => {
    const group = groups.find(({ name }) => name === box.question && box.type === 'tickbox');
    const first = boxes.find(({ question }) => group !== undefined && question === group.name) ?? box;
    const isText = fieldKind(box.type) === 'Tx';
    const isComb = isText && box.cells !== null && box.continuations === null;
    const more = (box.continuations ?? []).filter(({ page }) => page === box.page).map(({ rect }) => rect);
    return {
      page: box.page,
      type: box.type,
      label: (box.label ?? '').slice(0, limits.labelLength),
      role: roleOf(first),
      required: box.required,
      rect: box.rect,
      options: box.type === 'dropdown' ? box.options : null,
      max_length: isComb ? (box.cells?.length ?? null) : isText ? box.max_length : null,
      comb: isComb,
      // Whether a line of several holds several itself, nobody says.
      multiline: box.multiline && box.type === 'text' && !isComb && box.continuations === null,
      group: group?.name ?? null,
      option: options.get(box) ?? null,
      key: keyOf(box),
      ...(box.type === 'text' && more.length > 0 ? { more } : {}),
    };
  });
  // What was guessed for two people is sure for neither.
  const several = keysOfSeveral(fields);
  const written = new Set(boxes.flatMap(({ tag }) => tag?.key ?? []));
  const own = fields.map((field) =>
    field.key !== null && several.has(field.key) && !written.has(field.key) ? { ...field, key: null } : field,
  );
  return tidyForm({ fields: own, groups });
}

const cut = (text: string | null): string | null => text?.slice(0, limits.nameLength) ?? null;

/** The questions that tickboxes answer, in the order of their boxes; a single tickbox stands alone. */
function groupsOf(boxes: readonly Box[], questions: ReadDocument['questions']): readonly PreparedGroup[] {
  // From the last to the first, so that the first place of each stays.
  const firstOf = new Map(boxes.map(({ question }, index) => [question, index] as const).toReversed());
  const placeOf = ({ name }: { readonly name: string }): number => firstOf.get(name) ?? -1;
  const inOrder = questions.toSorted((a, b) => placeOf(a) - placeOf(b));
  return inOrder.flatMap(({ name, label, min_selected, max_selected }) => {
    const count = boxes.filter(({ type, question }) => type === 'tickbox' && question === name).length;
    const max = Math.min(max_selected, count);
    const group = {
      name,
      label: label?.slice(0, limits.labelLength) ?? null,
      min_selected: Math.min(min_selected, max),
      max_selected: max,
    };
    return count < 2 ? [] : [group];
  });
}

/** What each tickbox of a group answers; where the document has no words for it, or one twice, with a number. */
function optionsOf(boxes: readonly Box[], groups: readonly PreparedGroup[]): ReadonlyMap<Box, string> {
  const options = new Map<Box, string>();
  for (const { name } of groups) {
    const taken = new Set<string>();
    for (const [index, box] of boxes
      .filter(({ type, question }) => type === 'tickbox' && question === name)
      .entries()) {
      const words = (box.option_value ?? box.label ?? `Option ${index + 1}`).slice(0, limits.labelLength).trim();
      let option = words;
      for (let number = 2; taken.has(option); number++) option = `${words} (${number})`;
      taken.add(option);
      options.set(box, option);
    }
  }
  return options;
}

/** A key that was only guessed is for the naming of the template, not for the document. */
function keyOf({ tag, suggested, type }: Box): string | null {
  if (isFilledAtSigning(type)) return null;
  return tag === null ? (suggested.confidence === 'high' ? suggested.key : null) : tag.key;
}
