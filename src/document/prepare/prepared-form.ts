import type { Box, ReadDocument } from '../read-document.js';
import type { PreparedField, PreparedForm } from './prepared-field.js';
import { tidyForm } from './tidy-form.js';

/** What was read of a document, as the start of preparing it; of a prepared one exactly what was drawn. */
export function preparedForm({ boxes, questions, people }: ReadDocument): PreparedForm {
  const asked = new Set(boxes.flatMap(({ type, question }) => (type === 'tickbox' ? (question ?? []) : [])));
  const fields = boxes.map((box): PreparedField => {
    const person = box.person === null ? undefined : people[box.person];
    return {
      page: box.page,
      type: box.type,
      label: box.label ?? '',
      role: box.tag === null ? (person?.proposed.role_name ?? person?.proposed.subject_label ?? null) : box.tag.role,
      required: box.required,
      rect: box.rect,
      options: box.options,
      max_length: box.cells?.length ?? box.max_length,
      comb: box.cells !== null,
      multiline: box.multiline,
      group: box.type === 'tickbox' ? box.question : null,
      option: box.type === 'tickbox' && box.question !== null ? box.option_value : null,
      key: keyOf(box),
    };
  });
  const groups = questions.filter(({ name }) => asked.has(name));
  return tidyForm({
    fields,
    groups: groups.map(({ name, label, min_selected, max_selected }) => ({ name, label, min_selected, max_selected })),
  });
}

/** A key that was only guessed is for the naming of the template, not for the document. */
function keyOf({ tag, suggested }: Box): string | null {
  return tag === null ? (suggested.confidence === 'high' ? suggested.key : null) : tag.key;
}
