import type { FieldType } from '../../contract/resources/template.js';
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
}

const perPage = 16;
/** A4, in points. */
export const blankPage = { width: 595, height: 842 } as const;

export const pagesFor = ({ fields }: Pick<FieldList, 'fields'>): number =>
  Math.max(1, Math.ceil(fields.length / perPage));

/** The template of a list of fields, one below the other on blank pages. `newId` returns a new UUID. */
export function templateFromFields(
  list: FieldList,
  facts: Pick<TemplateState, 'id' | 'organisation_id' | 'created_at'> & { readonly document: string },
  newId: () => string,
): TemplateState {
  const { document, ...head } = facts;
  const questions = list.questions.map((question) => ({ id: newId(), ...question }));
  const fields = list.fields.map((field, at): TemplateField => fieldAt(field, at, document, questions, newId));
  const subjects = new Set(fields.flatMap(({ subject }) => subject ?? []));
  const listed = list.roles.map(({ name }) => name);
  const others = new Set(fields.map(({ role }) => role).filter((role) => !listed.includes(role)));
  const roles = [...list.roles, ...[...others].map((name) => ({ name, routing_type: 'sign' as const }))];
  const pages = pagesFor(list);
  return {
    ...head,
    name: list.name,
    archived: false,
    documents: [{ id: document, page_count: pages }],
    pages: Array.from({ length: pages }, (_, at) => ({
      document_id: document,
      page: at + 1,
      ...blankPage,
      rotation: 0 as const,
    })),
    roles: roles.map((role) => ({ ...role, kind: 'party', presign_hint: false, created_by: null })),
    subjects: [...subjects].map((key) => ({ key, label: labelFromKey(key), created_by: null })),
    questions,
    fields,
    warnings: [],
    people: [],
  };
}

function fieldAt(
  { question, option_value: option, ...field }: ListedField,
  at: number,
  document: string,
  questions: readonly { readonly id: string }[],
  newId: () => string,
): TemplateField {
  const row = at % perPage;
  const asked = question === null ? null : (questions[question - 1]?.id ?? null);
  return {
    ...field,
    id: newId(),
    document_id: document,
    page: Math.floor(at / perPage) + 1,
    question_id: asked,
    option_value: asked === null ? null : option,
    rect: { x: 0.1, y: 0.06 + row * 0.055, w: field.type === 'tickbox' ? 0.03 : 0.6, h: 0.035 },
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
