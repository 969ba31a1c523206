import type { EsignCommand } from './command.js';
import { IdBegun } from '../failure/failure.js';
import { uuidOf } from './identifier.js';

/** Before a name that is still to be looked up; an argument of a process cannot contain it. */
const mark = '\u0000template:';
/** The same where a file could have been meant. */
const fileMark = '\u0000template or file:';

const whole = uuidOf('template', 'esign template list');

/**
 * A parser for a template on the command line: its ID, an ID prefix that this machine knows, or its exact name. A name
 * is marked; before the command runs, `withTemplateIds` replaces it by the ID. Throws as `uuidOf` does.
 */
export function templateId(text: string): string {
  if (templateNameIn(text) !== null) return text;
  try {
    return whole(text);
  } catch (failure) {
    // A prefix is completed first; a damaged ID is not a name.
    if (failure instanceof IdBegun || text.trim() === '' || /^[0-9a-f]{7,8}-[0-9a-f]{3}/i.test(text)) throw failure;
    return asTemplateName(text);
  }
}

/**
 * A parser for a template or a file. What has a folder or an extension, and `-`, is a file; anything else is a template,
 * as for `templateId`.
 */
export function templateOrFile(text: string): string {
  if (text === '-' || /[/\\]|\.[a-z][a-z\d]{1,6}$/i.test(text)) return text;
  const id = templateId(text);
  const name = templateNameIn(id);
  return name === null ? id : `${fileMark}${name}`;
}

export const asTemplateName = (name: string): string => `${mark}${name}`;

/** The name in a marked value; null for anything else. */
export function templateNameIn(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const found = [mark, fileMark].find((each) => value.startsWith(each));
  return found === undefined ? null : value.slice(found.length);
}

/** Whether a marked value could also have been meant as a file. */
export const maybeFile = (value: unknown): boolean => typeof value === 'string' && value.startsWith(fileMark);

/** Whether a command was given the name of a template instead of an ID. */
export const hasTemplateName = (command: EsignCommand): boolean =>
  [...command.processedArgs, ...Object.values(command.opts())].some((value) => templateNameIn(value) !== null);
