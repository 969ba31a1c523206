import type { Client } from '../../client/client.js';
import { ServiceFailure } from '../../client/failure.js';
import { openEnvelopeStates } from '../../contract/states.js';
import type { Envelope } from '../../contract/resources/envelope.js';
import { type SentRow, openAttempt } from './sent-rows.js';

/**
 * What replacing an envelope would mean: `live` it can be voided; `signed` it can, but somebody has signed it; `draft` it
 * was not sent, and drafts cannot be voided; `completed` it cannot be voided; `over` nobody can sign it any more;
 * `unsettled` a request without a response may have created it; `unknown` it exists, but its ID is not known.
 */
export type Standing = 'live' | 'signed' | 'draft' | 'completed' | 'over' | 'unsettled' | 'unknown';

/** An envelope of a row, as it is at the service. */
export interface SentEnvelope {
  readonly id: string | null;
  /** Null if it is not known, or was not found. */
  readonly envelope: Envelope | null;
  readonly standing: Standing;
}

export function standingOf({ status, recipients }: Envelope): Standing {
  if (status === 'completed' || status === 'draft') return status;
  if (!openEnvelopeStates.includes(status)) return 'over';
  const isSigned = status === 'partially_signed' || recipients.some((each) => each.status === 'signed');
  return isSigned ? 'signed' : 'live';
}

const atOnce = 8;

/** Reads all envelopes that were created for some rows, in the same order. Throws the client's failures. */
export async function sentEnvelopes(
  client: Pick<Client, 'call'>,
  entries: readonly SentRow[],
): Promise<readonly (readonly SentEnvelope[])[]> {
  const found: (readonly SentEnvelope[])[] = [];
  for (let from = 0; from < entries.length; from += atOnce) {
    found.push(...(await Promise.all(entries.slice(from, from + atOnce).map((entry) => envelopesOf(client, entry)))));
  }
  return found;
}

async function envelopesOf(client: Pick<Client, 'call'>, entry: SentRow): Promise<readonly SentEnvelope[]> {
  const envelopes: SentEnvelope[] = [];
  for (const { envelope } of entry.made) envelopes.push(await readSent(client, envelope));
  if (openAttempt(entry) !== null) envelopes.push({ id: null, envelope: null, standing: 'unsettled' });
  return envelopes;
}

async function readSent(client: Pick<Client, 'call'>, id: string | null): Promise<SentEnvelope> {
  if (id === null) return { id, envelope: null, standing: 'unknown' };
  try {
    const { body } = await client.call('getEnvelope', { parameters: { envelopeId: id } });
    return { id, envelope: body, standing: standingOf(body) };
  } catch (failure) {
    if (isNotFound(failure)) return { id, envelope: null, standing: 'over' };
    throw failure;
  }
}

export const isNotFound = (failure: unknown): boolean => failure instanceof ServiceFailure && failure.status === 404;
