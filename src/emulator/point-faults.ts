import { isOperationId, type OperationId } from '../contract/operations.js';
import type { Fault, FaultEffect, FaultPoint } from './faults.js';
import type { OperationEffect, OperationFaultState } from './operation-faults.js';
import type { Service } from './service.js';

type Faulty = Pick<Service, 'faults' | 'operationFaults'>;

/** Adds a fault at a point; one at an operation affects requests that pass every check. */
export function addFault({ faults, operationFaults }: Faulty, fault: Fault): void {
  const operation = operationAt(fault.point);
  if (operation === null) return faults.add(fault);
  const plan = { operation, effect: effectOf(fault), stage: 'handler', delay_seconds: 0 } as const;
  operationFaults.add({ ...plan, probability: 1, seed: 0, count: fault.count });
}

/** The faults at points that are not used up, with their remaining counts. */
export function pointFaults({ faults, operationFaults }: Faulty): readonly Fault[] {
  return [...operationFaults.list().flatMap(atPoint), ...faults.list()];
}

/** Removes the faults of one point; held requests stay. */
export function forgetFaults({ faults, operationFaults }: Faulty, point: FaultPoint): void {
  const operation = operationAt(point);
  if (operation === null) faults.forget(point);
  else operationFaults.forgetHandler(operation);
}

/** Removes the faults of points and operations, and continues waiting requests. */
export function clearFaults({ faults, operationFaults }: Faulty): void {
  faults.clear();
  operationFaults.clear();
}

/** Continues every request that a fault holds. */
export function releaseFaults({ faults, operationFaults }: Faulty): void {
  faults.release();
  operationFaults.release();
}

function operationAt(point: FaultPoint): OperationId | null {
  const id = point.startsWith('operation:') ? point.slice('operation:'.length) : '';
  return isOperationId(id) ? id : null;
}

function effectOf(effect: FaultEffect): OperationEffect {
  if ('hold' in effect) return { kind: 'hold' };
  return {
    kind: 'answer',
    code: 'code' in effect ? effect.code : null,
    status: 'code' in effect ? null : effect.http_status,
  };
}

function atPoint({ operation, stage, effect, count, struck }: OperationFaultState): readonly Fault[] {
  const left = (count ?? Number.MAX_SAFE_INTEGER) - struck;
  if (operation === null || stage !== 'handler' || left <= 0) return [];
  const at = { point: `operation:${operation}`, count: left } as const;
  if (effect.kind === 'hold') return [{ ...at, hold: true }];
  if (effect.kind !== 'answer') return [];
  if (effect.code !== null) return [{ ...at, code: effect.code }];
  return effect.status === null ? [] : [{ ...at, http_status: effect.status }];
}
