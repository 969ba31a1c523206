import { limits } from '../../contract/limits.js';
import { type Field, type FieldType, fieldTypes, type Template } from '../../contract/resources/template.js';
import type { PreparedField, PreparedForm, PreparedGroup } from '../../document/prepare/prepared-field.js';
import { continuationsOf } from '../template/preview-source.js';

/** In points: an answer of two lines. */
const twoLines = 28;

/** The fields of one document of a template, with what the template says beside them. */
export interface DocumentFields {
  readonly template: Template;
  readonly fields: readonly Field[];
}

/** A form that a reader takes for one that it knows nothing of, with the full name of each of its fields. */
export interface PlainForm {
  readonly form: PreparedForm;
  /** Null for a field whose name is not known. */
  readonly names: readonly (string | null)[];
}

/** The form fields that a document had: their names, tooltips, kinds and places. Who fills them in is left to be read. */
export function plainForm(document: DocumentFields): PlainForm {
  const fields = document.fields.filter(isDrawable);
  const radios = radioNames(document.template, fields);
  return {
    names: fields.map(({ context }) => context.widget_name),
    form: {
      groups: [...radios].map(([name, required]) => ({
        name,
        label: short(fields.find(({ context }) => context.widget_name === name)?.context.tooltip ?? null),
        min_selected: required ? 1 : 0,
        max_selected: 1,
      })),
      fields: fields.map((field) => {
        const name = field.context.widget_name;
        const isRadio = name !== null && field.question_id !== null && radios.has(name);
        return {
          ...drawn(document.template, field),
          label: short(field.context.tooltip ?? (name === null ? field.label : null)),
          role: null,
          key: null,
          group: isRadio ? name : null,
          option: field.question_id === null ? null : short(optionOf(field)),
        };
      }),
    },
  };
}

/** What is drawn says of itself whose it is and what it is for, as `template prepare` writes it. */
export function drawnForm(document: DocumentFields): PreparedForm {
  const { template } = document;
  const fields = document.fields.filter(isDrawable);
  const groups = template.questions.flatMap(({ id, label, min_selected: min, max_selected: max }) => {
    const count = fields.filter(({ question_id: question }) => question === id).length;
    const group: PreparedGroup = {
      name: id,
      label: label === null ? null : short(label),
      min_selected: Math.min(min, max, count),
      max_selected: Math.min(max, count),
    };
    return count < 2 ? [] : [group];
  });
  const grouped = new Set(groups.map(({ name }) => name));
  return {
    groups,
    fields: fields.map((field) => {
      const group = field.question_id !== null && grouped.has(field.question_id) ? field.question_id : null;
      const more = continuationsOf(field).flatMap(({ page, rect }) => (page === field.page ? [rect] : []));
      return {
        ...drawn(template, field),
        label: short(field.label),
        role: field.role,
        key: field.data_key,
        ...(field.subject === null ? {} : { subject: field.subject }),
        group,
        option: group === null ? null : short(optionOf(field)),
        ...(field.type === 'text' && more.length > 0 ? { more, comb: false, max_length: null } : {}),
      };
    }),
  };
}

const isDrawable = ({ type }: Field): boolean => (fieldTypes as readonly string[]).includes(type);

function drawn(template: Template, field: Field): Omit<PreparedField, 'label' | 'role' | 'key' | 'group' | 'option'> {
  const { type, page, required, rect, options, cells } = field;
  const size = template.pages.find((each) => each.document_id === field.document_id && each.page === page);
  const letters = type === 'text' && Array.isArray(cells) && cells.length > 1 ? cells.length : null;
  return {
    page,
    type: type as FieldType,
    required,
    rect,
    options: type === 'dropdown' ? (options ?? []) : null,
    max_length: letters,
    comb: letters !== null,
    // The service does not tell: what is as high as two lines is taken to have them.
    multiline: type === 'text' && letters === null && rect.h * (size?.height ?? 0) >= twoLines,
  };
}

/** Names that several ticks of one question share, of which one is chosen; with whether one must be. */
function radioNames(template: Template, fields: readonly Field[]): ReadonlyMap<string, boolean> {
  const single = new Set(template.questions.filter(({ max_selected: max }) => max === 1).map(({ id }) => id));
  const counts = new Map<string, number>();
  const required = new Map<string, boolean>();
  for (const { question_id: question, context, required: isRequired } of fields) {
    const name = context.widget_name;
    if (name === null || question === null || !single.has(question)) continue;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    required.set(name, isRequired || required.get(name) === true);
  }
  return new Map([...required].filter(([name]) => (counts.get(name) ?? 0) > 1));
}

const optionOf = ({ option_value: option, context, label }: Field): string => option ?? context.option ?? label ?? '';

const short = (text: string | null): string => (text ?? '').slice(0, limits.labelLength);
