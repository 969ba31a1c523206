import * as v from 'valibot';
import { count, noted, type Schema } from './schema.js';
import { type OperationId, operations } from './operations.js';
import { envelope as envelopeResource } from './resources/envelope.js';
import { template as templateResource } from './resources/template.js';
import { event as eventResource } from './resources/event.js';

/**
 * The blocks of the JSON that commands print. A command gets them as an argument of its shape, so that no command loads
 * them to run.
 */

export {
  address as url,
  anyText as text,
  count,
  flag,
  instant,
  listOf as list,
  /** A shape that the catalogue holds once, under this name. */
  named,
  nullable,
  optional,
  shape as object,
  yes,
} from './schema.js';
/** An object that may lack each of these properties. */
export const partial = <const T extends v.ObjectEntries>(entries: T) => v.partial(v.object(entries));
/** An object whose property names are data. */
export const record = <const S extends Schema>(value: S) => v.record(v.string(), value);
/** One of several shapes, such as the lines of a long-running command. */
export const either = <const T extends readonly Schema[]>(...options: T) => v.union(options);
export const oneOf = <const T extends readonly string[]>(...words: T) => v.picklist(words);
export const literal = <const T extends string | number | boolean>(value: T) => v.literal(value);
/** JSON of any shape, such as the body of a request. */
export const anything = v.unknown();
export const literalNull = v.null();
/** A number that may have a fraction. */
export const number = v.number();
/** An exit code of the program. */
export const exitCode = noted(count, { maximum: 255 });

/** Resources of the service: properties that we do not know pass through. */
export const envelope = envelopeResource();
export const template = templateResource();
export const field = template.entries.fields.item;
export const question = template.entries.questions.item;
export const event = eventResource();

/** The body that an operation answers with. Throws RangeError for one without JSON. */
export function answerOf(id: OperationId): Schema {
  const { answer } = operations[id];
  if (answer.kind !== 'json') throw new RangeError(`${id} answers with no JSON`);
  return answer.body;
}
