import { unwritableTypes } from '../../contract/resources/template.js';
import { fieldsAt, nameOf, type Form, type FormField } from './template-form.js';
import { isObject } from '../../core/platform/json.js';
import { suggestion } from '../../core/platform/nearest.js';
import { fit, isEmpty } from './values-fit.js';
import { spreadsheetDamage } from './cell.js';
import { choose, optionsOf, type ValueRequest } from './values.js';

/** Something that the service takes and that the sender may not have meant. */
export interface Remark {
  readonly code: 'left_to_correct' | 'lines_unknown' | 'spreadsheet_number';
  /** As the service writes it: `values[3].value`. */
  readonly path: string;
  readonly says: string;
}

/** An address that somebody has to answer and that no prefilled value answers. */
export interface OpenAddress {
  readonly subject: string | null;
  readonly key: string;
  readonly label: string;
  readonly role: string;
}

/**
 * Unlocked values that their field would reject, which are kept for the signer to correct, locked ones of several lines
 * where the box may take more than one, and numbers that a spreadsheet damaged.
 */
export function openRemarks(requests: readonly (ValueRequest | null)[], form: Form, path = ''): readonly Remark[] {
  return requests.flatMap((request, index) => {
    if (request === null) return [];
    const fields = fieldsAt(form, request.subject, request.key).filter(({ type }) => !unwritableTypes.includes(type));
    const place = `${path}values[${index}].value`;
    const damaged = fields.length === 0 ? [] : spreadsheetNumber(request, place);
    if (request.locked) return [...damaged, ...lines(request, fields, place)];
    return [...damaged, ...rejected(request, fields, place), ...unknownOptions(request, fields, place)];
  });
}

/** Texts about people that a spreadsheet damaged. */
export const damagedRecipients = (recipients: readonly unknown[], path = ''): readonly Remark[] =>
  recipients.flatMap((recipient, index) =>
    Object.entries(isObject(recipient) ? recipient : {}).flatMap(([name, text]): readonly Remark[] => {
      const says = typeof text === 'string' ? spreadsheetDamage(name, text) : null;
      return says === null ? [] : [{ code: 'spreadsheet_number', path: `${path}recipients[${index}].${name}`, says }];
    }),
  );

function spreadsheetNumber({ key, value }: ValueRequest, path: string): readonly Remark[] {
  const says = typeof value === 'string' ? spreadsheetDamage(key, value) : null;
  return says === null ? [] : [{ code: 'spreadsheet_number', path, says }];
}

function rejected({ value }: ValueRequest, fields: readonly FormField[], path: string): readonly Remark[] {
  for (const field of fields) {
    const result = field.question_id === null ? fit(field, value) : null;
    if (result?.kind !== 'unusable') continue;
    const says = `${result.message} ("${nameOf(field)}"); as it is, it is left to the signer to correct.`;
    return [{ code: 'left_to_correct', path, says }];
  }
  return [];
}

function unknownOptions({ value }: ValueRequest, fields: readonly FormField[], path: string): readonly Remark[] {
  const boxes = fields.filter(({ question_id: id }) => id !== null);
  if (boxes.length === 0) return [];
  return choose(boxes, value).unknown.map((unknown) => ({
    code: 'left_to_correct',
    path,
    says: `"${unknown}" is not an option of the question and selects nothing.${suggestion(unknown, optionsOf(boxes))}`,
  }));
}

function lines({ value }: ValueRequest, fields: readonly FormField[], path: string): readonly Remark[] {
  if (typeof value !== 'string' || !/[\r\n]/.test(value)) return [];
  const field = fields.find(({ type, multiline }) => type === 'text' && multiline === null);
  if (field === undefined) return [];
  const says = `has several lines and is locked, which is refused if "${nameOf(field)}" takes one line only.`;
  return [{ code: 'lines_unknown', path, says }];
}

/** The required addresses that a caller may write to and that these values leave empty. */
export function openAddresses(requests: readonly ValueRequest[], form: Form): readonly OpenAddress[] {
  const given = new Set(requests.filter(({ value }) => !isEmpty(value)).map(({ subject, key }) => at(subject, key)));
  const needed = new Set(form.questions.filter(({ min_selected: least }) => least > 0).map(({ id }) => id));
  const open = new Map<string, OpenAddress>();
  for (const field of form.fields) {
    const { data_key: key, subject, role, type, question_id: question } = field;
    if (key === null || unwritableTypes.includes(type) || given.has(at(subject, key))) continue;
    if (question === null ? !field.required : !needed.has(question)) continue;
    if (!open.has(at(subject, key))) open.set(at(subject, key), { subject, key, label: nameOf(field), role });
  }
  return [...open.values()];
}

const at = (subject: string | null, key: string): string => JSON.stringify([subject, key]);
