import type { Operation } from '../contract/operation.js';
import type { CallResult } from './call.js';
import { describeDifferences } from './template-diff.js';
import { ServiceFailure, UnexpectedAnswer } from './failure.js';
import type { AnyInput } from './request.js';

/** A template as read, for `If-Match` and to show what changed since. */
export interface TemplateRead {
  readonly etag: string;
  readonly body: unknown;
}

type Read = (input: AnyInput) => Promise<CallResult<unknown>>;

/**
 * Reads the template whose ETag an operation sends. Undefined when there was none and the operation does not need it.
 */
export async function readTemplate(row: Operation, input: AnyInput, read: Read): Promise<TemplateRead | undefined> {
  const { etag, body, status, attempts } = await read(templateOf(input));
  if (etag !== undefined) return { etag, body };
  if (row.ifMatch === 'optional') return undefined;
  throw new UnexpectedAnswer('the response for the template has no ETag, so it cannot be changed safely', {
    reason: 'no_etag',
    status,
    operation: row.id,
    outcomeUnknown: false,
    attempts,
  });
}

/** Adds to a `template_changed` what changed, by reading the template again; other failures stay unchanged. */
export async function withChanges(
  failure: unknown,
  input: AnyInput,
  before: TemplateRead | undefined,
  read: Read,
): Promise<unknown> {
  if (!(failure instanceof ServiceFailure) || failure.code !== 'template_changed') return failure;
  // If it cannot be read again, the error itself is what matters.
  const now = await read(templateOf(input)).catch(() => undefined);
  if (now === undefined) return failure;
  const sentences = describeDifferences(before?.body, now.body);
  const etag = now.etag === undefined ? [] : [`Its ETag is now ${now.etag}.`];
  return new ServiceFailure(failure.message, { ...failure, changes: sentences.length > 0 ? sentences : etag });
}

function templateOf({ parameters }: AnyInput): AnyInput {
  const templateId = parameters?.['templateId'];
  return { parameters: templateId === undefined ? {} : { templateId } };
}
