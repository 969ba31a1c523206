import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import type { Delivery, Forward } from '../../store/delivery.js';
import { stateOf, stateWords } from '../../listen/forward/delivery-state.js';
import type { Human, Output } from '../../core/terminal/output.js';
import type { Cell, Details, Table } from '../../core/terminal/table.js';

/** A recorded delivery as text and as JSON. */

const appFacts = (s: ShapeBlocks) =>
  s.object({
    state: s.nullable(s.oneOf('waiting', 'sending', 'failing', 'given_up', 'delivered')),
    target: s.text,
    attempts: s.optional(s.count),
    at: s.optional(s.instant),
    status: s.optional(s.nullable(s.count)),
    milliseconds: s.optional(s.nullable(s.number)),
    why: s.optional(s.text),
  });
export const deliveryFacts = (s: ShapeBlocks) => ({
  id: s.text,
  received_at: s.instant,
  event_id: s.nullable(s.text),
  event: s.nullable(s.text),
  created_at: s.nullable(s.text),
  retry_count: s.nullable(s.count),
  envelope_id: s.nullable(s.text),
  recipient_id: s.nullable(s.text),
  repeats: s.count,
  verified: s.flag,
  by: s.optional(s.text),
  cause: s.optional(s.text),
  why: s.optional(s.text),
  synthetic: s.flag,
  host: s.text,
  webhook_id: s.nullable(s.text),
  size: s.count,
  app: s.nullable(appFacts(s)),
});
const deliveryShape = (s: ShapeBlocks) => s.object(deliveryFacts(s));

/** As JSON, with the names of the API description where they exist. */
export const deliveryJson = (delivery: Delivery): Shaped<typeof deliveryShape> => ({
  id: delivery.id,
  received_at: delivery.at,
  event_id: delivery.eventId,
  event: delivery.event,
  created_at: delivery.createdAt,
  retry_count: delivery.retryCount,
  envelope_id: delivery.envelopeId,
  recipient_id: delivery.recipientId,
  repeats: delivery.repeats,
  verified: delivery.verdict.ok,
  ...(delivery.verdict.ok
    ? { by: delivery.verdict.by }
    : { cause: delivery.verdict.cause, why: delivery.verdict.words }),
  synthetic: delivery.synthetic,
  host: delivery.host,
  webhook_id: delivery.endpoint,
  size: delivery.size,
  app: appJson(delivery.forward),
});

function appJson(forward: Forward): Shaped<typeof appFacts> | null {
  if (forward.is === 'none') return null;
  const { is, target } = forward;
  const state = stateOf(forward);
  if (is === 'waiting') return { state, target };
  const { attempts, at } = forward;
  if (is === 'sending') return { state, target, attempts, at };
  const { status, milliseconds } = forward;
  return { state, target, attempts, at, status, milliseconds, ...('words' in forward ? { why: forward.words } : {}) };
}

export function deliveryTable(deliveries: readonly Delivery[]): Table {
  const targets = new Set(deliveries.flatMap(({ forward }) => (forward.is === 'none' ? [] : [forward.target])));
  // If several listeners received the same event, only the URL distinguishes their deliveries.
  const several = targets.size > 1;
  return {
    columns: ['DELIVERY', 'RECEIVED', 'EVENT', 'ENVELOPE', 'RETRY', 'VERIFIED', 'APP', ...(several ? ['TO'] : [])],
    rows: deliveries.map((delivery) => [
      { id: delivery.id },
      { instant: delivery.at },
      delivery.event ?? '?',
      delivery.envelopeId,
      delivery.retryCount,
      verified(delivery),
      app(delivery.forward),
      ...(several ? [delivery.forward.is === 'none' ? null : delivery.forward.target] : []),
    ]),
    empty:
      'No deliveries found. Start `esign listen` to receive them. The latest ones are stored on this machine for up to a week.',
  };
}

/** The columns of `deliveryLine`. */
export const deliveryHead: Human = (colour) =>
  colour.bold(['RECEIVED'.padEnd(26), 'DELIVERY', 'EVENT'.padEnd(24), 'ENVELOPE', 'VERIFIED  APP'].join('  '));

/** One aligned line, for a list that is followed. */
export const deliveryLine =
  ({ instant }: Pick<Output, 'instant'>, delivery: Delivery): Human =>
  (colour, clean) => {
    const state = stateOf(delivery.forward);
    const { verdict, synthetic } = delivery;
    const proof = verdict.ok ? (synthetic ? 'synthetic' : verdict.by === 'current' ? 'v1' : 'v0') : verdict.cause;
    return [
      colour.dim(instant(delivery.at)),
      clean(delivery.id).slice(0, 8).padEnd(8),
      clean(delivery.event ?? '?').padEnd(24),
      clean(delivery.envelopeId ?? '-')
        .slice(0, 8)
        .padEnd(8),
      (verdict.ok ? colour.good : colour.bad)(clean(proof).padEnd(8)),
      state === null ? '-' : stateWords(state),
    ].join('  ');
  };

export function deliveryDetails(delivery: Delivery): Details {
  const { verdict, forward } = delivery;
  return [
    ['Delivery', { id: delivery.id }],
    ['Received', { instant: delivery.at }],
    ['Event', delivery.synthetic ? `${delivery.event ?? '?'} (synthetic)` : delivery.event],
    ['Event ID', delivery.eventId],
    ['Created', delivery.createdAt === null ? null : { instant: delivery.createdAt }],
    ['Envelope', delivery.envelopeId],
    ['Recipient', delivery.recipientId],
    ['Retry', delivery.retryCount],
    ['Repeats', delivery.repeats],
    ['Verified', verified(delivery)],
    ...(verdict.ok ? [] : [['Reason', verdict.words] as const]),
    ['App', app(forward)],
    ...(forward.is === 'none' ? [] : [['Forwarded to', forward.target] as const]),
    ...('words' in forward ? [['App failed', forward.words] as const] : []),
    ['Signature', delivery.signature.join(' | ')],
    ['Bytes', delivery.size],
  ];
}

function verified({ verdict, synthetic }: Delivery): Cell {
  if (!verdict.ok) return { state: verdict.cause };
  return synthetic ? 'synthetic' : verdict.by === 'current' ? 'v1' : 'v0';
}

function app(forward: Forward): Cell {
  const state = stateOf(forward);
  if (state === null) return null;
  const status = forward.is === 'failed' || forward.is === 'given-up' ? forward.status : null;
  return { state: status === null ? stateWords(state) : `${stateWords(state)} (${status})` };
}
