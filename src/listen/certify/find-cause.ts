import { eventNames } from '../../contract/events.js';
import { type Asker, findCause, firstTaken, isTaken, plainBodyTrials } from '../../domain/webhook/find-cause.js';
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
  const events = await rejectedEvents(kit);
  if (events.length > 0) return `${why}; it accepts other events, but not ${events.join(' and ')}: check its log`;
  const sent = delivery.sent ?? delivery.signed ?? kit.bytes(delivery.event);
  const asker: Asker = {
    ...kit,
    send: async (faults) => (await kit.deliver({ event: kit.event('envelope.sent'), trial: true, ...faults })).status,
  };
  const cause = (await findCause(asker, { sent, status })) ?? (await findRewriting(asker, sent));
  if (cause !== null) return `${why}; it ${cause}`;
  if (status >= 500) return `${why}; check its log`;
  const first = status === 403 ? 'take deliveries without a login or CSRF check, and ' : '';
  return `${why}; ${first}check that it uses the secret of this endpoint and reads the header ${kit.signatureHeader}`;
}

/** The same by other bodies: for a receiver that is only tested. */
async function findRewriting(asker: Asker, sent: Buffer): Promise<string | null> {
  return (await firstTaken(asker, sent, plainBodyTrials(sent))) ?? ((await rewritesAll(asker)) ? rewrites : null);
}

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

/** The events that it rejects, when it accepts others; empty when it treats all alike. */
async function rejectedEvents(kit: Kit): Promise<readonly string[]> {
  const taken = await kit.each(eventNames, async (event) =>
    isTaken((await kit.deliver({ event: kit.event(event) })).status),
  );
  const rejected = eventNames.filter((_, at) => taken[at] === false);
  return rejected.length === eventNames.length ? [] : rejected;
}
