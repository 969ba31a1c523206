import { shown } from '../../../core/platform/visible-text.js';
import type { FieldNames } from '../../names-file/names.js';
import type { EditorField, EditorState } from '../shapes.js';

/** `tenant.person.email`, or the key alone for a field of nobody in particular. */
export const nameOf = ({ data_key: key, subject }: Omit<FieldNames, 'label'>): string =>
  shown(key === null ? '' : subject === null ? key : `${subject}.${key}`);

export const typeOf = (type: string): string => shown(type.replaceAll('_', ' '));

/** Whether somebody should give the field a name. */
export const isToName = ({ names, whyNot, suggested }: EditorField): boolean =>
  names.data_key === null && (whyNot === null || suggested !== null);

/** Whether the names have a row for it. */
export const isListed = (field: EditorField): boolean => field.names.data_key !== null || isToName(field);

/** What a field is called to those who listen. */
export function fieldWords(field: EditorField, people: EditorState['people']): string {
  const whose = field.person === null ? 'nobody’s part' : (people[field.person]?.heading ?? '');
  const name = nameOf(field.names);
  return [field.called, typeOf(field.type), whose, name === '' && isToName(field) ? 'to name' : name]
    .filter((word) => word !== '')
    .map((word) => shown(word, 120))
    .join(', ');
}

export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;
