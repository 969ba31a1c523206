import { eventNames } from '../../contract/events.js';
import {
  type Asker,
  findCause,
  firstTaken,
  isTaken,
  plainBodyTrials,
  rejectsLater,
} from '../../domain/webhook/find-cause.js';
import type { AttemptOutcome } from '../forward/attempt.js';
import type { Kit, Outgoing } from './certify.js';
import { acted, fail, type Finding, whyNotAccepted } from './certify-outcome.js';

/** Like mustAccept; a failure adds its cause. */
export async function mustTake(kit: Kit, delivery: Outgoing): Promise<Finding> {
  const outcome = await kit.deliver(delivery);
  const why = whyNotAccepted(outcome);
  if (why !== null) return fail(await explained(kit, delivery, outcome, why));
  return acted(
    await kit.actedOn(delivery.event.id, 1),
    1,
    `responded with ${outcome.status} in ${outcome.milliseconds} ms`,
    'process an event that was verified, once',
  );
}

/** Why a valid delivery was rejected, found by trial where it responds. */
async function explained(kit: Kit, delivery: Outgoing, outcome: AttemptOutcome, why: string): Promise<string> {
  const { status } = outcome;
  if (status === null || status < 400) return why;
  if ([404, 405, 410].includes(status)) return `${why}; check the path of the URL`;
  const rejected = await rejectedEvents(kit);
  const isAlways = rejected.length === eventNames.length;
  if (rejected.length > 0 && !isAlways) {
    return `${why}; it accepts other events, but not ${rejected.join(' and ')}: check its log`;
  }
  const sent = delivery.sent ?? delivery.signed ?? kit.bytes(delivery.event);
  const asker: Asker = {
    ...kit,
    send: async (faults) => (await kit.deliver({ event: kit.event('envelope.sent'), trial: true, ...faults })).status,
  };
  const cause = (await findCause(asker, { sent, status })) ?? (await findRewriting(asker, sent, isAlways));
  if (cause !== null) return `${why}; it ${cause}${isAlways ? '' : unknownProperties(cause)}`;
  if (status >= 500) return `${why}; check its log`;
  const first = status === 403 ? 'take deliveries without a login or CSRF check, and ' : '';
  return `${why}; ${first}check that it uses the secret of this endpoint and reads the header ${kit.signatureHeader}`;
}

/** What a body with more than the service writes today may be rejected for, once its signature was verified. */
const unknownProperties = (cause: string): string =>
  cause === rejectsLater ? ', and ignore properties that you do not know' : '';

/** The same by other bodies: for a receiver that is only tested. `isAlways`: it rejects every body. */
async function findRewriting(asker: Asker, sent: Buffer, isAlways: boolean): Promise<string | null> {
  const found = await firstTaken(asker, sent, plainBodyTrials(sent));
  if (found !== null) return found;
  if (!isAlways) return rewritesThis;
  return (await rewritesAll(asker)) ? rewrites : null;
}

const rewritesThis =
  'accepts other bodies, and changes this one before it verifies: it may lose letters outside ASCII, markup, escapes, ' +
  'white space or properties that it does not know. Verify the raw bytes';

const rewrites =
  'verifies an empty object, and no other body: it parses before it verifies, and writes something else. Verify the raw bytes';

/**
 * Nothing can be rewritten in an empty object. An app that verifies it may still reject it, since it is not an event, but
 * otherwise than a forged one.
 */
async function rewritesAll(asker: Asker): Promise<boolean> {
  const signed = Buffer.from('{}');
  const [genuine, forged] = [await asker.send({ signed }), await asker.send({ signed, v1: 'foreign' })];
  return genuine !== null && forged !== null && genuine !== forged;
}

/** The events that it rejects. */
async function rejectedEvents(kit: Kit): Promise<readonly string[]> {
  const taken = await kit.each(eventNames, async (event) =>
    isTaken((await kit.deliver({ event: kit.event(event) })).status),
  );
  return eventNames.filter((_, at) => taken[at] === false);
}
