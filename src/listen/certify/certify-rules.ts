import { limits } from '../../contract/limits.js';
import { eventNames } from '../../contract/events.js';
import type { Kit, Outgoing } from './certify.js';
import {
  acceptOnly,
  acted,
  advise,
  fail,
  type Finding,
  type Forms,
  inEachForm,
  mustAccept,
  mustRefuse,
  pass,
  outcomeWords,
  mended,
  whyNotAccepted,
} from './certify-outcome.js';
import { mustTake } from './find-cause.js';
import type { AttemptOutcome } from '../forward/attempt.js';

/** The delivery contract as rules that can be tested from outside (Events, Delivery and Signature). */
export interface CertifyRule {
  readonly rule: string;
  readonly title: string;
  run(kit: Kit): Promise<Finding>;
}

const { toleranceSeconds, timeoutSeconds } = limits.webhook;
/** A margin to the limit, because the receiver's clock and the network take some seconds. */
const margin = 20;
/** Deliveries at once. */
export const burst = 10;
/** Half of what the service waits. */
const slowMs = (timeoutSeconds * 1000) / 2;

export const certifyRules: readonly CertifyRule[] = [
  {
    rule: 'no_redirect',
    title: 'The URL does not redirect, because the service does not follow redirects.',
    async run(kit) {
      const outcome = await kit.deliver({ event: kit.event('envelope.sent') });
      const { status } = outcome;
      // That is what the next rule tells.
      if (status === null) return { outcome: 'skipped', reason: 'no response' };
      if (status > 299 && status < 400) return fail(outcomeWords(outcome));
      if (status < 300) return pass(`responded with ${status} itself`);
      return { outcome: 'skipped', reason: `responded with ${status}, which says nothing about redirects` };
    },
  },
  {
    rule: 'valid',
    title: 'A valid delivery gets a 2xx response.',
    run: (kit) => mustTake(kit, { event: kit.event('envelope.sent') }),
  },
  {
    rule: 'in_time',
    title: `It responds within ${timeoutSeconds} seconds, even to ${burst} deliveries at once.`,
    async run(kit) {
      const events = Array.from({ length: burst }, () => kit.event('envelope.sent'));
      const outcomes = await Promise.all(events.map((event) => kit.deliver({ event })));
      const bad = outcomes.map(whyNotAccepted).find((why) => why !== null);
      const slowest = Math.max(...outcomes.map(({ milliseconds }) => milliseconds));
      if (bad !== undefined && bad !== null) return fail(bad);
      return slowest < slowMs ? pass(`the slowest took ${slowest} ms`) : advise(`the slowest ${slowWords(slowest)}`);
    },
  },
  {
    rule: 'every_event',
    title: 'Each event of the service gets a 2xx response.',
    async run(kit) {
      const outcomes = await kit.each(eventNames, async (event) => kit.deliver({ event: kit.event(event) }));
      for (const [at, outcome] of outcomes.entries()) {
        const why = whyNotAccepted(outcome);
        if (why === null) continue;
        const log = (outcome.status ?? 0) >= 500 ? 'check the log of the app, and ' : '';
        const mend = `${log}respond with 2xx also to an event that you do not use`;
        return fail(mended(`${eventNames[at]}: ${why}`, outcome, mend));
      }
      const isSlow = ({ milliseconds }: AttemptOutcome): boolean => milliseconds >= slowMs;
      // One that is slow with all of them is told so above.
      if (!outcomes.every(isSlow)) {
        for (const [at, event] of eventNames.entries()) {
          // Alone: beside others, it may have waited for them.
          const outcome = outcomes[at];
          if (outcome === undefined || !isSlow(outcome)) continue;
          const again = await kit.deliver({ event: kit.event(event) });
          if (isSlow(again)) return advise(`${event}: ${slowWords(again.milliseconds)}`);
        }
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
    run: (kit) =>
      mustRefuse(kit, { event: kit.event('envelope.sealed'), v1: 'foreign' }, 'reject what differs from v1'),
  },
  {
    rule: 'partial_digest',
    title: 'A digest of which only a part is right is rejected.',
    run(kit) {
      const parts: Forms<(hex: string) => string> = [
        ['with the first 8 digits alone', (hex) => hex.slice(0, 8)],
        ['with the first 8 digits right', (hex) => hex.slice(0, 8) + otherDigits(hex.slice(8))],
        ['with the last digit wrong', (hex) => hex.slice(0, -1) + otherDigits(hex.slice(-1))],
      ];
      return inEachForm(kit, parts, 'rejected in every form', (change) => {
        const headers: Outgoing['headers'] = (value) => [
          value.replace(/v1=(.+)/, (_, hex: string) => `v1=${change(hex)}`),
        ];
        return mustRefuse(kit, { event: kit.event('envelope.sealed'), headers }, 'compare all 64 digits');
      });
    },
  },
  {
    rule: 'no_signature',
    title: 'A delivery without a signature is rejected.',
    run: (kit) =>
      mustRefuse(
        kit,
        { event: kit.event('envelope.sealed'), headers: () => [] },
        'require the header of the signature',
      ),
  },
  {
    rule: 'header_case',
    title: 'The name of the signature header is read in any case, since proxies write it in lower case.',
    run: (kit) =>
      mustAccept(
        kit,
        { event: kit.event('envelope.sent'), name: (header) => header.toLowerCase() },
        'compare names of headers without regard to case',
      ),
  },
  {
    rule: 'two_signatures',
    title: 'A delivery with two signature headers is rejected.',
    async run(kit) {
      const forged = (t: number): string => `t=${t}, v1=${'0'.repeat(64)}`;
      // One receiver reads the first of two headers, and another one the last.
      const orders: Forms<NonNullable<Outgoing['headers']>> = [
        ['with the valid one last', (value, t) => [forged(t), value]],
        ['with the valid one first', (value, t) => [value, forged(t)]],
      ];
      const found = await inEachForm(kit, orders, 'rejected in both orders', (headers) =>
        mustRefuse(kit, { event: kit.event('envelope.sealed'), headers }, 'read one header only'),
      );
      // One of the two is valid, so nothing is forged.
      return found.outcome === 'fail' && (await rejectsForged(kit)) ? advise(found.reason) : found;
    },
  },
  {
    rule: 'malformed_signature',
    title: 'An invalid signature header is rejected with 4xx, not with 500.',
    run(kit) {
      const invalid = ['', 'nonsense', 't=,v1=', 't=abc, v1=zz', `v1=${'0'.repeat(64)}`];
      const forms: Forms<string> = invalid.map((header) => [`with the header ${JSON.stringify(header)}`, header]);
      return inEachForm(kit, forms, 'rejected in every form', (header) =>
        mustRefuse(kit, { event: kit.event('envelope.sealed'), headers: () => [header] }, 'require t and v1'),
      );
    },
  },
  {
    rule: 'stale',
    title: `A delivery signed more than ${toleranceSeconds} seconds ago is rejected.`,
    run: (kit) =>
      mustRefuse(kit, { event: kit.event('envelope.sealed'), shift: -(toleranceSeconds + margin) }, compareTime),
  },
  {
    rule: 'future',
    title: `A delivery signed more than ${toleranceSeconds} seconds in the future is rejected.`,
    run: (kit) =>
      mustRefuse(kit, { event: kit.event('envelope.sealed'), shift: toleranceSeconds + margin }, compareTime),
  },
  {
    rule: 'within_window',
    title: `A delivery up to ${toleranceSeconds} seconds old or in the future is accepted.`,
    run(kit) {
      const seconds = toleranceSeconds - margin;
      const forms: Forms<number> = [
        [`${seconds} s old`, -seconds],
        [`${seconds} s ahead`, seconds],
      ];
      return inEachForm(kit, forms, `accepted with an offset of ${seconds} s in both directions`, (shift) =>
        mustAccept(kit, { event: kit.event('envelope.sent'), shift }, compareTime),
      );
    },
  },
  {
    rule: 'altered_body',
    title: 'A body that was altered after signing is rejected.',
    run: (kit) => {
      const event = kit.event('envelope.declined');
      const sent = Buffer.from(JSON.stringify({ ...event, event: 'envelope.completed' }));
      return mustRefuse(kit, { event, sent }, 'sign the body too');
    },
  },
  {
    rule: 'reserialised_body',
    title: 'A body that was re-serialized after signing is rejected.',
    run: (kit) => {
      const event = kit.event('envelope.sealed');
      const sent = Buffer.from(JSON.stringify(event, null, 2));
      return mustRefuse(kit, { event, sent }, 'verify the raw bytes, not what was parsed from them');
    },
  },
  {
    rule: 'altered_time',
    title: 'A time that was altered after signing is rejected.',
    run: (kit) =>
      mustRefuse(
        kit,
        { event: kit.event('envelope.sealed'), headers: (value, t) => [value.replace(`t=${t}`, `t=${t + 1}`)] },
        'sign t, a dot and the raw body',
      ),
  },
  {
    rule: 'rotation_new',
    title: 'After a rotation, v1 under the current secret is enough, even with an invalid v0.',
    run: (kit) => mustAccept(kit, { event: kit.event('envelope.sent'), v0: 'foreign' }, readByName),
  },
  {
    rule: 'rotation_unaware',
    title: 'Within a rotation, v0 is enough for a receiver that only knows the old secret.',
    async run(kit) {
      const delivery = { event: kit.event('envelope.sent'), v1: 'foreign', v0: 'current' } as const;
      const found = await mustAccept(
        kit,
        delivery,
        'verify v0 with the new secret too, so that none is lost meanwhile',
      );
      // The description asks for v0 under the previous secret only.
      return found.outcome === 'fail' ? advise(found.reason) : found;
    },
  },
  {
    rule: 'rotation_old',
    title: 'Within a rotation, v0 under the previous secret is enough.',
    async run(kit) {
      if (!kit.hasPrevious) return { outcome: 'skipped', reason: 'requires --previous-secret-file' };
      const delivery = { event: kit.event('envelope.sent'), v1: 'foreign', v0: 'previous' } as const;
      return mustAccept(kit, delivery, 'for 24 hours after a rotation, verify v0 with the previous secret');
    },
  },
  {
    rule: 'rotation_forged',
    title: 'A v0 signed with an unknown secret is rejected.',
    run: (kit) =>
      mustRefuse(kit, { event: kit.event('envelope.sealed'), v1: 'foreign', v0: 'foreign' }, 'verify v0 like v1'),
  },
  {
    rule: 'duplicate',
    title: 'The same event gets a 2xx response again and is processed once.',
    async run(kit) {
      const event = kit.event('envelope.completed');
      for (const retry_count of [0, 0, 1]) {
        const outcome = await kit.deliver({ event: { ...event, retry_count } });
        const why = whyNotAccepted(outcome);
        const which = retry_count === 0 ? 'same delivery' : 'retry';
        if (why !== null) return fail(mended(`the ${which}: ${why}`, outcome, 'respond with 2xx to a known event'));
      }
      // Wait, so that a second processing would be seen.
      await kit.actedOn(event.id, 0);
      const found = acted(await kit.actedOn(event.id, 1), 1, 'responded with 2xx each time', byId);
      return seen(kit, found);
    },
  },
  {
    rule: 'two_recipients',
    title: 'The same event of two recipients is processed twice: what counts is the ID of the event.',
    async run(kit) {
      const first = kit.event('recipient.completed');
      const second = kit.event('recipient.completed', { envelope_id: first.envelope_id });
      const found = await mustAccept(kit, { event: first }, `check its log for ${first.event}`);
      return found.outcome === 'pass' ? seen(kit, await mustAccept(kit, { event: second }, byId)) : found;
    },
  },
  {
    rule: 'forged_first',
    title: 'A forged delivery with the ID of an event does not keep the real one from being processed.',
    async run(kit) {
      const event = kit.event('envelope.completed');
      const found = await mustRefuse(kit, { event, v1: 'foreign' }, 'verify before you note the ID of an event');
      if (found.outcome !== 'pass') return found;
      return seen(
        kit,
        await mustAccept(kit, { event }, 'note the ID of an event only after its signature is verified'),
      );
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
        const outcome = await kit.deliver({ event });
        const why = whyNotAccepted(outcome);
        const which = `${event.event} after ${later.event}`;
        if (why !== null) return fail(mended(`${which}: ${why}`, outcome, 'assume no order, and compare created_at'));
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
        const found = await mustAccept(kit, { event: retry }, 'work on a retry whose first attempt never arrived');
        const how = 'the first attempt was lost on the way; use --fail-header to test a failure inside the app';
        return found.outcome === 'pass' ? pass(`${found.reason}; ${how}`) : found;
      }
      const first = await kit.deliver({ event, more: [kit.failHeader] });
      if (first.status === null || first.status < 500) {
        return fail(`with the failing header it ${outcomeWords(first)} instead of 5xx`);
      }
      const found = await mustAccept(kit, { event: retry }, afterWork);
      return found.outcome === 'pass' ? pass(`${first.status} first, then ${found.reason}`) : found;
    },
  },
  {
    rule: 'unknown_event',
    title: 'An unknown event gets a 2xx response, so that it is not retried for 34 hours.',
    run: (kit) =>
      acceptOnly(
        kit,
        { event: { ...kit.event('envelope.sent'), event: 'envelope.unheard_of' } },
        'respond with 2xx also to an event that you do not know',
      ),
  },
  {
    rule: 'unknown_member',
    title: 'An unknown property is ignored.',
    async run(kit) {
      const withMore = (added: unknown, mend: string): Promise<Finding> => {
        const event = kit.event('envelope.sent');
        const signed = Buffer.from(JSON.stringify({ ...event, added_later: added }));
        return mustAccept(kit, { event, signed }, mend);
      };
      const found = await withMore({ a: [1, null] }, 'ignore properties that you do not know');
      if (found.outcome !== 'pass') return found;
      const large = await withMore('x'.repeat(largeBody), 'read the whole body, and allow larger ones');
      return large.outcome === 'pass' ? found : advise(`with a body of ${largeBody / 1024} KiB: ${large.reason}`);
    },
  },
];

/** Bytes: more than any body of today, and less than any framework's limit. */
const largeBody = 8 * 1024;
const slowWords = (milliseconds: number): string =>
  `took ${milliseconds} ms, and after ${timeoutSeconds} s the service gives up: respond first, and work afterwards`;
const compareTime = `compare t with the clock, and allow ${toleranceSeconds} s in both directions`;
const readByName = 'read t, v1 and v0 by their names, and accept when v1 or v0 fits';
const byId = 'deduplicate by id, and by nothing else';
const afterWork = 'note the ID of an event only when its work is done';

/** Each digit is another one. */
const otherDigits = (hex: string): string => hex.replace(/./g, (digit) => (digit === '0' ? '1' : '0'));

/** What a rule says of the work of the app: without a way to see it, only the responses were as they must be. */
const seen = (kit: Kit, found: Finding): Finding =>
  found.outcome !== 'pass' || kit.hasActed
    ? found
    : { outcome: 'skipped', reason: `${found.reason}; what the app did is only seen with --acted-url` };

const rejectsForged = async (kit: Kit): Promise<boolean> =>
  (await mustRefuse(kit, { event: kit.event('envelope.sealed'), v1: 'foreign' }, '')).outcome === 'pass';
