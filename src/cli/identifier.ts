import { pluralize } from './counted.js';
import { isPersonId, isUuid } from '../contract/schema.js';
import { IdBegun, UsageFailure } from './failure.js';

/**
 * A reader for an id on the command line: a uuid, refused here with the reason, since the service answers the same 404
 * for everything that is none. The beginning of one, of 8 characters or more, is thrown as IdBegun: whoever runs the
 * command line knows which ids this machine has met. `find` is the command that lists such ids.
 */
export function uuidOf(what: string, find?: string): (text: string) => string {
  return (text) => {
    if (isUuid(text)) return text.toLowerCase();
    const message = `\`${text}\` is no ${what} id: ${whyNoUuid(text)}.`;
    const hint =
      find === undefined ? 'Use the id exactly as the service wrote it.' : `Look the id up with \`${find}\`.`;
    const told = { code: 'invalid_id', hint };
    throw beginsId(text) ? new IdBegun(message, { ...told, what, begun: text }) : new UsageFailure(message, told);
  };
}

const shape = '00000000-0000-0000-0000-000000000000';

/** Whether a text of at least 8 characters could be made a uuid by adding to it. */
const beginsId = (text: string): boolean => text.length >= 8 && isUuid(text + shape.slice(text.length));

/** A reader for the id of a person of a template: 32 lower-case hex digits. */
export function personId(text: string): string {
  if (isPersonId(text)) return text;
  const why = isUuid(text)
    ? 'it is a uuid'
    : isPersonId(text.toLowerCase())
      ? 'its letters must be lower-case'
      : `it has ${pluralize(text.length, 'character')}`;
  throw new UsageFailure(`\`${text}\` is no person id: ${why}, and a person id is 32 hex digits.`, {
    code: 'invalid_id',
    hint: 'Look the id up with `esign template people ID`.',
  });
}

/** A reader for a 1-based document position or page number, in its one spelling. */
export function positionOf(what: string): (text: string) => string {
  return (text) => {
    if (/^[1-9]\d{0,8}$/.test(text)) return text;
    throw new UsageFailure(`\`${text}\` is no ${what}: it is a whole number from 1, without zeros before it.`, {
      code: 'invalid_value',
      hint: 'Write 1 for the first one.',
    });
  };
}

function whyNoUuid(text: string): string {
  if (text.trim() === '') return 'it is empty';
  if (isPersonId(text)) return 'a uuid has dashes, and this looks like the id of a person';
  const strange = /[^0-9a-fA-F-]/u.exec(text)?.[0];
  if (strange !== undefined) return `a uuid has hex digits and dashes only, and this has \`${strange}\``;
  return text.length === 36
    ? 'its dashes are not where a uuid has them'
    : `a uuid has 36 characters, and this has ${text.length}`;
}
