import { atLeast, integerFrom, optional, request, rule, uuid } from '../../contract/schema.js';
import type { DeliveryFaultPlan } from '../delivery/faults.js';
import { missing } from '../domain/refusal.js';
import { deliveryRepository } from '../store/delivery-repository.js';
import { webhookRepository } from '../store/webhook-repository.js';
import { deliveryFault, deliveryFaultList } from './answers.js';
import { type ControlRoute, route, type ValueOf } from './route.js';

const tenYears = 3660 * 86_400;
const share = rule(atLeast(0), (value) => value <= 1, 'must be a number from 0 to 1');
const probability = optional(share, 0);
const duration = rule(atLeast(0.001), (value) => value <= tenYears, `must be at most ${tenYears}`);

const plan = rule(
  request({
    duplicate: probability,
    reorder: probability,
    delay: optional(share),
    delay_seconds: optional(duration),
    drop: probability,
    lose_answer: probability,
    wrong_signature: probability,
    clock_skew: optional(share),
    clock_skew_seconds: optional(integerFrom(-tenYears, tenYears)),
    seed: optional(integerFrom(0, Number.MAX_SAFE_INTEGER)),
    count: optional(integerFrom(1, 1_000_000)),
    webhook_id: optional(uuid),
  }),
  ({ delay, delay_seconds: wait, clock_skew: skew, clock_skew_seconds: seconds }) =>
    (delay === undefined || wait !== undefined) && (skew === undefined || seconds !== undefined),
  'must have seconds with delay and with clock_skew',
);

/** Delivery faults: each applies to each attempt with its probability, repeatable by seed. */
export const deliveryFaultRoutes: readonly ControlRoute[] = [
  route({
    method: 'GET',
    path: '/_emulator/faults/deliveries',
    summary: 'List the delivery faults, and how often each was applied',
    body: null,
    answer: deliveryFaultList,
    handle: ({ service }) => ({ data: service.deliveryFaults.list().map(shown) }),
  }),
  route({
    method: 'POST',
    path: '/_emulator/faults/deliveries',
    summary: 'Inject faults into all deliveries or those of one endpoint, with probabilities; replaces earlier faults',
    body: plan,
    status: 201,
    answer: deliveryFault,
    handle({ service, body }) {
      const webhook = body.webhook_id ?? null;
      if (webhook !== null && webhookRepository(service.store.sql).get(webhook) === null) {
        throw missing('Endpoint not found.');
      }
      const made: DeliveryFaultPlan = {
        probabilities: {
          duplicate: body.duplicate,
          reorder: body.reorder,
          delay: body.delay ?? (body.delay_seconds === undefined ? 0 : 1),
          drop: body.drop,
          lose_answer: body.lose_answer,
          wrong_signature: body.wrong_signature,
          clock_skew: body.clock_skew ?? (body.clock_skew_seconds === undefined ? 0 : 1),
        },
        delay_seconds: body.delay_seconds ?? 0,
        clock_skew_seconds: body.clock_skew_seconds ?? 0,
        seed: body.seed ?? service.random.bytes(4).readUInt32BE(0),
        count: body.count ?? null,
        webhook_id: webhook,
        from: deliveryRepository(service.store.sql).lastSequence(),
      };
      service.deliveryFaults.add(made);
      return shown({ ...made, struck: 0 });
    },
  }),
  route({
    method: 'DELETE',
    path: '/_emulator/faults/deliveries',
    summary: 'Remove the delivery faults',
    body: null,
    answer: null,
    handle({ service }) {
      service.deliveryFaults.clear();
    },
  }),
];

const shown = ({
  probabilities,
  from: _from,
  ...rest
}: DeliveryFaultPlan & { readonly struck: number }): ValueOf<ReturnType<typeof deliveryFault>> => ({
  ...probabilities,
  ...rest,
});
