import type { EsignCommand } from './command.js';
import { IdBegun } from './failure.js';
import { uuidOf } from './identifier.js';

/** Before a name that is still to be looked up; an argument of a process cannot contain it. */
const mark = '\u0000template:';

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
    // A prefix is completed first; a damaged ID is no name.
    if (failure instanceof IdBegun || text.trim() === '' || /^[0-9a-f]{7,8}-[0-9a-f]{3}/i.test(text)) throw failure;
    return asTemplateName(text);
  }
}

/**
 * A parser for a template or a file. What has a folder or an extension, and `-`, is a file; anything else is a template,
 * as for `templateId`.
 */
export const templateOrFile = (text: string): string =>
  text === '-' || /[/\\]|\.[a-z][a-z\d]{1,6}$/i.test(text) ? text : templateId(text);

export const asTemplateName = (name: string): string => `${mark}${name}`;

/** The name in a marked value; null for anything else. */
export const templateNameIn = (value: unknown): string | null =>
  typeof value === 'string' && value.startsWith(mark) ? value.slice(mark.length) : null;

/** Whether a command was given the name of a template instead of an ID. */
export const hasTemplateName = (command: EsignCommand): boolean =>
  [...command.processedArgs, ...Object.values(command.opts())].some((value) => templateNameIn(value) !== null);
