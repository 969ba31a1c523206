import { CommandFailure } from '../../cli/failure/failure.js';
import { spanWords } from './status-words.js';
import type { Context } from '../../cli/context/context.js';
import type { Envelope } from '../../contract/resources/envelope.js';
import { control } from '../../cli/emulator/control.js';
import type { EnvelopeEnd } from '../../cli/emulator/control-types.js';

/** Creates the failure of a wait that timed out after `after` milliseconds. */
export type RequestedEnd = (after: number) => CommandFailure;

/** The failure with exit 12; `what` did not happen, and `stands` describes the last known status. */
export const ranOut =
  (what: string, stands: () => { readonly words: string; readonly details: Readonly<Record<string, unknown>> }) =>
  (after: number): CommandFailure => {
    const { words, details } = stands();
    const waited = after < 1000 ? `${after} ms` : spanWords(after);
    return new CommandFailure(12, 'timed_out', `Timed out after ${waited}: ${what}. ${words}`, {
      hint: 'Use a longer --max-wait.',
      details,
    });
  };

/**
 * The reason for which an envelope was declined or voided. No operation of the service returns it, so it is known of an
 * emulator only; null: not known, or there is none.
 */
export async function endReason(context: Context, { id, status }: Envelope): Promise<string | null> {
  if ((status !== 'declined' && status !== 'voided') || !context.settings().emulator) return null;
  try {
    const path = `/_emulator/envelopes/${id}/end` as const;
    return (await control<EnvelopeEnd>(context, { method: 'GET', path })).reason;
  } catch {
    // The reason is extra: without it, the status is still right.
    return null;
  }
}

/** What to do where the reason is not known; null for an envelope that needs none. */
export function endReasonWords({ status, recipients }: Envelope, reason: string | null): string | null {
  if (reason !== null) return reason;
  if (status === 'voided') return 'The API does not return the reason.';
  if (status !== 'declined') return null;
  const who = recipients.find((each) => each.status === 'declined');
  return `The API does not return the reason.${who === undefined ? '' : ` Ask ${who.name} <${who.email}>.`}`;
}
