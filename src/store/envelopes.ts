import { isUuid } from '../contract/schema.js';
import type { RecordedRequest } from './entry.js';

const creating = ['createEnvelope', 'createOneOffEnvelope'];
const creatingMany = 'createEnvelopeBatch';

/** The operations that create envelopes. */
export const creatingOperations: readonly string[] = [...creating, creatingMany];

/** The envelopes that one request created, including the rows of a batch. */
export function envelopesMadeBy({
  operation,
  settled,
}: Pick<RecordedRequest, 'operation' | 'settled'>): readonly string[] {
  const made = creating.includes(operation) ? settled?.resource : undefined;
  const rows = operation === creatingMany ? (settled?.resources ?? []) : [];
  return [made, ...rows].filter((id) => id !== undefined).filter(isUuid);
}

/** The envelope in the path of a request, unless the service knows no such envelope. */
export const envelopesActedOn = (request: RecordedRequest): readonly string[] =>
  request.settled?.status === 404 ? [] : envelopesNamedBy(request);

function envelopesNamedBy({ path }: RecordedRequest): readonly string[] {
  const named = /\/envelopes\/([0-9a-f-]{36})(?:\/|$)/i.exec(path)?.[1];
  return named !== undefined && isUuid(named) ? [named] : [];
}

/** The envelopes that one request created or mentioned. */
export const envelopesIn = (request: RecordedRequest): readonly string[] => [
  ...envelopesNamedBy(request),
  ...envelopesMadeBy(request),
];
