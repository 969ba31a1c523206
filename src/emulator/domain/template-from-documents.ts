import { createHash } from 'node:crypto';
import { limits } from '../../contract/limits.js';
import type { Box, FoundPerson, ReadDocument } from '../../document/read-document.js';
import { labelFromKey } from './people-names.js';
import type {
  TemplateField,
  TemplatePerson,
  TemplateQuestion,
  TemplateRole,
  TemplateState,
  TemplateSubject,
} from './template.js';

export interface TemplateParts {
  readonly id: string;
  readonly organisation_id: string;
  readonly name: string;
  /** ISO 8601 UTC. */
  readonly created_at: string;
  /** The documents in order. */
  readonly documents: readonly { readonly id: string; readonly read: ReadDocument }[];
  /** The role of fields without their own, unless the text tags have only one role (default: `Signer`). */
  readonly default_role?: string;
  newId(): string;
}

/** The template from uploaded documents, without decisions, and named only by text tags (A7). */
export function buildTemplate(parts: TemplateParts): TemplateState {
  const role = roleForTheRest(parts);
  const questionIds = parts.documents.map(
    ({ read }) => new Map(read.questions.map(({ name }) => [name, parts.newId()])),
  );
  const fieldIds = parts.documents.map(({ read }) => read.boxes.map(() => parts.newId()));
  const fields = parts.documents.flatMap(({ id, read }, position) =>
    read.boxes.map((box, index): TemplateField => {
      const question = box.question === null ? null : (questionIds[position]?.get(box.question) ?? null);
      return toField(box, id, fieldIds[position]?.[index] ?? parts.newId(), question, box.tag?.role ?? role);
    }),
  );
  return {
    id: parts.id,
    organisation_id: parts.organisation_id,
    name: parts.name,
    created_at: parts.created_at,
    archived: false,
    documents: parts.documents.map(({ id, read }) => ({ id, page_count: read.page_count })),
    pages: parts.documents.flatMap(({ id, read }) =>
      read.pages.map(({ page, width, height, rotation }) => ({ document_id: id, page, width, height, rotation })),
    ),
    roles: declaredRoles(fields),
    subjects: declaredSubjects(fields),
    questions: parts.documents.flatMap(({ read }, position) => toQuestions(read, questionIds[position], fields)),
    fields,
    warnings: parts.documents
      .flatMap(({ id, read }) => read.warnings.map((warning) => ({ ...warning, document_id: id })))
      .map(({ code, message, document_id, page }) => ({ code, message, document_id, page }))
      .slice(0, limits.templateWarnings),
    people: foundPeople(parts, fieldIds),
  };
}

function roleForTheRest(parts: TemplateParts): string {
  const tagged = new Set(parts.documents.flatMap(({ read }) => read.boxes.flatMap((box) => box.tag?.role ?? [])));
  const [only] = tagged;
  return tagged.size === 1 && only !== undefined ? only : (parts.default_role ?? 'Signer');
}

function toField(box: Box, documentId: string, id: string, questionId: string | null, role: string): TemplateField {
  const subject = box.tag?.subject ?? null;
  return {
    id,
    type: box.type,
    label: box.label,
    required: box.required,
    role,
    document_id: documentId,
    page: box.page,
    subject,
    data_key: box.tag?.key ?? null,
    question_id: questionId,
    option_value: questionId === null ? null : box.option_value,
    options: box.options,
    rect: box.rect,
    context: box.context,
    multiline: box.multiline,
    cells: box.cells,
    continuations: box.continuations,
    start: box.start,
    origin: { role, subject, text_tag: box.tag !== null },
    suggested: box.suggested,
  };
}

function declaredRoles(fields: readonly TemplateField[]): readonly TemplateRole[] {
  const names = new Set(fields.map(({ role }) => role));
  return [...names].map((name) => ({
    name,
    routing_type: 'sign',
    kind: 'party',
    presign_hint: false,
    created_by: null,
  }));
}

function declaredSubjects(fields: readonly TemplateField[]): readonly TemplateSubject[] {
  const keys = new Set(fields.flatMap(({ subject }) => subject ?? []));
  return [...keys].map((key) => ({ key, label: labelFromKey(key), created_by: null }));
}

/** A question without boxes cannot be answered and is omitted. */
function toQuestions(
  read: ReadDocument,
  ids: ReadonlyMap<string, string> | undefined,
  fields: readonly TemplateField[],
): readonly TemplateQuestion[] {
  return read.questions.flatMap(({ name, label, required, min_selected, max_selected }) => {
    const id = ids?.get(name);
    if (id === undefined || !fields.some(({ question_id }) => question_id === id)) return [];
    return [{ id, label, required, min_selected, max_selected }];
  });
}

function foundPeople(parts: TemplateParts, fieldIds: readonly (readonly string[])[]): readonly TemplatePerson[] {
  const people: TemplatePerson[] = [];
  const claimed = new Set<string>();
  for (const [position, { id, read }] of parts.documents.entries()) {
    const names = freeNames(people, id);
    for (const found of read.people) {
      const own = wholeQuestions(found, read.boxes).flatMap((index) => fieldIds[position]?.[index] ?? []);
      const free = own.filter((field) => !claimed.has(field));
      for (const field of free) claimed.add(field);
      people.push({
        id: uniqueId(found.id, position, people),
        heading: found.heading,
        kind: found.kind,
        principal: found.principal,
        document_id: id,
        page: found.page,
        reason: found.reason,
        proposed: names(found),
        offered: found.offered,
        field_ids: free,
        decided: null,
      });
    }
  }
  return people;
}

/** The boxes of a question belong together: the role of the first one has all of them. */
function wholeQuestions(found: FoundPerson, boxes: readonly Box[]): readonly number[] {
  return boxes.flatMap((box, index) => {
    const decisive = box.question === null ? index : boxes.findIndex(({ question }) => question === box.question);
    return found.boxes.includes(decisive) ? [index] : [];
  });
}

/** The same form twice has the same people, distinguished by the position of their document. */
function uniqueId(id: string, position: number, people: readonly TemplatePerson[]): string {
  if (!people.some((person) => person.id === id)) return id;
  return createHash('sha256').update(`${id} ${position}`).digest('hex').slice(0, 32);
}

/**
 * Proposals keep people apart: two people of one document never get the same subject or role. People with the same
 * names in another document are considered the same and share them.
 */
function freeNames(
  earlier: readonly TemplatePerson[],
  documentId: string,
): (found: FoundPerson) => TemplatePerson['proposed'] {
  const here: TemplatePerson['proposed'][] = [];
  const others = earlier.filter(({ document_id }) => document_id !== documentId).map(({ proposed }) => proposed);
  return ({ proposed }) => {
    for (let number = 1; ; number++) {
      const names = numbered(proposed, number);
      const taken =
        here.some((other) => sharesAName(other, names)) ||
        others.some((other) => sharesAName(other, names) && !areTheSame(other, names));
      if (taken) continue;
      here.push(names);
      return names;
    }
  };
}

/** The proposal with a number after each name; the first one has none. */
export function numbered(proposed: TemplatePerson['proposed'], number: number): TemplatePerson['proposed'] {
  if (number === 1) return proposed;
  const words = (name: string | null): string | null => (name === null ? null : `${name} ${number}`);
  return {
    ...proposed,
    subject_key: proposed.subject_key === null ? null : `${proposed.subject_key}_${number}`,
    subject_label: words(proposed.subject_label),
    role_name: words(proposed.role_name),
  };
}

function sharesAName(a: TemplatePerson['proposed'], b: TemplatePerson['proposed']): boolean {
  const sameSubject = a.subject_key !== null && a.subject_key === b.subject_key;
  return sameSubject || (a.role_name !== null && a.role_name === b.role_name);
}

function areTheSame(a: TemplatePerson['proposed'], b: TemplatePerson['proposed']): boolean {
  const key = (names: TemplatePerson['proposed']): string =>
    JSON.stringify([names.subject_key, names.subject_label, names.role_name, names.decision]);
  return key(a) === key(b);
}
