import type { FieldType } from '../../contract/resources/template.js';
import type { PageSize, Rect } from '../../document/read-document.js';
import type { TemplateField, TemplateState } from './template.js';
import { labelFromKey } from './people-names.js';

/** A template as a list of fields, without a document. */
export interface FieldList {
  readonly name: string;
  /** In routing order; roles that only fields name come after them. */
  readonly roles: readonly { readonly name: string; readonly routing_type: 'sign' | 'cc' }[];
  readonly questions: readonly {
    readonly label: string | null;
    readonly required: boolean;
    readonly min_selected: number;
    readonly max_selected: number;
  }[];
  readonly fields: readonly ListedField[];
}

interface ListedField {
  readonly type: FieldType;
  readonly role: string;
  readonly label: string | null;
  readonly required: boolean;
  readonly subject: string | null;
  readonly data_key: string | null;
  readonly options: readonly string[] | null;
  readonly multiline: boolean;
  /** 1-based, among the questions. */
  readonly question: number | null;
  readonly option_value: string | null;
  /** 1-based, of several (default: the first one). */
  readonly document?: number | undefined;
  /** 1-based, in its document; by default the fields stand one below the other. */
  readonly page?: number | undefined;
  readonly rect?: Rect | undefined;
}

const perPage = 16;
/** A4, in points. */
export const blankPage = { width: 595, height: 842 } as const;

/** As many as the fields need. */
export function blankPages({ fields }: Pick<FieldList, 'fields'>): readonly PageSize[] {
  const last = fields
    .map(({ page }, at) => page ?? Math.floor(at / perPage) + 1)
    .reduce((one, other) => Math.max(one, other), 1);
  return Array.from({ length: last }, (_, at) => ({ page: at + 1, ...blankPage, rotation: 0 as const }));
}

interface LaidDocument {
  readonly id: string;
  readonly pages: readonly PageSize[];
}

/** The template of a list of fields on the pages of its documents. `newId` returns a new UUID. */
export function templateFromFields(
  list: FieldList,
  facts: Pick<TemplateState, 'id' | 'organisation_id' | 'created_at'> & { readonly documents: readonly LaidDocument[] },
  newId: () => string,
): TemplateState {
  const { documents, ...head } = facts;
  const questions = list.questions.map((question) => ({ id: newId(), ...question }));
  const fields = list.fields.map((field, at): TemplateField => fieldAt(field, at, documents, questions, newId));
  const subjects = new Set(fields.flatMap(({ subject }) => subject ?? []));
  const listed = list.roles.map(({ name }) => name);
  const others = new Set(fields.map(({ role }) => role).filter((role) => !listed.includes(role)));
  const roles = [...list.roles, ...[...others].map((name) => ({ name, routing_type: 'sign' as const }))];
  return {
    ...head,
    name: list.name,
    archived: false,
    documents: documents.map(({ id, pages }) => ({ id, page_count: pages.length })),
    pages: documents.flatMap(({ id, pages }) =>
      pages.map(({ page, width, height, rotation }) => ({ document_id: id, page, width, height, rotation })),
    ),
    roles: roles.map((role) => ({ ...role, kind: 'party', presign_hint: false, created_by: null })),
    subjects: [...subjects].map((key) => ({ key, label: labelFromKey(key), created_by: null })),
    questions,
    fields,
    warnings: [],
    people: [],
  };
}

function fieldAt(
  { question, option_value: option, document: place = 1, page, rect, ...field }: ListedField,
  at: number,
  documents: readonly LaidDocument[],
  questions: readonly { readonly id: string }[],
  newId: () => string,
): TemplateField {
  const row = at % perPage;
  const asked = question === null ? null : (questions[question - 1]?.id ?? null);
  return {
    ...field,
    id: newId(),
    document_id: documents[place - 1]?.id ?? documents[0]?.id ?? '',
    page: page ?? Math.floor(at / perPage) + 1,
    question_id: asked,
    option_value: asked === null ? null : option,
    rect: rect ?? { x: 0.1, y: 0.06 + row * 0.055, w: field.type === 'tickbox' ? 0.03 : 0.6, h: 0.035 },
    context: {
      label: field.label,
      row: null,
      column: null,
      option: null,
      section: null,
      nearby: [],
      widget_name: null,
      tooltip: null,
    },
    cells: null,
    continuations: null,
    start: null,
    origin: { role: field.role, subject: field.subject, text_tag: false },
    suggested: { key: null, confidence: 'low', source: 'context', reason: 'The template has no document.' },
  };
}
