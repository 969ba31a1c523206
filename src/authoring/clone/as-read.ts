import type { Field, Person, Template } from '../../contract/resources/template.js';
import type { ReadDocument } from '../../document/read-document.js';
import type { WholeTemplate } from '../names-file/names.js';

/** A copy that is not made yet, with the keys that the form suggests for its fields, by their IDs. */
interface ReadCopy extends WholeTemplate {
  readonly suggested: ReadonlyMap<string, string>;
}

/**
 * The template that documents make where they are read as this machine reads them, with the name and the pages of
 * another one; its IDs are made up. The emulator reads them so; another service may read them differently.
 */
export function asRead(source: Template, documents: readonly ReadDocument[]): ReadCopy {
  const roles = new Set(documents.flatMap(({ boxes }) => boxes.flatMap(({ tag }) => tag?.role ?? [])));
  const [only] = roles;
  const rest = roles.size === 1 && only !== undefined ? only : 'Signer';
  const fields = documents.flatMap(({ boxes }, document) =>
    boxes.map((box, index): Field => ({
      id: fieldId(document, index),
      type: box.type,
      label: box.label,
      required: box.required,
      role: box.tag?.role ?? rest,
      document_id: documentId(document),
      page: box.page,
      subject: box.tag?.subject ?? null,
      data_key: box.tag?.key ?? null,
      question_id: box.question === null ? null : `${document} ${box.question}`,
      option_value: box.question === null ? null : box.option_value,
      options: box.options === null ? null : [...box.options],
      rect: { ...box.rect },
      context: { ...box.context, nearby: [...box.context.nearby] },
      cells: box.cells,
      continuations: box.continuations,
    })),
  );
  const claimed = new Set<string>();
  const people = documents.flatMap(({ people: found, boxes }, document) =>
    found.map((person): Person => {
      const own = person.boxes.map((index) => ({ id: fieldId(document, index), box: boxes[index] }));
      const free = own.filter(({ id, box }) => box !== undefined && !claimed.has(id));
      for (const { id } of free) claimed.add(id);
      const tags = free.flatMap(({ box }) => box?.tag ?? []);
      return {
        ...person,
        document_id: documentId(document),
        proposed: { ...person.proposed },
        offered: [...person.offered],
        fields: free.map(({ id, box }) => ({
          id,
          kind: 'data',
          field_type: box?.type ?? 'text',
          data_key: box?.tag?.key ?? null,
          suggested_key: null,
        })),
        current: {
          subject_key: theOnly(tags.flatMap(({ subject }) => subject ?? [])),
          role_name: theOnly(tags.map(({ role }) => role ?? rest)),
        },
      };
    }),
  );
  const subjects = new Set(fields.flatMap(({ subject }) => subject ?? []));
  return {
    etag: '',
    suggested: new Map(
      documents.flatMap(({ boxes }, document) =>
        boxes.flatMap(({ suggested: { key } }, index) =>
          key === null ? [] : [[fieldId(document, index), key] as const],
        ),
      ),
    ),
    people,
    body: {
      ...source,
      id: documentId(0),
      documents: documents.map(({ page_count }, index) => ({ id: documentId(index), page_count })),
      pages: documents.flatMap(({ pages }, index) =>
        pages.map(({ page, width, height, rotation }) => ({
          document_id: documentId(index),
          page,
          width,
          height,
          rotation,
        })),
      ),
      roles: [...new Set(fields.map(({ role }) => role))].map((name) => ({
        name,
        routing_type: 'sign',
        kind: 'party',
      })),
      subjects: [...subjects].map((key) => ({ key, label: labelOf(key) })),
      questions: documents.flatMap(({ questions, boxes }, document) =>
        questions.map(({ name, label, required, min_selected, max_selected }) => ({
          id: `${document} ${name}`,
          label,
          role: rest,
          required,
          min_selected,
          max_selected,
          options: boxes.flatMap(({ question, option_value }, index) =>
            question === name ? [{ value: option_value ?? '', field_id: fieldId(document, index) }] : [],
          ),
        })),
      ),
      fields,
    },
  };
}

const documentId = (index: number): string => madeUp(index, 0);
const fieldId = (document: number, index: number): string => madeUp(document, index + 1);
const madeUp = (document: number, index: number): string =>
  `00000000-0000-4000-8${String(document).padStart(3, '0')}-${String(index).padStart(12, '0')}`;

/** The name that a subject has by its key alone: "first_tenant" is "First tenant". */
function labelOf(key: string): string {
  const words = key.replaceAll('_', ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function theOnly(names: readonly string[]): string | null {
  const [only, ...others] = new Set(names);
  return only !== undefined && others.length === 0 ? only : null;
}
