import { pluralize } from '../../cli/context/counted.js';
import { openEnvelopeStates } from '../../contract/states.js';
import { localInstant } from '../../core/terminal/time.js';
import type { SeenEnvelope, TurnSince } from '../../store/envelope-states.js';
import { isOneAddress, type MailDraft, plainLine } from './mail-draft.js';

/** Who keeps whom waiting, and what to write to them. */

export interface WaitingEnvelope {
  readonly id: string;
  readonly title: string;
  readonly since: TurnSince | null;
  readonly expiresAt: string | null;
  /** The mail provider has not reported the invitation as delivered. */
  readonly isUndelivered: boolean;
  /** Those who can act only after this person. */
  readonly holdsUp: readonly string[];
}

/** A person, with all envelopes that wait for them, the longest first. */
export interface Nudge extends MailDraft {
  readonly envelopes: readonly WaitingEnvelope[];
}

/** One who is waited for and gets no mail: `embedded` signs in the app, the others have no address to write to. */
interface Unmailed {
  readonly id: string;
  readonly title: string;
  readonly role: string;
  readonly name: string;
  readonly why: 'embedded' | 'address';
}

export interface Nudges {
  readonly people: readonly Nudge[];
  readonly unmailed: readonly Unmailed[];
}

type Person = SeenEnvelope['turn'][number];

/**
 * Those who are asked to act for at least `longer` milliseconds, one entry for an address. `now`: the service's time in
 * milliseconds. The service has no reminder, and no link can be made for a recipient that it emails.
 */
export function nudgesOf(seen: Iterable<SeenEnvelope>, longer: number, now: number): Nudges {
  const byAddress = new Map<
    string,
    { readonly name: string; readonly email: string; readonly found: WaitingEnvelope[] }
  >();
  const unmailed: Unmailed[] = [];
  for (const envelope of seen) {
    const { id, title, since = null, status, turn, expiresAt } = envelope;
    if (status === null || !openEnvelopeStates.includes(status)) continue;
    if (since === null ? longer > 0 : now - Date.parse(since.at) < longer) continue;
    for (const person of turn) {
      const email = envelope.recipients?.find((each) => isSame(each, person))?.email ?? '';
      const isEmbedded = envelope.embedded?.some((each) => isSame(each, person)) === true;
      if (isEmbedded || !isOneAddress(email)) {
        unmailed.push({ id, title, ...person, why: isEmbedded ? 'embedded' : 'address' });
        continue;
      }
      const entry = byAddress.get(email.toLowerCase()) ?? { name: plainLine(person.name), email, found: [] };
      const isUndelivered = envelope.undelivered?.some((each) => isSame(each, person)) === true;
      const holdsUp = (envelope.held ?? []).map(({ name, role }) => `${name} (${role})`);
      const known = entry.found.find((each) => each.id === id);
      // Somebody with two roles is asked once.
      if (known === undefined) entry.found.push({ id, title, since, expiresAt, isUndelivered, holdsUp });
      byAddress.set(email.toLowerCase(), entry);
    }
  }
  const people = [...byAddress.values()].map(({ name, email, found }): Nudge => {
    const envelopes = found.toSorted((one, other) => startOf(one) - startOf(other));
    return { name, email, envelopes, ...wordsOf(name, envelopes, now) };
  });
  const longest = ({ envelopes }: Nudge): number => (envelopes[0] === undefined ? Infinity : startOf(envelopes[0]));
  return { people: people.toSorted((one, other) => longest(one) - longest(other)), unmailed };
}

const isSame = (one: Person, other: Person): boolean => one.role === other.role && one.name === other.name;
const startOf = ({ since }: WaitingEnvelope): number =>
  since === null ? Number.MAX_SAFE_INTEGER : Date.parse(since.at);

/** Titles in one mail: a link of a mail program takes about 2,000 characters. */
const maxTitles = 10;

function wordsOf(
  name: string,
  envelopes: readonly WaitingEnvelope[],
  now: number,
): Pick<MailDraft, 'subject' | 'text'> {
  const [first] = envelopes;
  const isOne = envelopes.length === 1 && first !== undefined;
  const lines = envelopes.slice(0, maxTitles).map((each) => `- ${lineOf(each, now)}`);
  const more = envelopes.length > maxTitles ? [`- and ${envelopes.length - maxTitles} more`] : [];
  return {
    subject: isOne
      ? `Please sign: ${plainLine(first.title)}`
      : `${envelopes.length} documents are waiting for your signature`,
    text: [
      `Dear ${name},`,
      '',
      isOne ? 'This document is waiting for your signature:' : 'These documents are waiting for your signature:',
      '',
      ...lines,
      ...more,
      '',
      `To sign, open the link in the invitation that was sent to you by email for ${isOne ? 'it' : 'each of them'}. ` +
        'If you cannot find it, look in your spam folder, or reply to this mail.',
      '',
    ].join('\n'),
  };
}

function lineOf({ title, since, expiresAt }: WaitingEnvelope, now: number): string {
  const days = since === null ? 0 : Math.floor((now - Date.parse(since.at)) / 86_400_000);
  const waited = days < 1 ? '' : `, for ${pluralize(days, 'day')}`;
  const until = expiresAt === null ? '' : `, to be signed before ${localInstant(expiresAt)}`;
  return `${plainLine(title)}${waited}${until}`;
}
