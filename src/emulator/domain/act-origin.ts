import type { Envelope, HistoryEntry, Recipient } from './envelope.js';

/** By which way a person acts: their page, a mandate of theirs, or a command that acts in their place. */
type Way = 'link' | 'session' | 'dashboard' | 'mandate' | 'command';

/** Where an act comes from, as the emulator sees it. */
export interface ActOrigin {
  readonly way: Way;
  /** The IP address of the connection; null without a page. */
  readonly address: string | null;
  /** What the browser calls itself; null when it does not say. */
  readonly device: string | null;
}

export const byCommand: ActOrigin = { way: 'command', address: null, device: null };
export const byMandate: ActOrigin = { way: 'mandate', address: null, device: null };

/** Each way in the words of the certificate: what happened by it, and how it identified the person. */
const words: Readonly<Record<Way, { readonly how: string; readonly identified: string }>> = {
  link: {
    how: 'through the link in the e-mail',
    identified: 'Identified by the link that was e-mailed to this address',
  },
  session: {
    how: 'on the embedded page',
    identified: "Identified by the sender's application, which opened an embedded session",
  },
  dashboard: {
    how: "on the emulator's own page",
    identified: "Not identified: a user of the emulator's own page acted",
  },
  mandate: {
    how: 'under a standing authorisation',
    identified: 'Identified by the standing authorisation that they signed',
  },
  command: { how: 'with an emulator command', identified: 'Not identified: an emulator command acted for them' },
};

export const howWords = ({ way }: Pick<ActOrigin, 'way'>): string => words[way].how;
export const identifiedWords = ({ way }: Pick<ActOrigin, 'way'>): string => words[way].identified;

/** The address and the device on one line; null for what had neither. */
export function deviceWords({ address, device }: ActOrigin): string | null {
  const known = [address, device].flatMap((word) => word ?? []);
  return known.length === 0 ? null : known.join(' · ');
}

/** Where a recipient acted from. Envelopes of esign 0.1 do not say, and their recipients show by which way at most. */
export function originOf({ acted_from: from, ...recipient }: Recipient): ActOrigin {
  if (from !== undefined) return from;
  if (recipient.standing_authorisation_id !== null) return byMandate;
  // Nobody can act on a page that was never shown.
  if (recipient.opened_at === undefined) return byCommand;
  return { way: recipient.embedded ? 'session' : 'link', address: null, device: null };
}

/** Writes a line of the audit trail. */
export const note = (envelope: Envelope, entry: HistoryEntry): Envelope => ({
  ...envelope,
  history: [...envelope.history, entry],
});
