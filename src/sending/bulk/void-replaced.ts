import type { Client } from '../../client/client.js';
import { ServiceFailure } from '../../client/failure.js';
import type { RateBudget } from '../../client/rate-budget.js';
import { envelopesActedOn } from '../../store/envelopes.js';
import type { RequestJournal } from '../../store/requests.js';
import type { Decision } from './decide-changed.js';
import { failedRow, type Outcome, outcomeOf, type RequestedRow } from './row-outcome.js';
import { isNotFound, type Standing, standingOf } from './sent-envelopes.js';

/** The rules for voiding envelopes that are replaced. */
export interface Replacing {
  /** Envelopes whose signatures were shown to the user, who still wants to void them. */
  readonly signed: ReadonlySet<string>;
  /** Envelopes with an earlier request to void them whose outcome is unknown; a repeat settles it. */
  readonly underWay: ReadonlySet<string>;
}

/** What the user has seen, and what an interrupted start has left open. */
export async function replacingOf(
  journal: Pick<RequestJournal, 'listOpen'>,
  host: string,
  { rows, replaces }: Pick<Decision, 'rows' | 'replaces'>,
): Promise<Replacing> {
  const signed = rows
    .flatMap(({ envelopes }) => envelopes)
    .flatMap(({ id, standing }) => (standing === 'signed' && id !== null ? [id] : []));
  const requests = replaces.size === 0 ? [] : await journal.listOpen();
  const underWay = requests
    .filter((each) => each.operation === 'voidEnvelope' && each.host === host)
    .flatMap(envelopesActedOn);
  return { signed: new Set(signed), underWay: new Set(underWay) };
}

/** How voiding ended. */
export interface Voided {
  readonly rate: RateBudget | undefined;
  /** Null if nobody can sign the envelope any more, so that the new one can be sent. */
  readonly refused: Outcome | null;
  /** Whether the envelope is voided; one that was declined, expired or never sent is not. */
  readonly isVoided: boolean;
  /** The failure of the client, if that is why. */
  readonly failure?: unknown;
}

interface VoidReplaced {
  readonly id: string | null;
  readonly row: RequestedRow;
  readonly replacing: Replacing;
  /** Milliseconds for all attempts of a request, see `CallOptions`. */
  readonly maxWait?: number;
}

export const voidReason = 'Replaced by an envelope with corrected recipients';

/**
 * Voids the envelope that a row replaces, by what it is now: somebody may have signed it since the user was asked.
 * Throws errors that are not the outcome of a request, such as a full disk.
 */
export async function voidReplaced(
  client: Pick<Client, 'call'>,
  { id, row, replacing, maxWait }: VoidReplaced,
): Promise<Voided> {
  if (id === null) return refused(row, 'envelope_unknown', 'The ID of the envelope that it replaces is not known.');
  const parameters = { envelopeId: id };
  let standing: Standing | null = null;
  let isVoided = false;
  try {
    const { body, rate } = await client.call('getEnvelope', { parameters }, { maxWait });
    standing = standingOf(body);
    isVoided = body.status === 'voided';
    if (standing === 'completed') return refused(row, 'envelope_completed', `Envelope ${id} is completed by now.`);
    if (standing === 'signed' && !replacing.signed.has(id)) {
      return refused(row, 'envelope_signed', `A recipient has signed envelope ${id} meanwhile.`);
    }
    if (standing === 'draft' || (standing === 'over' && !replacing.underWay.has(id))) {
      return { rate, refused: null, isVoided };
    }
    const voided = await client.call('voidEnvelope', { parameters, body: { reason: voidReason } }, { maxWait });
    return { rate: voided.rate, refused: null, isVoided: true };
  } catch (failure) {
    const isOver = standing === 'over' && failure instanceof ServiceFailure && failure.code === 'envelope_not_sent';
    if (isOver || isNotFound(failure)) return { rate: undefined, refused: null, isVoided };
    const { result, rate, stops } = outcomeOf(failure, row, false);
    const isLost = result.status === 'unknown';
    const what = isLost ? `The outcome of voiding envelope ${id} is unknown` : `Envelope ${id} was not voided`;
    const message = `${what}, so the new one was not sent: ${result.message ?? ''}`;
    // The row itself was not sent. The next start reads what became of the envelope.
    const exitCode = isLost ? 8 : result.exit_code;
    const why = failedRow(row, { code: result.code ?? 'unknown', message, exitCode });
    return { rate, refused: { result: why, rate, stops }, isVoided: false, failure };
  }
}

const refused = (row: RequestedRow, code: string, message: string): Voided => ({
  rate: undefined,
  refused: {
    result: failedRow(row, { code, message: `${message} The new one was not sent.`, exitCode: 6 }),
    rate: undefined,
    stops: null,
  },
  isVoided: false,
});
