import { anyText, integerFrom, isUuid, oneOf, optional, request, rule, yes } from '../../contract/schema.js';
import { errorCodes, type ErrorCode } from '../../contract/error-codes.js';
import { isOperationId } from '../../contract/operations.js';
import { Refusal } from '../domain/refusal.js';
import type { Fault, FaultPoint } from '../faults.js';
import { addFault, clearFaults, forgetFaults, pointFaults, releaseFaults } from '../point-faults.js';
import { pointFault, pointFaultList } from './answers.js';
import { type ControlRoute, route, type ValueOf } from './route.js';

const isPoint = (text: string): text is FaultPoint =>
  ['seal', 'renderer', 'mail'].includes(text) ||
  (text.startsWith('seal:') && isUuid(text.slice(5))) ||
  (text.startsWith('operation:') && isOperationId(text.slice(10)));

const points = 'must be seal, seal:<envelopeId>, renderer, mail or operation:<operationId>';

/** A fault at a point, as a request and `faults.add` give it. */
export const pointFaultBody = rule(
  rule(
    request({
      point: rule(anyText, isPoint, points),
      code: optional(oneOf(Object.keys(errorCodes) as ErrorCode[])),
      hold: optional(yes),
      http_status: optional(integerFrom(400, 599)),
      count: optional(integerFrom(1, 1_000_000), 1),
    }),
    ({ code, hold, http_status }) => [code, hold, http_status].filter((each) => each !== undefined).length === 1,
    'must have one of code, http_status and hold',
  ),
  ({ point, hold }) => point !== 'mail' || hold === undefined,
  'must have code or http_status for mail, which cannot be held',
);

/** Failures on demand. */
export const faultRoutes: readonly ControlRoute[] = [
  route({
    method: 'GET',
    path: '/_emulator/faults',
    summary: 'List the faults of points, with the remaining number of requests',
    body: null,
    answer: pointFaultList,
    handle: ({ service }) => {
      const held = service.faults.held() + service.operationFaults.held();
      return { data: pointFaults(service).map(shown), held };
    },
  }),
  route({
    method: 'POST',
    path: '/_emulator/faults',
    summary:
      'Make the next requests at a point fail, or hold them until released; at mail, the next mails never arrive',
    body: pointFaultBody,
    answer: null,
    handle({ service, body: { point, code, http_status, count } }) {
      const effect =
        code !== undefined ? { code } : http_status !== undefined ? { http_status } : { hold: true as const };
      if (isPoint(point)) addFault(service, { point, ...effect, count });
    },
  }),
  route({
    method: 'DELETE',
    path: '/_emulator/faults',
    summary:
      'Remove all faults, also of operations and deliveries, and continue waiting requests; ' +
      'with a point, remove only the faults of that point',
    query: { point: 'only those of this point' },
    body: null,
    answer: null,
    handle({ service, query }) {
      const point = query.get('point');
      if (point !== null) {
        if (!isPoint(point)) throw new Refusal('invalid_request', `point ${points}.`);
        return forgetFaults(service, point);
      }
      clearFaults(service);
      service.deliveryFaults.clear();
    },
  }),
  route({
    method: 'POST',
    path: '/_emulator/faults/release',
    summary: 'Continue all held, stuck or delayed requests',
    body: null,
    answer: null,
    handle({ service }) {
      releaseFaults(service);
    },
  }),
];

const shown = (fault: Fault): ValueOf<ReturnType<typeof pointFault>> => ({
  point: fault.point,
  code: 'code' in fault ? fault.code : null,
  http_status: 'http_status' in fault ? fault.http_status : null,
  hold: 'hold' in fault,
  count: fault.count,
});
