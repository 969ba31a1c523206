import * as v from 'valibot';
import { anyText, integer, oneOf, request } from '../../contract/check.js';
import { errorCodes, type ErrorCode } from '../../contract/error-codes.js';
import { isOperationId } from '../../contract/operations.js';
import type { FaultPoint } from '../faults.js';
import { routeWithBody, type ControlRoute } from './route.js';

const isPoint = (text: string): text is FaultPoint =>
  text === 'seal' || text === 'renderer' || (text.startsWith('operation:') && isOperationId(text.slice(10)));

const fault = v.pipe(
  request({
    point: v.pipe(anyText, v.guard(isPoint, 'must be seal, renderer or operation:<operationId>')),
    code: v.optional(oneOf(Object.keys(errorCodes) as ErrorCode[])),
    hold: v.optional(v.literal(true, 'must be true')),
    bare_status: v.optional(v.pipe(integer, v.minValue(400, 'must be 400 to 599'), v.maxValue(599, 'must be 400 to 599'))),
    times: v.optional(v.pipe(integer, v.minValue(1, 'must be at least 1')), 1),
  }),
  v.check(
    ({ code, hold, bare_status }) => [code, hold, bare_status].filter((each) => each !== undefined).length === 1,
    'must name one of code, hold and bare_status',
  ),
);

/** Failures on demand. */
export const faultRoutes: readonly ControlRoute[] = [
  routeWithBody({
    method: 'POST',
    path: '/_emulator/faults',
    summary: 'Make the next passes of a point fail, or hold them until released',
    body: fault,
    handle({ service, body: { point, code, bare_status, times } }) {
      const effect = code !== undefined ? { code } : bare_status !== undefined ? { bare_status } : { hold: true as const };
      service.faults.add({ point, effect, times });
      return { status: 204 };
    },
  }),
  {
    method: 'DELETE',
    path: '/_emulator/faults',
    summary: 'Forget every fault, and let held requests go on',
    body: null,
    handle({ service }) {
      service.faults.clear();
      return { status: 204 };
    },
  },
  {
    method: 'POST',
    path: '/_emulator/faults/release',
    summary: 'Let every held request go on',
    body: null,
    handle({ service }) {
      service.faults.release();
      return { status: 204 };
    },
  },
];
