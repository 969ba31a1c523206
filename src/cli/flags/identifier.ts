import { isPersonId, isUuid } from '../../contract/schema.js';
import { IdBegun, UsageFailure } from '../failure/failure.js';

/** How many characters of a UUID are enough as a prefix. */
const minPrefix = 4;

/**
 * A parser for a UUID on the command line, or an ID of another shape as a service may print it, such as `env_7Hq2`. It
 * rejects anything else, because the service answers 404 to all of it; for a template it may be a name. The first 4 or more characters of a UUID are thrown as IdBegun: the program completes it from the IDs that this machine
 * knows. `find` is the command that lists such IDs.
 */
export function uuidOf(what: string, find?: string): (text: string) => string {
  return (text) => {
    const id = what === 'template' && !isUuid(text) ? null : readId(text);
    if (id !== null) return id;
    const whole = find === undefined ? '' : ` List the IDs with \`${find}\`.`;
    const details = { code: 'invalid_id' as const, hint: `${adviceFor(text)}${whole}` };
    const message = `Invalid ${what} ID "${text}".`;
    throw isPrefix(text) ? new IdBegun(message, { ...details, what, begun: text }) : new UsageFailure(message, details);
  };
}

/** A UUID in small letters, or an ID of another shape as it is; null for what is neither. */
export const readId = (text: string): string | null =>
  isUuid(text) ? text.toLowerCase() : isPrefixed(text) ? text : null;

/** A short word and letters with a digit, as many services have it; never a key or a signing secret. */
const isPrefixed = (text: string): boolean =>
  /^[a-z]{1,16}_(?=\D*\d)[\w-]{4,100}$/i.test(text) && !/(?:^|_)(?:live|test|whsec)_/i.test(text);

const shape = '00000000-0000-0000-0000-000000000000';

/** Whether a text is long enough and is the beginning of a UUID. */
const isPrefix = (text: string): boolean => text.length >= minPrefix && isUuid(text + shape.slice(text.length));

function adviceFor(text: string): string {
  if (isPersonId(text)) return 'This looks like the ID of a person.';
  return isPrefix(text)
    ? 'A prefix works only for an ID that this machine has used. Use the full UUID.'
    : `Use the full UUID or at least its first ${minPrefix} characters.`;
}

/** A parser for a document position or page number, counted from 1. */
export function positionOf(what: string): (text: string) => string {
  return (text) => {
    if (/^[1-9]\d*$/.test(text)) return text;
    throw new UsageFailure(`Invalid ${what} "${text}".`, {
      code: 'invalid_value',
      hint: 'Use a whole number from 1, without leading zeros.',
    });
  };
}
