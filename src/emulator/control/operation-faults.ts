import { atLeast, integerFrom, oneOf, optional, request, rule, yes } from '../../contract/schema.js';
import { errorCodes, type ErrorCode } from '../../contract/error-codes.js';
import { isOperationId, operationIds } from '../../contract/operations.js';
import { Refusal } from '../domain/refusal.js';
import type { OperationEffect, OperationFaultState } from '../operation-faults.js';
import { operationFault, operationFaultList } from './answers.js';
import { type ControlRoute, route, type ValueOf } from './route.js';

/** Longer than any client waits for a response. */
const maxWaitSeconds = 3600;
const wait = rule(atLeast(0.001), (value) => value <= maxWaitSeconds, `must be at most ${maxWaitSeconds}`);
const share = rule(atLeast(0), (value) => value <= 1, 'must be a number from 0 to 1');

const effects = {
  code: optional(oneOf(Object.keys(errorCodes) as ErrorCode[])),
  http_status: optional(integerFrom(400, 599)),
  reset: optional(yes),
  drop_after_commit: optional(yes),
  stuck: optional(yes),
  stuck_seconds: optional(wait),
  delay_seconds: optional(wait),
};

const plan = rule(
  rule(
    request({
      operation: optional(oneOf(operationIds)),
      ...effects,
      probability: optional(share, 1),
      count: optional(integerFrom(1, 1_000_000)),
      seed: optional(integerFrom(0, Number.MAX_SAFE_INTEGER)),
    }),
    (body) => kindsOf(body).length <= 1,
    'must have only one of code or http_status, reset, drop_after_commit and stuck; create one fault for each',
  ),
  (body) => kindsOf(body).length === 1 || body.delay_seconds !== undefined,
  'must have one of code, http_status, reset, drop_after_commit, stuck and delay_seconds',
);

/** Operation faults: each applies to each request with its probability, repeatable by seed. */
export const operationFaultRoutes: readonly ControlRoute[] = [
  route({
    method: 'GET',
    path: '/_emulator/faults/operations',
    summary: 'List the operation faults, with the number of requests seen and affected',
    body: null,
    answer: operationFaultList,
    handle: ({ service }) => {
      const plans = service.operationFaults.list().filter(({ stage }) => stage === 'arrival');
      return { data: plans.map(shown) };
    },
  }),
  route({
    method: 'POST',
    path: '/_emulator/faults/operations',
    summary:
      'Add a fault to requests of one operation or of all: an error code or a status, ' +
      'a delay, a reset, a response dropped after the commit, or a request stuck in progress',
    body: plan,
    status: 201,
    answer: operationFault,
    handle({ service, body }) {
      const made = service.operationFaults.add({
        operation: body.operation ?? null,
        effect: kindsOf(body)[0] ?? { kind: 'delay' },
        stage: 'arrival',
        delay_seconds: body.delay_seconds ?? 0,
        probability: body.probability,
        seed: body.seed ?? service.random.bytes(4).readUInt32BE(0),
        count: body.count ?? null,
      });
      return shown(made);
    },
  }),
  route({
    method: 'DELETE',
    path: '/_emulator/faults/operations',
    summary: 'Remove the operation faults, and continue waiting requests',
    query: { operation: 'only those of this operation' },
    body: null,
    answer: null,
    handle({ service, query }) {
      const operation = query.get('operation');
      if (operation !== null && !isOperationId(operation)) {
        throw new Refusal('invalid_request', 'operation must be the ID of an operation.');
      }
      service.operationFaults.clear(operation ?? undefined);
    },
  }),
];

interface Asked {
  readonly code?: ErrorCode | undefined;
  readonly http_status?: number | undefined;
  readonly reset?: true | undefined;
  readonly drop_after_commit?: true | undefined;
  readonly stuck?: true | undefined;
  readonly stuck_seconds?: number | undefined;
}

/** The requested faults other than a delay. */
function kindsOf({
  code,
  http_status: status,
  reset,
  stuck,
  stuck_seconds: seconds,
  ...rest
}: Asked): readonly OperationEffect[] {
  return [
    ...(code === undefined && status === undefined
      ? []
      : [{ kind: 'answer' as const, code: code ?? null, status: status ?? null }]),
    ...(reset === true ? [{ kind: 'reset' as const }] : []),
    ...(rest.drop_after_commit === true ? [{ kind: 'drop_after_commit' as const }] : []),
    ...(stuck === true || seconds !== undefined ? [{ kind: 'stuck' as const, seconds: seconds ?? null }] : []),
  ];
}

function shown({
  effect,
  stage: _stage,
  delay_seconds: delay,
  ...rest
}: OperationFaultState): ValueOf<ReturnType<typeof operationFault>> {
  return {
    ...rest,
    fault: effect.kind,
    code: effect.kind === 'answer' ? effect.code : null,
    http_status: effect.kind === 'answer' ? (effect.status ?? (effect.code && errorCodes[effect.code].status)) : null,
    delay_seconds: delay,
    stuck_seconds: effect.kind === 'stuck' ? effect.seconds : null,
  };
}
