import type { Context } from '../context/context.js';
import type { Shaped, ShapeBlocks } from '../../contract/shape.js';
import { control } from './control.js';

/** What is not an operation and can fail too. */
export const servicePoints: readonly string[] = ['seal', 'renderer', 'mail'];

/** The point of an operation, or one of `servicePoints`. */
export const pointOf = (operation: string): string =>
  servicePoints.includes(operation) ? operation : `operation:${operation}`;

export interface PointFaultOptions {
  /** One of `servicePoints`, or `operation:ID`. */
  readonly point: string;
  readonly code?: string;
  readonly status?: number;
  readonly hold?: boolean;
  readonly count?: number;
}

/** A fault as it was asked for. */
export const addedFault = (s: ShapeBlocks) =>
  s.object({
    point: s.text,
    code: s.optional(s.text),
    http_status: s.optional(s.count),
    hold: s.optional(s.yes),
    count: s.count,
  });

/** Makes the next `count` requests at a point fail, or holds them. Throws the failures of `control`. */
export async function addPointFault(context: Context, options: PointFaultOptions): Promise<void> {
  const { point, code, status, hold, count } = options;
  const fault: Shaped<typeof addedFault> = {
    point,
    ...(code === undefined ? {} : { code }),
    ...(status === undefined ? {} : { http_status: status }),
    ...(hold === true ? { hold: true } : {}),
    count: count ?? 1,
  };
  await control<undefined>(context, { method: 'POST', path: '/_emulator/faults', body: fault });
  const what = point === 'mail' ? 'mail' : 'request';
  const next = fault.count === 1 ? `The next ${what}` : `The next ${fault.count} ${what}s`;
  const will = hold === true ? 'be held until `esign emulator fault release`' : 'fail';
  const human = point === 'mail' ? `${next} will never arrive.` : `${next} at ${point} will ${will}.`;
  await context.output.result(fault, { human, ids: [] });
}

/** Removes the faults of a point; all faults of every kind without one. */
export async function removeFaults(context: Context, point: string | undefined): Promise<void> {
  const path = '/_emulator/faults' as const;
  const some = point === undefined ? path : (`${path}?point=${encodeURIComponent(point)}` as const);
  await control<undefined>(context, { method: 'DELETE', path: some });
}

/** Continues the requests that faults hold. */
export async function releaseHeld(context: Context): Promise<void> {
  await control<undefined>(context, { method: 'POST', path: '/_emulator/faults/release' });
}
