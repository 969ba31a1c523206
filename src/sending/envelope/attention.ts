import { openEnvelopeStates } from '../../contract/states.js';
import type { SeenEnvelope } from '../../store/envelope-states.js';
import { spanWords } from './status-words.js';

/** What somebody has to look after, the most urgent first. */
export const attentions = ['sealing_failed', 'unsealed', 'undelivered', 'expiring', 'waiting'] as const;
type Attention = (typeof attentions)[number];

/** When it is time, in milliseconds. */
export interface Thresholds {
  /** Completed for so long, and not sealed. */
  readonly unsealedAfter: number;
  /** Asked for so long, and the invitation is not reported as delivered. */
  readonly undeliveredAfter: number;
  /** Less time than this until the deadline. */
  readonly expiresWithin: number;
  /** The same people are asked to act for so long. */
  readonly waitingLongerThan: number;
}

export interface Found {
  readonly attention: Attention;
  /** A sentence without a full stop. */
  readonly why: string;
}

/**
 * What an envelope needs somebody for. `now`: the service's time in milliseconds; `failedAt`: when a received event said
 * that sealing gave up, null for none (States and transitions; Recipient, `invitation_delivered`).
 */
export function attentionFor(
  seen: SeenEnvelope,
  limits: Thresholds,
  { now, failedAt }: { readonly now: number; readonly failedAt: string | null },
): readonly Found[] {
  return seen.status === 'completed' ? sealing(seen, limits, now, failedAt) : signing(seen, limits, now);
}

function sealing(seen: SeenEnvelope, limits: Thresholds, now: number, failedAt: string | null): readonly Found[] {
  if (seen.sealed === true) return [];
  if (failedAt !== null) {
    return [
      { attention: 'sealing_failed', why: `sealing failed ${ago(failedAt, now)} ago, and only support can retry it` },
    ];
  }
  const { completed } = seen;
  if (seen.sealed === null || completed == null || now - Date.parse(completed.at) < limits.unsealedAfter) return [];
  const since = `${completed.exact ? '' : 'at least '}${ago(completed.at, now)}`;
  return [{ attention: 'unsealed', why: `completed ${since} ago, and still not sealed` }];
}

function signing(seen: SeenEnvelope, limits: Thresholds, now: number): readonly Found[] {
  if (seen.status === null || !openEnvelopeStates.includes(seen.status)) return [];
  const { since, expiresAt, turn, undelivered = [] } = seen;
  const waited = since == null ? 0 : now - Date.parse(since.at);
  const span = `${since?.exact === true ? '' : 'at least '}${spanWords(waited)}`;
  const left = expiresAt === null ? Infinity : Date.parse(expiresAt) - now;
  const found: Found[] = [];
  if (undelivered.length > 0 && waited >= limits.undeliveredAfter) {
    found.push({
      attention: 'undelivered',
      why: `no report that the invitation reached ${listed(undelivered)}, for ${span}`,
    });
  }
  if (left < limits.expiresWithin) {
    const when = left <= 0 ? 'its deadline has passed' : `it expires in ${spanWords(left)}`;
    found.push({ attention: 'expiring', why: `${when}, and waits for ${listed(turn)}` });
  }
  if (waited >= limits.waitingLongerThan)
    found.push({ attention: 'waiting', why: `waits for ${listed(turn)}, for ${span}` });
  return found;
}

const ago = (at: string, now: number): string => spanWords(Math.max(0, now - Date.parse(at)));
const listed = (people: SeenEnvelope['turn']): string => people.map(({ name, role }) => `${name} (${role})`).join(', ');
