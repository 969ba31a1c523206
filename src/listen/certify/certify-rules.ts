import { limits } from '../../contract/limits.js';
import { eventNames } from '../../contract/events.js';
import type { Kit } from './certify.js';
import {
  acceptOnly,
  acted,
  advise,
  fail,
  type Finding,
  mustAccept,
  mustRefuse,
  pass,
  outcomeWords,
  whyNotAccepted,
} from './certify-outcome.js';
import { mustTake } from './find-cause.js';

/** The delivery contract as rules that can be tested from outside (Events, Delivery and Signature). */
export interface CertifyRule {
  readonly rule: string;
  readonly title: string;
  /** Also tested if the receiver rejects everything. */
  readonly always?: true;
  run(kit: Kit): Promise<Finding>;
}

const { toleranceSeconds, timeoutSeconds } = limits.webhook;
/** A margin to the limit, because the receiver's clock and the network take some seconds. */
const margin = 20;
const burst = 10;
/** Half of what the service waits. */
const slowMs = (timeoutSeconds * 1000) / 2;

export const certifyRules: readonly CertifyRule[] = [
  {
    rule: 'valid',
    title: 'A valid delivery gets a 2xx response.',
    run: (kit) => mustTake(kit, { event: kit.event('envelope.sent') }),
  },
  {
    rule: 'no_redirect',
    title: 'The URL does not redirect, because the service does not follow redirects.',
    always: true,
    async run(kit) {
      const { status, location } = await kit.deliver({ event: kit.event('envelope.sent') });
      if (status === null) return fail('no response');
      if (status < 300 || status > 399) return pass(`responded with ${status} itself`);
      return fail(
        `responded with ${status}${location === null ? '' : ` to ${location}`}; register the target URL instead`,
      );
    },
  },
  {
    rule: 'in_time',
    title: `It responds within ${timeoutSeconds} seconds, even to ${burst} deliveries at once.`,
    async run(kit) {
      const events = Array.from({ length: burst }, () => kit.event('recipient.completed'));
      const outcomes = await Promise.all(events.map((event) => kit.deliver({ event })));
      const bad = outcomes.map(whyNotAccepted).find((why) => why !== null);
      const slowest = Math.max(...outcomes.map(({ milliseconds }) => milliseconds));
      if (bad !== undefined && bad !== null) return fail(bad);
      const took = `the slowest took ${slowest} ms`;
      return slowest < slowMs ? pass(took) : advise(`${took}, and after ${timeoutSeconds} s the service gives up`);
    },
  },
  {
    rule: 'every_event',
    title: 'Each event of the service gets a 2xx response.',
    async run(kit) {
      for (const event of eventNames) {
        const why = whyNotAccepted(await kit.deliver({ event: kit.event(event) }));
        if (why !== null) return fail(`${event}: ${why}`);
      }
      return pass(`all ${eventNames.length}`);
    },
  },
  {
    rule: 'raw_bytes',
    title: 'The signature is verified over the raw bytes, whatever the JSON formatting.',
    async run(kit) {
      const event = kit.event('envelope.completed');
      // An escape, letters of two and three bytes and one outside of the basic plane, and what some write as escapes.
      const note = 'S\u00e9ance <b> & \u1e71 \u{1f58b}';
      const reformatted = JSON.stringify({ ...event, note, rent: 0 }, null, 3)
        .replaceAll('/', '\\/')
        .replace('\u00e9', '\\u00e9')
        .replace('"rent": 0', '"rent": 1.50');
      return mustTake(kit, { event, signed: Buffer.from(`${reformatted}\r\n`) });
    },
  },
  {
    rule: 'wrong_secret',
    title: 'A delivery signed with another secret is rejected.',
    run: (kit) => mustRefuse(kit, { event: kit.event('envelope.sealed'), v1: 'foreign' }),
  },
  {
    rule: 'no_signature',
    title: 'A delivery without a signature is rejected.',
    run: (kit) => mustRefuse(kit, { event: kit.event('envelope.sealed'), headers: () => [] }),
  },
  {
    rule: 'two_signatures',
    title: 'A delivery with two signature headers is rejected.',
    async run(kit) {
      const found = await mustRefuse(kit, {
        event: kit.event('envelope.sealed'),
        headers: (value, t) => [`t=${t}, v1=${'0'.repeat(64)}`, value],
      });
      // One of the two is valid, so nothing is forged.
      return found.outcome === 'fail' && (await rejectsForged(kit)) ? advise(found.reason) : found;
    },
  },
  {
    rule: 'malformed_signature',
    title: 'An invalid signature header is rejected with 4xx, not with 500.',
    async run(kit) {
      for (const header of ['', 'nonsense', 't=,v1=', 't=abc, v1=zz', `v1=${'0'.repeat(64)}`]) {
        const found = await mustRefuse(kit, { event: kit.event('envelope.sealed'), headers: () => [header] });
        if (found.outcome === 'fail') return fail(`with the header ${JSON.stringify(header)}: ${found.reason}`);
      }
      return pass('rejected in every form');
    },
  },
  {
    rule: 'stale',
    title: `A delivery signed more than ${toleranceSeconds} seconds ago is rejected.`,
    run: (kit) => mustRefuse(kit, { event: kit.event('envelope.sealed'), shift: -(toleranceSeconds + margin) }),
  },
  {
    rule: 'future',
    title: `A delivery signed more than ${toleranceSeconds} seconds in the future is rejected.`,
    run: (kit) => mustRefuse(kit, { event: kit.event('envelope.sealed'), shift: toleranceSeconds + margin }),
  },
  {
    rule: 'within_window',
    title: `A delivery up to ${toleranceSeconds} seconds old or in the future is accepted.`,
    async run(kit) {
      for (const shift of [-(toleranceSeconds - margin), toleranceSeconds - margin]) {
        const found = await mustAccept(kit, { event: kit.event('envelope.sent'), shift });
        if (found.outcome === 'fail')
          return fail(`${Math.abs(shift)} s ${shift < 0 ? 'old' : 'ahead'}: ${found.reason}`);
      }
      return pass(`accepted with an offset of ${toleranceSeconds - margin} s in both directions`);
    },
  },
  {
    rule: 'altered_body',
    title: 'A body that was altered after signing is rejected.',
    run: (kit) => {
      const event = kit.event('envelope.declined');
      return mustRefuse(kit, { event, sent: Buffer.from(JSON.stringify({ ...event, event: 'envelope.completed' })) });
    },
  },
  {
    rule: 'reserialised_body',
    title: 'A body that was re-serialized after signing is rejected.',
    run: (kit) => {
      const event = kit.event('envelope.sealed');
      return mustRefuse(kit, { event, sent: Buffer.from(JSON.stringify(event, null, 2)) });
    },
  },
  {
    rule: 'altered_time',
    title: 'A time that was altered after signing is rejected.',
    run: (kit) =>
      mustRefuse(kit, {
        event: kit.event('envelope.sealed'),
        headers: (value, t) => [value.replace(`t=${t}`, `t=${t + 1}`)],
      }),
  },
  {
    rule: 'rotation_new',
    title: 'After a rotation, v1 under the current secret is enough, even with an invalid v0.',
    run: (kit) => mustAccept(kit, { event: kit.event('envelope.sent'), v0: 'foreign' }),
  },
  {
    rule: 'rotation_unaware',
    title: 'Within a rotation, v0 is enough for a receiver that only knows the old secret.',
    async run(kit) {
      const found = await mustAccept(kit, { event: kit.event('envelope.sent'), v1: 'foreign', v0: 'current' });
      if (found.outcome !== 'fail') return found;
      // The description asks for v0 under the previous secret only.
      return advise(`${found.reason}; until it knows the new secret, it loses deliveries of the rotation`);
    },
  },
  {
    rule: 'rotation_old',
    title: 'Within a rotation, v0 under the previous secret is enough.',
    async run(kit) {
      if (!kit.hasPrevious) return { outcome: 'skipped', reason: 'requires --previous-secret-file' };
      return mustAccept(kit, { event: kit.event('envelope.sent'), v1: 'foreign', v0: 'previous' });
    },
  },
  {
    rule: 'rotation_forged',
    title: 'A v0 signed with an unknown secret is rejected.',
    run: (kit) => mustRefuse(kit, { event: kit.event('envelope.sealed'), v1: 'foreign', v0: 'foreign' }),
  },
  {
    rule: 'duplicate',
    title: 'The same event gets a 2xx response again and is processed once.',
    async run(kit) {
      const event = kit.event('envelope.completed');
      for (const retry_count of [0, 0, 1]) {
        const why = whyNotAccepted(await kit.deliver({ event: { ...event, retry_count } }));
        if (why !== null) return fail(`the ${retry_count === 0 ? 'same delivery' : 'retry'}: ${why}`);
      }
      // Wait, so that a second processing would be seen.
      await kit.actedOn(event.id, 0);
      const found = acted(await kit.actedOn(event.id, 1), 1, 'responded with 2xx each time');
      return seen(kit, found);
    },
  },
  {
    rule: 'two_recipients',
    title: 'The same event of two recipients is processed twice: what counts is the ID of the event.',
    async run(kit) {
      const first = kit.event('recipient.completed');
      const second = kit.event('recipient.completed', { envelope_id: first.envelope_id });
      const found = await mustAccept(kit, { event: first });
      return found.outcome === 'pass' ? seen(kit, await mustAccept(kit, { event: second })) : found;
    },
  },
  {
    rule: 'forged_first',
    title: 'A forged delivery with the ID of an event does not keep the real one from being processed.',
    async run(kit) {
      const event = kit.event('envelope.completed');
      const found = await mustRefuse(kit, { event, v1: 'foreign' });
      return found.outcome === 'pass' ? seen(kit, await mustAccept(kit, { event })) : found;
    },
  },
  {
    rule: 'out_of_order',
    title: 'Events in the wrong order get a 2xx response.',
    async run(kit) {
      const later = kit.event('envelope.sealed');
      const { envelope_id } = later;
      const earlier = (seconds: number): string =>
        new Date(Date.parse(later.created_at) - seconds * 1000).toISOString();
      const events = [
        later,
        kit.event('envelope.sealing_failed', { envelope_id, created_at: earlier(60) }),
        kit.event('envelope.completed', { envelope_id, created_at: earlier(120) }),
        kit.event('envelope.sent', { envelope_id, created_at: earlier(3600) }),
      ];
      for (const event of events) {
        const why = whyNotAccepted(await kit.deliver({ event }));
        if (why !== null) return fail(`${event.event} after ${later.event}: ${why}`);
      }
      return pass('sealed, sealing_failed, completed and sent, in this order');
    },
  },
  {
    rule: 'failure_then_success',
    title: 'A retry is accepted after the first attempt failed.',
    async run(kit) {
      const event = kit.event('envelope.completed');
      const retry = { ...event, retry_count: 1 };
      if (kit.failHeader === null) {
        const found = await mustAccept(kit, { event: retry });
        const how = 'the first attempt was lost on the way; use --fail-header to test a failure inside the app';
        return found.outcome === 'pass' ? pass(`${found.reason}; ${how}`) : found;
      }
      const first = await kit.deliver({ event, more: [kit.failHeader] });
      if (first.status === null || first.status < 500) {
        return fail(`with the failing header it ${outcomeWords(first)} instead of 5xx`);
      }
      const found = await mustAccept(kit, { event: retry });
      return found.outcome === 'pass' ? pass(`${first.status} first, then ${found.reason}`) : found;
    },
  },
  {
    rule: 'unknown_event',
    title: 'An unknown event gets a 2xx response, so that it is not retried for 34 hours.',
    run: (kit) => acceptOnly(kit, { event: { ...kit.event('envelope.sent'), event: 'envelope.unheard_of' } }),
  },
  {
    rule: 'unknown_member',
    title: 'An unknown property is ignored.',
    run: (kit) => {
      const event = kit.event('envelope.sent');
      return mustAccept(kit, {
        event,
        signed: Buffer.from(JSON.stringify({ ...event, added_later: { a: [1, null] } })),
      });
    },
  },
];

/** What a rule says of the work of the app: without a way to see it, only the responses were as they must be. */
const seen = (kit: Kit, found: Finding): Finding =>
  found.outcome !== 'pass' || kit.hasActed
    ? found
    : { outcome: 'skipped', reason: `${found.reason}; what the app did is only seen with --acted-url` };

const rejectsForged = async (kit: Kit): Promise<boolean> =>
  (await mustRefuse(kit, { event: kit.event('envelope.sealed'), v1: 'foreign' })).outcome === 'pass';
